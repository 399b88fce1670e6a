/** Where values lie and how far they scatter, in a way that a few wild ones don't change. */
export interface RobustSpread {
  /** How many were there; NaN isn't one. */
  readonly count: number;
  readonly median: number;
  /** In the unit of a standard deviation; 0 where all are the same. */
  readonly scale: number;
}

/** The quartiles of a normal distribution lie so many standard deviations apart, and its outer twentieths. */
const QUARTILES_APART = 1.349;
const TWENTIETHS_APART = 3.29;
/** Below so many values the outer twentieths are the extremes themselves. */
const OUTER_FROM = 20;

/** The values of the steps from `from` to before `to` that are there, in order of size. */
export function sortedPart(values: Float64Array, from: number, to: number): Float64Array {
  const part = new Float64Array(Math.max(0, to - from));
  let size = 0;
  for (let step = from; step < to; step += 1) {
    const value = values[step] as number;
    if (Number.isFinite(value)) part[size++] = value;
  }
  return part.subarray(0, size).sort();
}

/** Of sorted values; NaN of none. */
export function quantile(sorted: Float64Array, share: number): number {
  if (sorted.length === 0) return Number.NaN;
  const place = share * (sorted.length - 1);
  const low = sorted[Math.floor(place)] as number;
  const high = sorted[Math.ceil(place)] as number;
  return low + (high - low) * (place - Math.floor(place));
}

export function robustSpreadOf(sorted: Float64Array): RobustSpread {
  const inner = (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / QUARTILES_APART;
  const outer = sorted.length < OUTER_FROM ? 0 : (quantile(sorted, 0.95) - quantile(sorted, 0.05)) / TWENTIETHS_APART;
  return {
    count: sorted.length,
    median: quantile(sorted, 0.5),
    scale: sorted.length === 0 ? Number.NaN : Math.max(inner, outer),
  };
}

export const logistic = (x: number): number => 1 / (1 + Math.exp(-x));
