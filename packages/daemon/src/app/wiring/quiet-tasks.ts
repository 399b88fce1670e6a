import { decideResolution } from "../../incident/resolve-quiet.ts";
import type { Clock } from "../../kernel/clock.ts";
import { servicesOf } from "../../model/incident.ts";
import type { ListeningPeriodOf } from "../../model/listening.ts";
import type { CommitBatchStore } from "../../pipeline/commit-batch.ts";
import type { Worker } from "../../pipeline/worker.ts";
import { RESOLVE_MS, type Task, TICK_MS } from "../runtime/schedule.ts";

const RESOLVED_AT_ONCE_MAX = 200;

export interface QuietTasks {
  readonly worker: Pick<Worker, "tick">;
  readonly store: Pick<CommitBatchStore, "resolveQuiet">;
  readonly listeningPeriodOf: ListeningPeriodOf;
  /** Told after each examination that came to its end. */
  readonly examined: (now: number) => void;
  readonly clock: Clock;
}

/** What comes of nothing coming, which counts only while everything would be heard. */
export const quietTasks = ({ worker, store: rounds, listeningPeriodOf, examined, clock }: QuietTasks): Task[] => [
  {
    name: "examine services",
    everyMs: TICK_MS,
    async run() {
      await worker.tick();
      examined(clock.now());
    },
  },
  {
    name: "resolve quiet incidents",
    everyMs: RESOLVE_MS,
    run() {
      const now = clock.now();
      return rounds.resolveQuiet(now, RESOLVED_AT_ONCE_MAX, (incident) =>
        decideResolution(incident, now, listeningPeriodOf(incident.organizationId, servicesOf(incident))),
      );
    },
  },
];
