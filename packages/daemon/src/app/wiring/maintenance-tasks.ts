import { type HeldStore, type ReleaseDeps, releaseHeld } from "../../incident/release-held.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import { WINDOW_KEPT_MS } from "../../maintenance/window.ts";
import type { TelemetryCoverageOf } from "../../model/telemetry-coverage.ts";
import { RESOLVE_MS, type Task, TIDY_MS } from "../runtime/schedule.ts";

const RELEASED_AT_ONCE_MAX = 200;

export interface MaintenanceTasks {
  readonly held: HeldStore;
  readonly units: ReleaseDeps["units"];
  readonly listeningPeriodOf: TelemetryCoverageOf;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Releases held candidates, and deletes old maintenance windows. */
export const maintenanceTasks = ({ held, units, listeningPeriodOf, clock, logger }: MaintenanceTasks): Task[] => [
  {
    name: "release what maintenance held",
    everyMs: RESOLVE_MS,
    async run() {
      const now = clock.now();
      for (const released of await releaseHeld({ held, units }, now, RELEASED_AT_ONCE_MAX, listeningPeriodOf)) {
        logger.info("Held candidate released", { ...released });
      }
    },
  },
  {
    name: "forget old maintenance windows",
    everyMs: TIDY_MS,
    run: () => held.forget(clock.now() - WINDOW_KEPT_MS),
  },
];
