// The method: docs/methods/pooled-noise.md

import { quantile } from "../../methods/robust/robust-spread.ts";
import { carryForward, medianGap } from "../../methods/robust/sampling-rhythm.ts";
import type { Grid } from "../gather/incident-picture.ts";
import { countedEffectSize, measuredEffectSize, oddness } from "./effect-size.ts";
import { type Flow, isLed } from "./flow.ts";
import type { Onset } from "./onset.ts";
import type { Signal } from "./signal.ts";

/** How a signal behaves after the onset, measured by its own past. */
export interface Deviation {
  readonly signal: Signal;
  /** The step that its past ends before: the onset, or an earlier change of its own. */
  readonly pastTo: number;
  /** Of a step: the median before, and the far end of what came after; of what is counted, means. */
  readonly before: number;
  readonly after: number;
  /** How far it went, in scales of the past; less where other services' metrics of that name often go far. */
  readonly distance: number;
  /** One scale of the past; 0 of what is counted. */
  readonly unit: number;
  /** Steps from one of its values to the next. */
  readonly rhythm: number;
  /** The first step of its own trouble. */
  readonly since: number;
  /** Where the line of a climb meets the past, of a step and parts of one; else the first step. */
  readonly origin: number;
  /** From which it has gone most of its way: the same, but for what climbs. */
  readonly arrived: number;
  readonly rises: boolean;
  /** Of what is counted: it never came before, or comes no more. */
  readonly turn: "new" | "gone" | "other";
}

/** Steps by which a change may seem to come late: clocks differ, and a step is coarse. */
export const LATE_STEPS = 1;
/** Steps after a change within which what begins comes with it. */
const SOON_STEPS = 1.5;

/** Whether what began came with the change. A metric that comes every few steps shows it that much later. */
export function comesWith({ start, step }: Grid, changedAt: number, { origin, rhythm }: Deviation): boolean {
  const began = start + origin * step;
  return began >= changedAt - LATE_STEPS * step && began <= changedAt + (SOON_STEPS + rhythm - 1) * step;
}

/** A share of the past that its extremes make up, and how many scales off they lie where values scatter normally. */
const EXTREMES = 0.97;
const EXTREME_SCALES = 2.2;
/** Fewer services of one metric tell nothing of each other. */
const PEERS_MIN = 4;

/**
 * The noise estimate is pooled over all series with the same metric name: a jump that some of them made before is weak
 * evidence for any of them.
 */
export function poolNoise(deviations: readonly Deviation[]): Deviation[] {
  const peers = new Map<string, Deviation[]>();
  for (const deviation of deviations) {
    if (deviation.signal.counted) continue;
    const known = peers.get(deviation.signal.name);
    if (known) known.push(deviation);
    else peers.set(deviation.signal.name, [deviation]);
  }
  const noiseFactors = new Map<string, number>();
  for (const [name, all] of peers) if (all.length >= PEERS_MIN) noiseFactors.set(name, noiseFactorOf(all));
  return deviations.map((deviation) => {
    const factor = deviation.signal.counted ? 1 : (noiseFactors.get(deviation.signal.name) ?? 1);
    return factor === 1 ? deviation : { ...deviation, distance: deviation.distance / factor };
  });
}

/** How many times further than normal the extremes of the past lie. */
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

/** Steps after the onset that are looked at: repair and other troubles come later. */
const STEPS_AFTER = 60;
/** A change of its own that is plainer by so much was before the onset: its past ended there. */
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

/** Steps after the onset within which what requests say may turn odd. */
const ODD_WITHIN = 3;

/** From where on a kind of message is oddest: an onset that is found some steps early must not blur what comes later. */
function oddestFrom(signal: Signal, step: number, flow: Flow): number {
  const end = Math.min(signal.values.length, step + STEPS_AFTER);
  let [best, most] = [step, 0];
  for (let at = step; at < Math.min(end, step + ODD_WITHIN); at += 1) {
    const odd = oddness(signal, at, end, flow.led(signal, at, end));
    if (odd > most) [best, most] = [at, odd];
  }
  return best;
}

/** A step is troubled from this share of the whole way on. */
const TROUBLED_WAY = 0.4;
/** A climb begins where the values leave the past for good: by so many scales, and such a share of the way. */
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
  const turn = !counted ? "other" : before === 0 ? "new" : after === 0 ? "gone" : "other";
  return { signal, pastTo: step, before, after, distance, unit, rhythm, since, origin, arrived, rises, turn };
}

/**
 * Drawn on to the past, the line through the step where a climb shows and the one where it has gone most of its way.
 * What leaps out of the past is no climb.
 */
function originOf(since: number, arrived: number, leaves: number, gone: (step: number) => number): number {
  const slope = (gone(arrived) - gone(since)) / (arrived - since);
  const isLeap = !(slope > 0) || gone(since) - slope > leaves;
  return isLeap ? since : Math.max(0, 2 * since - arrived, since - gone(since) / slope);
}

/** Where the row of troubled steps begins, going back over the onset too. */
function beganAt(values: Float64Array, step: number, end: number, troubled: (value: number) => boolean): number {
  const earlier = backWhile(values, step, troubled);
  if (earlier < step) return earlier;
  return firstFrom(values, step, end, troubled);
}

/** The first such step, or the one to begin with. */
function firstFrom(values: Float64Array, from: number, end: number, is: (value: number) => boolean): number {
  for (let step = from; step < end; step += 1) if (is(values[step] as number)) return step;
  return from;
}

function backWhile(values: Float64Array, from: number, troubled: (value: number) => boolean): number {
  let began = from;
  while (began > 0 && troubled(values[began - 1] as number)) began -= 1;
  return began;
}
