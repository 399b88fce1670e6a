import { SECOND_MS } from "../../kernel/clock.ts";
import { type DispatchDeps, drainOutbox } from "../../notify/dispatch.ts";
import { type Task, TIDY_MS } from "../runtime/schedule.ts";

const POLL_MS = SECOND_MS / 2;
/** Messages that one process sends at the same time, each through another channel; of one organization UNDER_WAY_MAX. */
const AT_ONCE = 8;

/** Notifications that wait, until the signal; and those that ended long ago. */
export const notifyTasks = (deps: DispatchDeps, stop: AbortSignal): Task[] => [
  {
    name: "send notifications",
    everyMs: POLL_MS,
    runsMax: AT_ONCE,
    run: (found) => drainOutbox(deps, stop, found),
  },
  { name: "tidy notifications", everyMs: TIDY_MS, run: () => deps.outbox.tidy(deps.clock.now()) },
];
