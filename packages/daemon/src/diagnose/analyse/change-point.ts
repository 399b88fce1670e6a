import { finestScale } from "./finest-scale.ts";
import { quantile, sortedPart, spreadOf } from "./robust.ts";
import type { Signal } from "./signal.ts";
import { FALL_STEPS_MIN } from "./way.ts";

/**
 * How much better a series is described by two levels, one before each step and one from it on, than by one: twice
 * the gain in log likelihood, as of normal noise. Large values are drawn in first, so that a spike is no level;
 * neighbours that resemble each other count as fewer, so that a wander is no step.
 */
export interface ChangePoint {
  /** For each step: the gain of a change there. */
  readonly gains: Float64Array;
  readonly best: number;
}

/** A level needs so many values before and behind the step. */
const BEFORE_MIN = 4;
const BEHIND_MIN = 1;
/** Residuals smaller than this, in scales of the series, are no finer knowledge. */
const NOISE_FLOOR = 0.3;
const INDEPENDENCE_MIN = 0.02;
const SCALE_OF_RANGE = 0.01;

export function changePointOf(signal: Signal, to: number): ChangePoint {
  const drawn = drawnIn(signal, to);
  const { places, sums, squares } = running(drawn);
  const gains = new Float64Array(to);
  const size = places.length;
  let best = 0;
  let highest = 0;
  let bestPlace = 0;
  const total = squares[size] as number;
  const whole = (sums[size] as number) ** 2 / size;
  const floor = size * NOISE_FLOOR ** 2;
  for (let place = BEFORE_MIN; place <= size - BEHIND_MIN; place += 1) {
    const before = sums[place] as number;
    const behind = (sums[size] as number) - before;
    const explained = before ** 2 / place + behind ** 2 / (size - place);
    const gain = size * Math.log((total - whole + floor) / (Math.max(0, total - explained) + floor));
    if (!Number.isFinite(gain)) continue;
    const falls = behind / (size - place) < before / place;
    if (falls && signal.kind !== "metric" && size - place < FALL_STEPS_MIN) continue;
    // A change anywhere between two values is the same change.
    gains.fill(gain, (places[place - 1] as number) + 1, (places[place] as number) + 1);
    if (gain > highest) [highest, best, bestPlace] = [gain, places[place] as number, place];
  }
  const trust = independence(drawn, places, bestPlace);
  for (let step = 0; step < to; step += 1) gains[step] = (gains[step] as number) * trust;
  return { gains, best };
}

/** In scales from the median of all, with large ones drawn in; NaN stays NaN. */
function drawnIn(signal: Signal, to: number): Float64Array {
  const { values } = signal;
  const sorted = sortedPart(values, 0, to);
  const { median, scale } = spreadOf(sorted);
  const range = quantile(sorted, 1) - quantile(sorted, 0);
  const unit = Math.max(scale, range * SCALE_OF_RANGE, finestScale(signal, sorted, median)) || 1;
  const drawn = new Float64Array(to);
  for (let step = 0; step < to; step += 1) drawn[step] = Math.asinh(((values[step] as number) - median) / unit);
  return drawn;
}

function running(values: Float64Array) {
  const places: number[] = [];
  const sums = [0];
  const squares = [0];
  values.forEach((value, step) => {
    if (!Number.isFinite(value)) return;
    const last = places.push(step) - 1;
    sums.push((sums[last] as number) + value);
    squares.push((squares[last] as number) + value * value);
  });
  return { places, sums, squares };
}

/** The share of values that say something new: (1 - r) / (1 + r) of the residuals about both levels. */
function independence(values: Float64Array, places: readonly number[], split: number): number {
  const at = (place: number) => values[places[place] as number] as number;
  const levels = [meanOf(at, 0, split), meanOf(at, split, places.length)] as const;
  const residual = (place: number) => at(place) - (place < split ? levels[0] : levels[1]);
  let product = 0;
  let square = 0;
  for (let place = 1; place < places.length; place += 1) {
    product += residual(place) * residual(place - 1);
    square += residual(place) ** 2;
  }
  const likeness = Math.max(0, product / (square + places.length * NOISE_FLOOR ** 2));
  return Math.max(INDEPENDENCE_MIN, (1 - likeness) / (1 + likeness));
}

function meanOf(at: (place: number) => number, from: number, to: number): number {
  let sum = 0;
  for (let place = from; place < to; place += 1) sum += at(place);
  return to > from ? sum / (to - from) : 0;
}
