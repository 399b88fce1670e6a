import { bucketStartOf } from "../../model/telemetry-count.ts";
import type { Grid, Picture, Volume } from "../picture/incident-picture.ts";
import { BASELINE_MIN_MS } from "./gathering-limits.ts";
import { STEP_MS } from "./window.ts";

export type GatheredTelemetry = Pick<Picture, "patterns" | "metrics" | "hops" | "volumes" | "omitted">;

/** Cuts off the time before anything was heard of any of the services: what begins there is no change in them. */
export function withoutSilence(
  { patterns, metrics, hops, volumes }: GatheredTelemetry,
  grid: Grid,
  noticedAt: number,
): Pick<Picture, "grid" | "patterns" | "metrics" | "hops" | "volumes"> {
  const latest = (bucketStartOf(noticedAt - BASELINE_MIN_MS, STEP_MS) - grid.start) / grid.step;
  const from = Math.max(0, Math.min(latest, firstHeard(volumes, grid)));
  if (from === 0) return { grid, patterns, metrics, hops, volumes };
  const cut = (values: Float64Array): Float64Array => values.subarray(from);
  return {
    grid: { start: grid.start + from * grid.step, step: grid.step, count: grid.count - from },
    patterns: patterns.map((pattern) => ({ ...pattern, counts: cut(pattern.counts) })),
    metrics: metrics.map((series) => ({
      ...series,
      values: cut(series.values),
      eventIds: series.eventIds.slice(from),
    })),
    hops: hops.map((hop) => ({
      ...hop,
      values: cut(hop.values),
      eventIds: hop.eventIds.slice(from),
    })),
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
