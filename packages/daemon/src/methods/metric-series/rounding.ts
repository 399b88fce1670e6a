/** Six digits keep the stored state short. */
export const round = (value: number): number => Number(value.toPrecision(6));

/** Enough digits for values that differ to differ after storage too. */
export const precise = (value: number): number => Number(value.toPrecision(12));

const SPLIT = 2 ** 32 + 1;
/** Smaller numbers are taken as 0, since arithmetic becomes inexact. */
const LEAST = 1e-200;

export const orZero = (value: number): number => (Math.abs(value) < LEAST ? 0 : value);

/**
 * Rounds to the 21 binary digits of the upper half of a number, by Veltkamp's splitting, since only that half is
 * stored.
 */
export function short(value: number): number {
  const spread = SPLIT * value;
  return orZero(spread - (spread - value));
}
