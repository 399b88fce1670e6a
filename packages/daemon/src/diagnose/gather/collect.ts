import type { Telemetry } from "../../model/telemetry.ts";
import type { Grid, LogPattern, MetricSeries } from "../picture.ts";
import { PATTERNS_IN_TURN, SERVICES_MAX } from "./limits.ts";
import { createLogPatterns } from "./log-patterns.ts";
import { createMetricSeries } from "./metric-series.ts";

export interface Collector {
  /** `weight`: for how many of its kind this one stands, where not all are read. What lies outside the grid is passed over. */
  add(telemetry: Telemetry, weight?: number): void;
  picture(): Collected;
  /** The same in several turns: `pause` is waited for between them. */
  pictureInTurns(pause: () => Promise<void>): Promise<Collected>;
}

export interface Collected {
  readonly patterns: readonly LogPattern[];
  readonly metrics: readonly MetricSeries[];
  /** What there was no room for, a sentence each. */
  readonly omitted: readonly string[];
}

/** Turns telemetry, in any order, into kinds of log messages and series of metrics by event time. Bounded in memory. */
export function createCollector(grid: Grid): Collector {
  const services = new Set<string>();
  const logs = createLogPatterns(grid);
  const metrics = createMetricSeries(grid);

  const collected = (patterns: readonly LogPattern[]): Collected => ({
    patterns: patterns.toSorted(byTime),
    metrics: metrics.series(),
    omitted: [
      ...about(logs.left(), (many) => `About ${many} log messages are of kinds too rare to be listed.`),
      ...about(metrics.left(), (many) => `${many} metric points are of series beyond those that are compared.`),
    ],
  });

  return {
    add(telemetry, weight = 1) {
      const step = Math.floor((telemetry.timestamp - grid.start) / grid.step);
      if (!(step >= 0 && step < grid.count) || !hasRoom(services, telemetry.service)) return;
      if (telemetry.kind === "log") logs.add(telemetry, step, weight);
      if (telemetry.kind === "metric") metrics.add(telemetry, step, weight);
    },
    picture: () => collected([...logs.patterns()]),
    async pictureInTurns(pause) {
      const patterns: LogPattern[] = [];
      for (const pattern of logs.patterns()) {
        if (patterns.push(pattern) % PATTERNS_IN_TURN === 0) await pause();
      }
      await pause();
      return collected(patterns);
    },
  };
}

const byTime = (a: LogPattern, b: LogPattern): number => a.firstAt - b.firstAt || (a.eventId < b.eventId ? -1 : 1);

const about = (many: number, sentence: (many: number) => string): string[] =>
  many > 0 ? [sentence(Math.round(many))] : [];

function hasRoom(services: Set<string>, service: string): boolean {
  if (services.has(service)) return true;
  if (services.size >= SERVICES_MAX) return false;
  services.add(service);
  return true;
}
