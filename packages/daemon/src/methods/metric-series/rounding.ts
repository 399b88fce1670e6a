/** Six digits are enough to judge by, and keep the stored state short. */
export const round = (value: number): number => Number(value.toPrecision(6));

/** As many as sums of few values are exact to: what differs from the one before must differ after it was stored. */
export const precise = (value: number): number => Number(value.toPrecision(12));

const SPLIT = 2 ** 32 + 1;
/** Below this reckoning isn't exact any more, and nothing is measured. */
const LEAST = 1e-200;

export const orZero = (value: number): number => (Math.abs(value) < LEAST ? 0 : value);

/**
 * As many binary digits as the upper half of a number holds, 21, so that the lower half needn't be stored. By Veltkamp's
 * splitting, which takes three operations: this is asked for some thirty numbers with every value.
 */
export function short(value: number): number {
  const spread = SPLIT * value;
  return orZero(spread - (spread - value));
}
