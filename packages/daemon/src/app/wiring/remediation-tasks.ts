import { type ExpiryDeps, expireApprovals } from "../../remediate/expire.ts";
import { RESOLVE_MS, type Task } from "../runtime/schedule.ts";

/** What nobody approved in time, and what nobody approved yet. */
export const remediationTasks = (deps: ExpiryDeps): Task[] => [
  { name: "end approvals that lapsed", everyMs: RESOLVE_MS, run: () => expireApprovals(deps) },
];
