// The method: docs/methods/wilson-interval.md
export interface Interval {
  readonly lower: number;
  readonly upper: number;
}

/** The 0.975 quantile of the normal distribution. */
const Z = 1.959963984540054;

/**
 * The Wilson score interval of a rate with 95 % confidence (E. B. Wilson, 1927). For n trials with a success rate p and
 * z = 1.96, it is
 *
 *     (p + z²/2n ± z · √(p(1 − p)/n + z²/4n²)) / (1 + z²/n)
 *
 * It stays within 0 and 1, and is wide for few trials. 3 of 3 gives 0.44 to 1, and no trial gives 0 to 1.
 */
export function wilsonInterval(successes: number, tries: number): Interval {
  if (tries === 0) return { lower: 0, upper: 1 };
  const share = successes / tries;
  const z2 = Z * Z;
  const middle = share + z2 / (2 * tries);
  const reach = Z * Math.sqrt((share * (1 - share)) / tries + z2 / (4 * tries * tries));
  const scale = 1 + z2 / tries;
  return { lower: Math.max(0, (middle - reach) / scale), upper: Math.min(1, (middle + reach) / scale) };
}
