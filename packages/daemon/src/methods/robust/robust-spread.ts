// The method: docs/methods/robust-spread.md
/** A robust location and scale. */
export interface RobustSpread {
  readonly count: number;
  readonly median: number;
  /** In standard deviations; 0 if most values are equal. */
  readonly scale: number;
}

/** The distances between quantiles of a normal distribution, in standard deviations. */
const QUARTILES_APART = 1.349;
const TWENTIETHS_APART = 3.29;
/** With fewer values the outer quantiles are the extremes. */
const OUTER_FROM = 20;

/** The finite values from step `from` to before `to`, sorted. */
export function sortedPart(values: Float64Array, from: number, to: number): Float64Array {
  const part = new Float64Array(Math.max(0, to - from));
  let size = 0;
  for (let step = from; step < to; step += 1) {
    const value = values[step] as number;
    if (Number.isFinite(value)) part[size++] = value;
  }
  return part.subarray(0, size).sort();
}

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
