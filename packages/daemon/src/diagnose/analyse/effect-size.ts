// The method: docs/methods/effect-size.md

import { quantile, robustSpreadOf, sortedPart } from "../../methods/robust/robust-spread.ts";
import { type Flow, sum } from "./flow.ts";
import type { Signal } from "./signal.ts";
import { isShareOfGood } from "./signal-words.ts";

/** Minimum noise of a gauge, relative to its level. */
const SCALE_OF_LEVEL = 0.02;
export const countScale = (level: number): number => Math.sqrt(level + 0.5);

/** Minimum noise of a hop, as a logarithm. */
const HOP_SCALE = 0.15;

/** Lower bound of the noise, however calm the past. `sorted` are its values. */
export function finestScale({ kind, name, counted }: Signal, sorted: Float64Array, median: number): number {
  if (kind === "hop") return HOP_SCALE;
  if (counted) return countScale(Math.abs(median));
  return SCALE_OF_LEVEL * Math.min(Math.abs(median), toTop(name, sorted, median));
}

/** The failing remainder of a success ratio: 99.9 and 99 % differ tenfold. */
function toTop(name: string, sorted: Float64Array, median: number): number {
  const most = sorted.at(-1) ?? 0;
  if (!isShareOfGood(name) || most > 100) return Number.POSITIVE_INFINITY;
  return Math.abs((most <= 1 ? 1 : 100) - median);
}

export interface EffectSize {
  readonly before: number;
  readonly after: number;
  /** The upper or lower quantile after the onset, whichever is further. */
  readonly edge: number;
  /** In scales of the past, which is the noise of the signal. */
  readonly distance: number;
  /** One scale; 0 for counts. */
  readonly unit: number;
}

/** Troubled from this many scales on. */
export const DEVIANT_FROM = 3;
/** Quantile of the edge; single steps may be outliers. */
const UPPER = 0.75;
/** Minimum past. */
const BEFORE_MIN = 3;
/** A constant past has no scale; the longer it is, the finer the assumed scale. */
const STEPS_PER_SCALE = 4;
/** Maximum for any past. */
const SCALES_MAX = 2000;

export function measuredEffectSize(signal: Signal, step: number, end: number): EffectSize | null {
  const { values } = signal;
  const past = sortedPart(values, 0, step);
  const present = sortedPart(values, step, end);
  if (past.length < BEFORE_MIN || present.length === 0) return null;
  const { count, median, scale } = robustSpreadOf(past);
  const edge = edgeOf(present, median);
  const shift = Math.abs(edge - median);
  const unit = Math.max(scale, finestScale(signal, past, median));
  const finest = shift / (scale > 0 ? SCALES_MAX : Math.max(2, count / STEPS_PER_SCALE));
  return { before: median, after: edge, edge, distance: shift === 0 ? 0 : shift / Math.max(unit, finest), unit };
}

/** Rarer counts per step are judged by their sum. */
export const RARE_BELOW = 1;
/** An event that was never seen may have been due. */
const UNSEEN = 0.5;
/** Rare events are more surprising. */
const RARE_EVENT_WEIGHT = 2;
/** Rare events without a complaint must exceed chance by this. */
const ODD_FROM = 2;
/** The last steps may be incomplete, so a shorter fall is ignored. */
export const FALL_STEPS_MIN = 3;

/** Rare counts are compared by their sum, frequent ones by their steps. */
export function countedEffectSize(signal: Signal, step: number, end: number, flow: Flow): EffectSize | null {
  const { values } = signal;
  const past = countsOf(values, 0, step);
  const present = countsOf(values, step, end);
  if (past.steps < BEFORE_MIN || present.steps === 0) return null;
  const expected = flow.led(signal, step, end);
  if (expected) {
    const isLast = signal.values.length - step < FALL_STEPS_MIN;
    const isMissing = present.sum < sum(expected, step, end);
    return isLast && isMissing && !flow.isHeard(signal, step, end)
      ? null
      : effectSizeAgainstExpected(signal, step, end, expected);
  }
  const growth = flow.growth(signal, step, end);
  const before = (past.sum / past.steps) * growth;
  const after = present.sum / present.steps;
  if (after < before && signal.kind !== "metric" && present.steps < FALL_STEPS_MIN) return null;
  if (before < RARE_BELOW) {
    const chance = Math.max(past.sum * growth, UNSEEN) * (present.steps / past.steps);
    const edge = after > before ? Math.max(after, present.most) : after;
    const odd = devianceResidual(present.sum, chance);
    if (odd < ODD_FROM && !isComplaint(signal)) return null;
    return { before, after, edge, distance: RARE_EVENT_WEIGHT * odd, unit: 0 };
  }
  const furthest = Math.max(present.most - before, before - present.least);
  if (furthest < DEVIANT_FROM * countScale(before)) return null;
  const { scale } = robustSpreadOf(sortedPart(values, 0, step));
  const edge = edgeOf(sortedPart(values, step, end), before);
  const unit = Math.max(scale * growth, countScale(before));
  const isSilent = signal.kind === "volume" && present.sum === 0;
  const distance = isSilent ? silenceOf(before, present.steps, unit) : Math.abs(edge - before) / unit;
  return { before, after, edge, distance, unit: 0 };
}

/** Compares messages with the expectation from their leaders. */
function effectSizeAgainstExpected(
  signal: Signal,
  step: number,
  end: number,
  expected: Float64Array,
): EffectSize | null {
  const { values } = signal;
  const present = countsOf(values, step, end);
  const odd = devianceScore(signal, step, end, expected);
  if (odd < ODD_FROM && !isComplaint(signal)) return null;
  const before = sum(expected, step, end) / present.steps;
  const after = present.sum / present.steps;
  const edge = after > before ? Math.max(after, present.most) : after;
  return { before: sum(values, 0, step) === 0 ? 0 : before, after, edge, distance: RARE_EVENT_WEIGHT * odd, unit: 0 };
}

/**
 * Deviance residual against the expectation, relative to past dispersion. A usual frequency is not odd, even if
 * requests took a shortcut.
 */
export function devianceScore({ values }: Signal, step: number, end: number, expected: Float64Array | null): number {
  if (!expected) return 0;
  const least = (UNSEEN * (end - step)) / step;
  const led = Math.max(sum(expected, step, end), least);
  const usual = Math.max((sum(values, 0, step) * (end - step)) / step, least);
  const came = sum(values, step, end);
  const nearest = Math.max(Math.min(led, usual), Math.min(came, Math.max(led, usual)));
  let scatter = 0;
  for (let at = 0; at < step; at += 1) scatter += ((values[at] as number) - (expected[at] as number)) ** 2;
  const dispersion = Math.max(1, scatter / Math.max(1, sum(expected, 0, step)));
  return devianceResidual(came, nearest) / Math.sqrt(dispersion);
}

/** Silence becomes more significant with its length. */
const silenceOf = (before: number, steps: number, unit: number): number => (before * Math.sqrt(steps)) / unit;

/** A single error message may be significant. */
const isComplaint = ({ kind, nature }: Signal): boolean =>
  kind !== "metric" && nature !== "other" && nature !== "traffic";

/** Square root of the deviance, which is also valid for rare events. */
function devianceResidual(count: number, expected: number): number {
  const log = count === 0 ? 0 : count * Math.log(count / expected);
  return Math.sqrt(Math.max(0, 2 * (log - count + expected)));
}

function countsOf(values: Float64Array, from: number, to: number) {
  let [sum, steps, most, least] = [0, 0, 0, Number.POSITIVE_INFINITY];
  for (let step = from; step < to; step += 1) {
    const value = values[step] as number;
    if (!Number.isFinite(value)) continue;
    sum += value;
    steps += 1;
    if (value > most) most = value;
    if (value < least) least = value;
  }
  return { sum, steps, most, least };
}

function edgeOf(sorted: Float64Array, level: number): number {
  const high = quantile(sorted, UPPER);
  const low = quantile(sorted, 1 - UPPER);
  return high - level > level - low ? high : low;
}
