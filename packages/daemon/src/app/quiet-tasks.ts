import { decideResolution } from "../incident/resolve-quiet.ts";
import type { RoundStore } from "../incident/round.ts";
import type { TelemetrySource } from "../ingest/queue.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Listening } from "./listening.ts";
import { RESOLVE_MS, type Task, TICK_MS } from "./schedule.ts";
import type { Worker } from "./worker.ts";

const RESOLVED_AT_ONCE_MAX = 200;

export interface QuietTasks {
  readonly worker: Pick<Worker, "tick">;
  readonly sources: readonly Pick<TelemetrySource, "hears">[];
  readonly rounds: Pick<RoundStore, "resolveQuiet">;
  readonly listening: Listening;
  readonly clock: Clock;
}

/** What comes of nothing coming, which counts only while everything would be heard. */
export const quietTasks = ({ worker, sources, rounds, listening, clock }: QuietTasks): Task[] => [
  {
    name: "examine services",
    everyMs: TICK_MS,
    async run() {
      await worker.tick();
      if (sources.every((source) => source.hears())) listening.beat(clock.now());
    },
  },
  {
    name: "resolve quiet incidents",
    everyMs: RESOLVE_MS,
    run() {
      const now = clock.now();
      return rounds.resolveQuiet(now, listening.since(now), RESOLVED_AT_ONCE_MAX, decideResolution);
    },
  },
];
