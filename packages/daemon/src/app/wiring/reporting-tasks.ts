import { DAY_MS, SECOND_MS } from "../../kernel/clock.ts";
import { SYSTEM } from "../../model/scope.ts";
import { enforceRetention } from "../../report/retention.ts";
import { scheduleRuns } from "../../report/runs.ts";
import type { ReportSchedule } from "../../report/schedule.ts";
import type { ReportCalendar } from "../../report/store.ts";
import { drainRuns, type WorkDeps } from "../../report/work.ts";
import { type Task, TICK_MS, TIDY_MS } from "../runtime/schedule.ts";

export interface ReportingTasks {
  readonly calendar: ReportCalendar;
  readonly schedule: ReportSchedule;
}

const SCHEDULE_MS = 5 * SECOND_MS;
/** Two, so that one mail server that answers nobody doesn't hold up all. */
const AT_ONCE = 2;

/** Reports that are due are made, those that were made go out, and what is past its retention goes; until the signal. */
export const reportingTasks = (deps: WorkDeps & ReportingTasks, stop: AbortSignal): Task[] => [
  {
    name: "schedule reports",
    everyMs: SCHEDULE_MS,
    run: () => scheduleRuns(deps.calendar, deps.schedule, deps.clock.now()),
  },
  { name: "report", everyMs: TICK_MS, runsMax: AT_ONCE, run: (found) => drainRuns(deps, stop, found) },
  { name: "enforce retention", everyMs: TIDY_MS, run: () => retain(deps, stop) },
];

/** Once a day for every organization that made settings. */
async function retain(deps: WorkDeps & ReportingTasks, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const now = deps.clock.now();
    const due = await deps.calendar.takeRetention(now, now + DAY_MS);
    if (!due) return;
    const scope = { organizationId: due.organizationId, actor: SYSTEM, permissions: [] };
    await enforceRetention(deps, scope, due.retentionDays, now, stop);
  }
}
