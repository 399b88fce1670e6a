import type { Telemetry } from "../../model/telemetry.ts";
import { createLogPatterns } from "./gather-log-patterns.ts";
import { createRequests } from "./gather-requests.ts";
import { PATTERNS_PER_STEP, SERVICES_MAX } from "./gathering-limits.ts";
import type { Grid, Hop, LogPattern, MetricSeries } from "./incident-picture.ts";
import { createMetricSeries } from "./metric-series.ts";
import { namingOf } from "./services-in-messages.ts";

export interface Collector {
  /** `weight`: the number of events that a sampled one stands for. Events outside the grid are ignored. */
  add(telemetry: Telemetry, weight?: number): void;
  picture(): Collected;
  /** Calls `pause` between bounded steps. */
  pictureInSteps(pause: () => Promise<void>): Promise<Collected>;
}

export interface Collected {
  readonly patterns: readonly LogPattern[];
  readonly metrics: readonly MetricSeries[];
  readonly hops: readonly Hop[];
  /** One sentence per kind of omission. */
  readonly omitted: readonly string[];
}

/**
 * Collects log patterns and metric series by event time, in any order and bounded memory. `names`: services that
 * messages may name.
 */
export function createCollector(grid: Grid, names: readonly string[] = []): Collector {
  const services = new Set<string>();
  const logs = createLogPatterns(grid, namingOf(names));
  const metrics = createMetricSeries(grid);
  const requests = createRequests(grid);

  const hopsOf = (): readonly Hop[] => {
    logs.joinMoved();
    return requests.hops();
  };
  const collected = (hops: readonly Hop[], patterns: readonly LogPattern[]): Collected => ({
    patterns: patterns.toSorted(byTime),
    metrics: metrics.series(),
    hops,
    omitted: [
      ...about(logs.left(), (many) => `About ${many} log messages are of kinds too rare to be listed.`),
      ...about(metrics.left(), (many) => `${many} metric points are of series beyond those that are compared.`),
    ],
  });

  return {
    add(telemetry, weight = 1) {
      const step = Math.floor((telemetry.timestamp - grid.start) / grid.step);
      if (!(step >= 0 && step < grid.count) || !hasCapacity(services, telemetry.service)) return;
      if (telemetry.kind === "log") {
        requests.add(telemetry, logs.add(telemetry, step, weight), weight);
      }
      if (telemetry.kind === "metric") metrics.add(telemetry, step, weight);
    },
    picture: () => collected(hopsOf(), [...logs.patterns()]),
    async pictureInSteps(pause) {
      const patterns: LogPattern[] = [];
      const hops = hopsOf();
      for (const pattern of logs.patterns()) {
        if (patterns.push(pattern) % PATTERNS_PER_STEP === 0) await pause();
      }
      await pause();
      return collected(hops, patterns);
    },
  };
}

const byTime = (a: LogPattern, b: LogPattern): number => a.firstAt - b.firstAt || (a.eventId < b.eventId ? -1 : 1);

const about = (many: number, sentence: (many: number) => string): string[] =>
  many > 0 ? [sentence(Math.round(many))] : [];

function hasCapacity(services: Set<string>, service: string): boolean {
  if (services.has(service)) return true;
  if (services.size >= SERVICES_MAX) return false;
  services.add(service);
  return true;
}
