import { countScale, finestScale } from "./finest-scale.ts";
import type { Onset } from "./onset.ts";
import { quantile, sortedPart, spreadOf } from "./robust.ts";
import type { Signal } from "./signal.ts";

/** How a signal behaves after the onset, measured by its own past. */
export interface Deviation {
  readonly signal: Signal;
  /** Medians of a step, before and after; of what is counted, means. */
  readonly before: number;
  readonly after: number;
  /** The distance between both in scales of the past: how wide it scatters by itself. */
  readonly distance: number;
  readonly unit: number;
  /** The first step of its own trouble. */
  readonly since: number;
  readonly rises: boolean;
  /** Of what is counted: it never came before, or comes no more. */
  readonly turn: "new" | "gone" | "other";
}

/** From so many scales on a signal counts as troubled. */
export const TROUBLED_FROM = 3;
/** A past of so many equal steps vouches for a scale of the way from it: the longer it was, the finer. */
const STEPS_PER_SCALE = 4;
/** Of whatever past. */
const SCALES_MAX = 2000;
/** A fall is measured at the lower end of what came after, a rise at the upper one; a few steps may be wild. */
const UPPER = 0.75;
const BEFORE_MIN = 3;
/** Steps after the onset that are looked at: repair and other troubles come later. */
const STEPS_AFTER = 60;

export function deviationsOf(signals: readonly Signal[], onset: Onset): Deviation[] {
  const { step } = onset;
  const deviations: Deviation[] = [];
  const flow = flowsOf(signals);
  for (const [index, signal] of signals.entries()) {
    const change = onset.changes[index];
    const early =
      change &&
      !signal.counted &&
      change.best < step &&
      (change.gains[change.best] ?? 0) > 2 * (change.gains[step] ?? 0);
    const found = deviationOf(signal, early ? change.best : step, flow);
    if (found) deviations.push(found);
  }
  return tempered(deviations, step);
}

/** A share of the past that its extremes make up, and how far they lie where values scatter normally. */
const EXTREMES = 0.97;
const EXTREME_SCALES = 2.2;
const PEERS_MIN = 4;

/**
 * Metrics of one name scatter alike, whatever service they are of: where some of them made such leaps before, a leap
 * says less of any.
 */
function tempered(deviations: readonly Deviation[], step: number): Deviation[] {
  const byName = new Map<string, Deviation[]>();
  for (const deviation of deviations) {
    if (deviation.signal.counted) continue;
    const known = byName.get(deviation.signal.name);
    if (known) known.push(deviation);
    else byName.set(deviation.signal.name, [deviation]);
  }
  const restless = new Map<string, number>();
  for (const [name, peers] of byName) if (peers.length >= PEERS_MIN) restless.set(name, restlessness(peers, step));
  return deviations.map((deviation) => ({
    ...deviation,
    distance: deviation.distance / (restless.get(deviation.signal.name) ?? 1),
  }));
}

/** How many times further than normal the extremes of the past lie. */
function restlessness(peers: readonly Deviation[], step: number): number {
  const leaps: number[] = [];
  for (const { signal, before, unit } of peers) {
    for (let at = 0; at < step; at += 1) {
      const value = signal.values[at] as number;
      if (Number.isFinite(value) && unit > 0) leaps.push(Math.abs(value - before) / unit);
    }
  }
  return Math.max(1, quantile(Float64Array.from(leaps).sort(), EXTREMES) / EXTREME_SCALES);
}

function deviationOf(signal: Signal, step: number, flow: Flow): Deviation | null {
  const end = Math.min(signal.values.length, step + STEPS_AFTER);
  const measured = signal.counted
    ? countedWay(signal.values, step, end, flow(signal, step, end))
    : measuredWay(signal, step, end);
  if (!measured) return null;
  const { before, after, edge, distance, unit } = measured;
  const way = edge - before;
  const troubled = (value: number) =>
    way > 0 ? value - before > TROUBLED_WAY * way : before - value > -TROUBLED_WAY * way;
  const leaves = (value: number) =>
    Math.sign(way) * (value - before) > Math.max(LEAVES_UNITS * unit, LEAVES_WAY * Math.abs(way));
  const since = signal.counted
    ? beganAt(signal.values, step, end, troubled)
    : goneBack(signal.values, beganAt(signal.values, step, end, troubled), leaves);
  const turn = !signal.counted ? "other" : before === 0 ? "new" : after === 0 ? "gone" : "other";
  return { signal, before, after, distance, unit, since, rises: way > 0, turn };
}

/** A climb begins where the values leave the past for good: by so many scales and such a share of the way. */
const LEAVES_UNITS = 3;
const LEAVES_WAY = 0.05;

function goneBack(values: Float64Array, from: number, leaves: (value: number) => boolean): number {
  let began = from;
  while (began > 0 && leaves(values[began - 1] as number)) began -= 1;
  return began;
}

/** A step is troubled from this share of the whole way on. */
const TROUBLED_WAY = 0.4;

interface Way {
  readonly before: number;
  readonly after: number;
  /** Where the upper or lower steps after the onset lie, whichever are further off. */
  readonly edge: number;
  readonly distance: number;
  readonly unit: number;
}

function measuredWay(signal: Signal, step: number, end: number): Way | null {
  const { values } = signal;
  const past = sortedPart(values, 0, step);
  const present = sortedPart(values, step, end);
  if (past.length < BEFORE_MIN || present.length === 0) return null;
  const { count, median, scale } = spreadOf(past);
  const edge = edgeOf(present, median);
  const way = Math.abs(edge - median);
  const unit = Math.max(scale, finestScale(signal, past, median));
  const finest = way / (scale > 0 ? SCALES_MAX : Math.max(2, count / STEPS_PER_SCALE));
  return { before: median, after: edge, edge, distance: way === 0 ? 0 : way / Math.max(unit, finest), unit };
}

/** Of counts the sum tells more than single steps where they are rare; where not, a step has to stand out. */
function countedWay(values: Float64Array, step: number, end: number, flow: number): Way | null {
  const past = countsOf(values, 0, step);
  const present = countsOf(values, step, end);
  if (past.steps < BEFORE_MIN || present.steps === 0) return null;
  const before = (past.sum / past.steps) * flow;
  const after = present.sum / present.steps;
  if (before < RARE_BELOW) {
    const distance =
      surprise(present.sum, Math.max(past.sum * flow, UNSEEN) * (present.steps / past.steps)) * SURPRISE_SCALES;
    return { before, after, edge: after > before ? Math.max(after, present.most) : after, distance, unit: 0 };
  }
  const furthest = Math.max(present.most - before, before - present.least);
  if (furthest < TROUBLED_FROM * countScale(before)) return null;
  const { scale } = spreadOf(sortedPart(values, 0, step));
  const edge = edgeOf(sortedPart(values, step, end), before);
  return {
    before,
    after,
    edge,
    distance: Math.abs(edge - before) / Math.max(scale * flow, countScale(before)),
    unit: 0,
  };
}

/** A rare thing that comes is told from chance more easily than one of many. */
const SURPRISE_SCALES = 2;
/** What never came may have been about to. */
const UNSEEN = 0.5;
/** How far a count lies from the expected one, as the root of its deviance: in scales, for rare things too. */
function surprise(count: number, expected: number): number {
  const log = count === 0 ? 0 : count * Math.log(count / expected);
  return Math.sqrt(Math.max(0, 2 * (log - count + expected)));
}
/** Counts below so many a step are rare. */
const RARE_BELOW = 1;

function countsOf(values: Float64Array, from: number, to: number) {
  let [sum, steps, most, least] = [0, 0, 0, Number.POSITIVE_INFINITY];
  for (let step = from; step < to; step += 1) {
    const value = values[step] as number;
    if (!Number.isFinite(value)) continue;
    sum += value;
    steps += 1;
    most = Math.max(most, value);
    least = Math.min(least, value);
  }
  return { sum, steps, most, least };
}

function edgeOf(sorted: Float64Array, level: number): number {
  const high = quantile(sorted, UPPER);
  const low = quantile(sorted, 1 - UPPER);
  return high - level > level - low ? high : low;
}

/** How much more its service says than before, apart from the signal itself: 1 but for kinds of messages. */
type Flow = (signal: Signal, step: number, end: number) => number;
const FLOW_MIN = 0.1;
const FLOW_MAX = 4;

function flowsOf(signals: readonly Signal[]): Flow {
  const totals = new Map<string, Float64Array>();
  for (const { kind, service, values } of signals) {
    if (kind !== "pattern") continue;
    const total = totals.get(service) ?? new Float64Array(values.length);
    totals.set(service, total);
    values.forEach((value, step) => {
      total[step] = (total[step] as number) + value;
    });
  }
  return ({ kind, nature, service, values }, step, end) => {
    const total = totals.get(service);
    if (kind !== "pattern" || nature !== "other" || !total) return 1;
    const rest = (from: number, to: number) =>
      (countsOf(total, from, to).sum - countsOf(values, from, to).sum + 1) / Math.max(1, to - from);
    return Math.min(FLOW_MAX, Math.max(FLOW_MIN, rest(step, end) / rest(0, step)));
  };
}

/** Where the row of troubled steps begins, going back over the onset too. */
function beganAt(values: Float64Array, step: number, end: number, troubled: (value: number) => boolean): number {
  let began = step;
  while (began > 0 && troubled(values[began - 1] as number)) began -= 1;
  if (began < step) return began;
  while (began < end && !troubled(values[began] as number)) began += 1;
  return began === end ? step : began;
}
