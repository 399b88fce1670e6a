import { MINUTE_MS } from "../../kernel/clock.ts";
import type { Incident } from "../../model/incident.ts";
import { bucketStartOf } from "../../model/telemetry-count.ts";
import { AFTER_MS, BASELINE_MIN_MS, BASELINE_MS } from "./gathering-limits.ts";
import type { Grid, Hop, MetricSeries, Picture, Volume } from "./incident-picture.ts";

/** Whole minutes, as telemetry is counted in them. */
export const STEP_MS = MINUTE_MS;

/** From four hours before the detection to half an hour after, in minutes. */
export function windowOf(noticedAt: number, { resolvedAt }: Incident, now: number): Grid {
  const start = bucketStartOf(noticedAt - BASELINE_MS, STEP_MS);
  // Backfilled incidents end after their telemetry; future ones are accepted.
  const end = Math.max(noticedAt, Math.min(now, resolvedAt ?? now, noticedAt + AFTER_MS));
  return { start, step: STEP_MS, count: (bucketStartOf(end, STEP_MS) - start) / STEP_MS + 1 };
}

export const endOf = ({ start, step, count }: Grid): number => start + step * count;

export type GatheredTelemetry = Pick<Picture, "patterns" | "metrics" | "hops" | "volumes" | "omitted">;

/** Cuts off the time before the first event of any service: its start is no change. */
export function withoutSilence(
  { patterns, metrics, hops, volumes }: GatheredTelemetry,
  grid: Grid,
  noticedAt: number,
): Pick<Picture, "grid" | "patterns" | "metrics" | "hops" | "volumes"> {
  const latest = (bucketStartOf(noticedAt - BASELINE_MIN_MS, STEP_MS) - grid.start) / grid.step;
  const from = Math.max(0, Math.min(latest, firstHeard(volumes, grid)));
  if (from === 0) return { grid, patterns, metrics, hops, volumes };
  const cut = (values: Float64Array): Float64Array => values.subarray(from);
  const cutSeries = <Series extends MetricSeries | Hop>(series: Series): Series => ({
    ...series,
    values: cut(series.values),
    eventIds: series.eventIds.slice(from),
  });
  return {
    grid: { start: grid.start + from * grid.step, step: grid.step, count: grid.count - from },
    patterns: patterns.map((pattern) => ({ ...pattern, counts: cut(pattern.counts) })),
    metrics: metrics.map(cutSeries),
    hops: hops.map(cutSeries),
    volumes: volumes.map(({ service, events, logs, errors }) => ({
      service,
      events: cut(events),
      logs: cut(logs),
      errors: cut(errors),
    })),
  };
}

const firstHeard = (volumes: readonly Volume[], { count }: Grid): number =>
  volumes.reduce((first, { events }) => {
    const heard = events.findIndex((many) => many > 0);
    return heard < 0 ? first : Math.min(first, heard);
  }, count);
