import { drainJobs, type WorkDeps } from "../../diagnose/work.ts";
import { type Task, TIDY_MS } from "../runtime/schedule.ts";

const POLL_MS = 250;

/** Diagnoses that were asked for, so many at once, until the signal; and jobs that ended long ago. */
export const diagnosisTasks = (deps: WorkDeps & { readonly atOnce: number }, stop: AbortSignal): Task[] => [
  { name: "diagnose", everyMs: POLL_MS, runsMax: deps.atOnce, run: (found) => drainJobs(deps, stop, found) },
  { name: "forget old diagnosis jobs", everyMs: TIDY_MS, run: () => deps.jobs.tidy(deps.clock.now()) },
];
