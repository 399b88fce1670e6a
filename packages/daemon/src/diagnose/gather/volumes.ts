import { levelOf } from "../../model/log-level.ts";
import { isErrorLevel } from "../../model/log-outcome.ts";
import type { Telemetry } from "../../model/telemetry.ts";
import type { CountedStart } from "../../signal/telemetry-counts.ts";
import type { Grid, Volume } from "./incident-picture.ts";
import { endOf, STEP_MS } from "./window.ts";

/** Counted volumes per service; longer buckets are spread over their steps. */
export function volumesOf(
  services: readonly string[],
  counted: readonly CountedStart[],
  span: number,
  grid: Grid,
): Volume[] {
  const volumes = new Map(services.map((service) => [service, silence(service, grid)]));
  for (const { service, start, events, logs, errors } of counted) {
    const volume = volumes.get(service);
    if (volume === undefined) continue;
    const share = grid.step / span;
    for (let at = start; at < start + span; at += grid.step) {
      const step = Math.floor((at - grid.start) / grid.step);
      if (step < 0 || step >= grid.count) continue;
      volume.events[step] = (volume.events[step] ?? 0) + events * share;
      volume.logs[step] = (volume.logs[step] ?? 0) + logs * share;
      volume.errors[step] = (volume.errors[step] ?? 0) + errors * share;
    }
  }
  return [...volumes.values()];
}

export const silence = (service: string, { count }: Grid): Volume => ({
  service,
  events: new Float64Array(count),
  logs: new Float64Array(count),
  errors: new Float64Array(count),
});

/** Assumed where nothing is counted. */
const UNKNOWN = { events: 3000, logs: 2000, errors: 1000 } as const;

export function unknownVolume(service: string, grid: Grid): Volume {
  const volume = silence(service, grid);
  volume.events.fill(UNKNOWN.events);
  volume.logs.fill(UNKNOWN.logs);
  volume.errors.fill(UNKNOWN.errors);
  return volume;
}

export const total = (values: Float64Array): number => values.reduce((sum, each) => sum + each, 0);

export interface Weighed {
  readonly telemetry: Telemetry;
  readonly weight: number;
}

/** Errors, other logs, and other events. */
type Stratum = 0 | 1 | 2;
const stratumOf = (telemetry: Telemetry): Stratum =>
  telemetry.kind !== "log" ? 2 : isErrorLevel(levelOf(telemetry)) ? 0 : 1;
const countOf = ({ events, logs, errors }: CountedStart, stratum: Stratum): number =>
  [errors, logs - errors, events - logs][stratum] as number;

/** Corrects sample weights to the counts per bucket of `span`. Partial and empty buckets correct nothing. */
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

/** Volume estimated from a sample. */
export function estimatedVolume(service: string, sample: readonly Weighed[], grid: Grid): Volume {
  const volume = silence(service, grid);
  for (const { telemetry, weight } of sample) {
    const step = Math.floor((telemetry.timestamp - grid.start) / grid.step);
    volume.events[step] = (volume.events[step] ?? 0) + weight;
    if (telemetry.kind !== "log") continue;
    volume.logs[step] = (volume.logs[step] ?? 0) + weight;
    if (isErrorLevel(levelOf(telemetry))) volume.errors[step] = (volume.errors[step] ?? 0) + weight;
  }
  return volume;
}

export interface ServiceRead {
  readonly service: string;
  readonly read: number;
  /** Counted events, if known. */
  readonly events: number;
  /** Whether some stand for others. */
  readonly isSample: boolean;
}

/**
 * Describes unread events. `span`: bucket length in milliseconds. Deployments are counted but not read, so a
 * difference alone is no sampling.
 */
export function howMuch(reads: readonly ServiceRead[], span: number): string[] {
  if (span !== STEP_MS) return ["For so long ago there are no counts by the minute: how much came is estimated."];
  const read = reads.reduce((sum, each) => sum + each.read, 0);
  const all = Math.round(reads.reduce((sum, each) => sum + each.events, 0));
  if (read >= all || !reads.some(({ isSample }) => isSample)) return [];
  return [
    `${read} of ${all} events were read, those of trouble and of the nearest services first; counts of messages are estimates.`,
  ];
}
