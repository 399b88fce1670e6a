// The method: docs/methods/pooled-noise.md

import { quantile } from "../../methods/robust/robust-spread.ts";
import { carryForward, medianGap } from "../../methods/robust/sampling-rhythm.ts";
import type { Grid } from "../gather/incident-picture.ts";
import { countedEffectSize, devianceScore, measuredEffectSize } from "./effect-size.ts";
import { type Flow, isLed } from "./flow.ts";
import type { Onset } from "./onset.ts";
import type { Signal } from "./signal.ts";

/** A signal's change after the onset, compared with its own past. */
export interface Deviation {
  readonly signal: Signal;
  /** End of the past: the onset, or an earlier change point of the signal. */
  readonly pastTo: number;
  /** Median before, and quantile after; means for counts. */
  readonly before: number;
  readonly after: number;
  /** Effect size in scales of the past, reduced for noisy metrics. */
  readonly distance: number;
  /** The scale of the past; 0 for counts. */
  readonly unit: number;
  readonly rhythm: number;
  /** The first troubled step. */
  readonly since: number;
  /** Extrapolated beginning of a gradual climb, in fractional steps; else the first step. */
  readonly origin: number;
  /** The step that reached most of the distance. */
  readonly arrived: number;
  readonly rises: boolean;
  /** For counts: appeared or vanished. */
  readonly presence: "new" | "gone" | "other";
}

/** Tolerance for clock differences and coarse steps. */
export const LATE_STEPS = 1;
/** Steps after a change in which a symptom belongs to it. */
const SOON_STEPS = 1.5;

/** Sparse metrics show a change later. */
export function comesWith({ start, step }: Grid, changedAt: number, { origin, rhythm }: Deviation): boolean {
  const began = start + origin * step;
  return began >= changedAt - LATE_STEPS * step && began <= changedAt + (SOON_STEPS + rhythm - 1) * step;
}

/** Quantile of the past's extremes, and its distance for a normal distribution. */
const EXTREMES = 0.97;
const EXTREME_SCALES = 2.2;
/** Fewer services say nothing about each other. */
const PEERS_MIN = 4;

/** Pools the noise estimate over series with the same metric name: earlier jumps in some weaken the evidence of all. */
export function poolNoise(deviations: readonly Deviation[]): Deviation[] {
  const gauges = deviations.filter(({ signal }) => !signal.counted);
  const peers = Map.groupBy(gauges, ({ signal }) => signal.name);
  const noiseFactors = new Map<string, number>();
  for (const [name, all] of peers) if (all.length >= PEERS_MIN) noiseFactors.set(name, noiseFactorOf(all));
  return deviations.map((deviation) => {
    const factor = deviation.signal.counted ? 1 : (noiseFactors.get(deviation.signal.name) ?? 1);
    return factor === 1 ? deviation : { ...deviation, distance: deviation.distance / factor };
  });
}

/** Extremes of the past relative to a normal distribution. */
function noiseFactorOf(peers: readonly Deviation[]): number {
  const leaps = new Float64Array(peers.reduce((sum, { pastTo }) => sum + pastTo, 0));
  let size = 0;
  for (const { signal, before, unit, pastTo } of peers) {
    if (unit === 0) continue;
    for (let at = 0; at < pastTo; at += 1) {
      const value = signal.values[at] as number;
      if (Number.isFinite(value)) leaps[size++] = Math.abs(value - before) / unit;
    }
  }
  if (size === 0) return 1;
  return Math.max(1, quantile(leaps.subarray(0, size).sort(), EXTREMES) / EXTREME_SCALES);
}

/** Later steps are left to repair and other troubles. */
const STEPS_AFTER = 60;
/** An earlier change point of this relative gain ends the past. */
const PLAINER = 2;

export function deviationsOf(
  signals: readonly Signal[],
  { step, requestsFrom, changes }: Onset,
  flow: Flow,
): Deviation[] {
  const deviations: Deviation[] = [];
  for (const [index, signal] of signals.entries()) {
    const change = changes[index];
    const isEarlier = change && signal.kind === "metric" && change.best < step;
    const isPlainer = change && (change.gains[change.best] ?? 0) > PLAINER * (change.gains[step] ?? 0);
    const from = signal.hop ? requestsFrom : isLed(signal) ? oddestFrom(signal, requestsFrom, flow) : step;
    const found = deviationOf(signal, isEarlier && isPlainer ? change.best : from, flow);
    if (found) deviations.push(found);
  }
  return poolNoise(deviations);
}

/** Steps after the onset in which messages are searched for their oddest beginning. */
const ODD_WITHIN = 3;

/** The oddest step: an early onset must not blur a later change. */
function oddestFrom(signal: Signal, step: number, flow: Flow): number {
  const end = Math.min(signal.values.length, step + STEPS_AFTER);
  let [best, most] = [step, 0];
  for (let at = step; at < Math.min(end, step + ODD_WITHIN); at += 1) {
    const odd = devianceScore(signal, at, end, flow.led(signal, at, end));
    if (odd > most) [best, most] = [at, odd];
  }
  return best;
}

/** Share of the distance from which on a step is troubled. */
const TROUBLED_WAY = 0.4;
/** A climb begins this far out of the past, in scales and as a share of the distance. */
const LEAVES_UNITS = 3;
const LEAVES_WAY = 0.05;
const MOST_OF_WAY = 0.8;

function deviationOf(signal: Signal, step: number, flow: Flow): Deviation | null {
  const { values, counted } = signal;
  const end = Math.min(values.length, step + STEPS_AFTER);
  const found = counted ? countedEffectSize(signal, step, end, flow) : measuredEffectSize(signal, step, end);
  if (!found || !Number.isFinite(found.distance)) return null;
  const { before, after, edge, distance, unit } = found;
  const rises = edge > before;
  const way = Math.abs(edge - before);
  const gone = (value: number) => (rises ? value - before : before - value);
  const rhythm = signal.kind === "metric" ? medianGap(values) : 1;
  const steady = carryForward(values, rhythm);
  const troubled = beganAt(steady, step, end, (value) => gone(value) > TROUBLED_WAY * way);
  const leaves = Math.max(LEAVES_UNITS * unit, LEAVES_WAY * way);
  const since = counted ? troubled : backWhile(steady, troubled, (value) => gone(value) > leaves);
  const arrived = firstFrom(steady, since, end, (value) => gone(value) > MOST_OF_WAY * way);
  const origin = originOf(since, arrived, leaves, (step) => gone(steady[step] as number));
  const presence = !counted ? "other" : before === 0 ? "new" : after === 0 ? "gone" : "other";
  return { signal, pastTo: step, before, after, distance, unit, rhythm, since, origin, arrived, rises, presence };
}

/** Extrapolates the line of a climb back to the past. A jump is not a climb. */
function originOf(since: number, arrived: number, leaves: number, gone: (step: number) => number): number {
  const slope = (gone(arrived) - gone(since)) / (arrived - since);
  const isLeap = !(slope > 0) || gone(since) - slope > leaves;
  return isLeap ? since : Math.max(0, 2 * since - arrived, since - gone(since) / slope);
}

/** The beginning of the troubled steps, which may lie before the onset. */
function beganAt(values: Float64Array, step: number, end: number, troubled: (value: number) => boolean): number {
  const earlier = backWhile(values, step, troubled);
  if (earlier < step) return earlier;
  return firstFrom(values, step, end, troubled);
}

/** The first matching step, else `from`. */
function firstFrom(values: Float64Array, from: number, end: number, is: (value: number) => boolean): number {
  for (let step = from; step < end; step += 1) if (is(values[step] as number)) return step;
  return from;
}

function backWhile(values: Float64Array, from: number, troubled: (value: number) => boolean): number {
  let began = from;
  while (began > 0 && troubled(values[began - 1] as number)) began -= 1;
  return began;
}
