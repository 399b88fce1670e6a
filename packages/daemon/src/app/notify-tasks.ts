import { SECOND_MS } from "../kernel/clock.ts";
import { type DispatchDeps, workOff } from "../notify/dispatch.ts";
import { type Task, TIDY_MS } from "./schedule.ts";

const POLL_MS = SECOND_MS / 2;
/** Messages that one process sends at the same time, each through another channel; of one organization UNDER_WAY_MAX. */
const AT_ONCE = 8;

/** Notifications that wait, until the signal; and those that ended long ago. */
export const notifyTasks = (deps: DispatchDeps, stop: AbortSignal): Task[] => [
  ...Array.from({ length: AT_ONCE }, () => ({
    name: "send notifications",
    everyMs: POLL_MS,
    run: () => workOff(deps, stop),
  })),
  { name: "tidy notifications", everyMs: TIDY_MS, run: () => deps.outbox.tidy(deps.clock.now()) },
];
