import { type Clock, DAY_MS, HOUR_MS, SECOND_MS } from "../../kernel/clock.ts";
import { TOOL_RUNS_KEPT_MS } from "../../model/limits.ts";
import { failAbandoned } from "../../probe/finish.ts";
import { OUTPUT_FOLDERS, type OutputFiles } from "../../probe/output-files.ts";
import type { ToolRunStore, ToolRunUpkeep } from "../../probe/tool-runs.ts";
import type { Config } from "../config/config.ts";
import { type Task, TIDY_MS } from "../runtime/schedule.ts";

const ROWS_AT_ONCE_MAX = 1_000;
/** So that the whole of what is kept is gone through in about a quarter of an hour. */
const FOLDERS_AT_ONCE = 16;
/** Between the file and the row that names it. */
const UNNAMED_KEPT_MS = HOUR_MS;

export interface ProbeTasks {
  readonly runs: Pick<ToolRunStore, "finish"> & ToolRunUpkeep;
  readonly outputs: Pick<OutputFiles, "sweep">;
  readonly config: Pick<Config, "probeSeconds" | "probeRetentionDays">;
  readonly clock: Clock;
}

/** Runs that nobody ends, outputs that are too old, files that nobody names. */
export function probeTasks({ runs, outputs, config, clock }: ProbeTasks): Task[] {
  let folder = 0;
  return [
    {
      name: "end abandoned tool runs",
      everyMs: TIDY_MS,
      run: () => failAbandoned(runs, config.probeSeconds * SECOND_MS, clock.now()),
    },
    {
      name: "forget old tool runs",
      everyMs: TIDY_MS,
      async run() {
        const now = clock.now();
        await runs.forgetOutputs(now - config.probeRetentionDays * DAY_MS, ROWS_AT_ONCE_MAX);
        await runs.deleteRuns(now - Math.max(TOOL_RUNS_KEPT_MS, config.probeRetentionDays * DAY_MS), ROWS_AT_ONCE_MAX);
      },
    },
    {
      name: "sweep outputs of tools",
      everyMs: TIDY_MS,
      async run() {
        for (let count = 0; count < FOLDERS_AT_ONCE; count++) {
          await outputs.sweep(folder, clock.now() - UNNAMED_KEPT_MS, runs.named);
          folder = (folder + 1) % OUTPUT_FOLDERS;
        }
      },
    },
  ];
}
