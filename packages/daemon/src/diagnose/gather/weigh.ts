import type { LogLevel, Telemetry } from "../../model/telemetry.ts";
import type { CountedStart } from "../../signal/telemetry-counts.ts";
import type { Grid, Volume } from "../picture/incident-picture.ts";
import { silence } from "./volumes.ts";
import { endOf } from "./window.ts";

export interface Weighed {
  readonly telemetry: Telemetry;
  readonly weight: number;
}

/** What is counted apart: logs of trouble, other logs, and what is no log. */
type Stratum = 0 | 1 | 2;
const isTrouble = (level: LogLevel): boolean => level === "error" || level === "fatal";
const stratumOf = (telemetry: Telemetry): Stratum =>
  telemetry.kind !== "log" ? 2 : isTrouble(telemetry.level) ? 0 : 1;
const countOf = ({ events, logs, errors }: CountedStart, stratum: Stratum): number =>
  [errors, logs - errors, events - logs][stratum] as number;

/**
 * A sample's weights, corrected so that they come to what was counted in each bucket of `span`. `counted` is of the
 * same service. Buckets that lie partly outside the grid, and those that nothing was drawn from, correct nothing.
 */
export function corrected(
  sample: readonly Weighed[],
  counted: readonly CountedStart[],
  span: number,
  grid: Grid,
): readonly Weighed[] {
  if (sample.every(({ weight }) => weight === 1)) return sample;
  const inside = counted.filter(({ start }) => start >= grid.start && start + span <= endOf(grid));
  const counts = new Map(inside.map((bucket) => [bucket.start, bucket]));
  const sums = new Map<number, [number, number, number]>();
  const bucketOf = ({ timestamp }: Telemetry): number => Math.floor(timestamp / span) * span;
  for (const { telemetry, weight } of sample) {
    const bucket = bucketOf(telemetry);
    const sum = sums.get(bucket) ?? [0, 0, 0];
    sum[stratumOf(telemetry)] += weight;
    sums.set(bucket, sum);
  }
  return sample.map(({ telemetry, weight }) => {
    const bucket = bucketOf(telemetry);
    const count = counts.get(bucket);
    const stratum = stratumOf(telemetry);
    const sum = sums.get(bucket)?.[stratum] ?? 0;
    const known = count === undefined ? 0 : countOf(count, stratum);
    return { telemetry, weight: known > 0 && sum > 0 ? Math.max(1, (weight * known) / sum) : weight };
  });
}

/** What a sample says about how much there was, where nothing finer than hours is counted. */
export function estimatedVolume(service: string, sample: readonly Weighed[], grid: Grid): Volume {
  const volume = silence(service, grid);
  for (const { telemetry, weight } of sample) {
    const step = Math.floor((telemetry.timestamp - grid.start) / grid.step);
    volume.events[step] = (volume.events[step] ?? 0) + weight;
    if (telemetry.kind !== "log") continue;
    volume.logs[step] = (volume.logs[step] ?? 0) + weight;
    if (isTrouble(telemetry.level)) volume.errors[step] = (volume.errors[step] ?? 0) + weight;
  }
  return volume;
}
