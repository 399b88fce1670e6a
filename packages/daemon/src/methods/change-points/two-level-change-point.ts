import { quantile, robustSpreadOf, sortedPart } from "../robust/robust-spread.ts";

/**
 * The likelihood ratio test for one change of level: twice the gain in log likelihood of two levels over one, with
 * normal noise. Large values are compressed (asinh), so that a spike is no level. The gain is reduced by
 * autocorrelation, so that a random walk is no step. See docs/methods/change-point.md.
 */
export interface ChangePoint {
  readonly gains: Float64Array;
  readonly best: number;
}

/** The least values before and after a change. */
const BEFORE_MIN = 4;
const AFTER_MIN = 1;
/** The least noise, in scales of the series. */
const NOISE_FLOOR = 0.3;
const EFFECTIVE_SHARE_MIN = 0.02;
const SCALE_OF_RANGE = 0.01;

export interface ChangePointOptions {
  /** The smallest meaningful scale of these values. */
  readonly finestScale: (sorted: Float64Array, median: number) => number;
  /** The least values after a fall, since the last values may be incomplete. */
  readonly fallValuesMin: number;
}

export function changePointOf(values: Float64Array, to: number, options: ChangePointOptions): ChangePoint {
  const scaled = compressed(values, to, options);
  const { places, sums, squares } = running(scaled);
  const gains = new Float64Array(to);
  const size = places.length;
  let best = 0;
  let highest = 0;
  let bestPlace = 0;
  const total = squares[size] as number;
  const whole = (sums[size] as number) ** 2 / size;
  const floor = size * NOISE_FLOOR ** 2;
  for (let place = BEFORE_MIN; place <= size - AFTER_MIN; place += 1) {
    const before = sums[place] as number;
    const behind = (sums[size] as number) - before;
    const explained = before ** 2 / place + behind ** 2 / (size - place);
    const gain = size * Math.log((total - whole + floor) / (Math.max(0, total - explained) + floor));
    if (!Number.isFinite(gain)) continue;
    const falls = behind / (size - place) < before / place;
    if (falls && size - place < options.fallValuesMin) continue;
    // A change anywhere between two values is the same change.
    gains.fill(gain, (places[place - 1] as number) + 1, (places[place] as number) + 1);
    if (gain > highest) [highest, best, bestPlace] = [gain, places[place] as number, place];
  }
  const trust = effectiveShare(scaled, places, bestPlace);
  for (let step = 0; step < to; step += 1) gains[step] = (gains[step] as number) * trust;
  return { gains, best };
}

/** Distances from the median in scales, large ones compressed. NaN stays NaN. */
function compressed(values: Float64Array, to: number, { finestScale }: ChangePointOptions): Float64Array {
  const sorted = sortedPart(values, 0, to);
  const { median, scale } = robustSpreadOf(sorted);
  const range = quantile(sorted, 1) - quantile(sorted, 0);
  const unit = Math.max(scale, range * SCALE_OF_RANGE, finestScale(sorted, median)) || 1;
  const scaled = new Float64Array(to);
  for (let step = 0; step < to; step += 1) scaled[step] = Math.asinh(((values[step] as number) - median) / unit);
  return scaled;
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

function effectiveShare(values: Float64Array, places: readonly number[], split: number): number {
  const at = (place: number) => values[places[place] as number] as number;
  const levels = [meanOf(at, 0, split), meanOf(at, split, places.length)] as const;
  const residual = (place: number) => at(place) - (place < split ? levels[0] : levels[1]);
  let product = 0;
  let square = 0;
  for (let place = 1; place < places.length; place += 1) {
    product += residual(place) * residual(place - 1);
    square += residual(place) ** 2;
  }
  const autocorrelation = Math.max(0, product / (square + places.length * NOISE_FLOOR ** 2));
  return Math.max(EFFECTIVE_SHARE_MIN, (1 - autocorrelation) / (1 + autocorrelation));
}

function meanOf(at: (place: number) => number, from: number, to: number): number {
  let sum = 0;
  for (let place = from; place < to; place += 1) sum += at(place);
  return to > from ? sum / (to - from) : 0;
}
