export interface Need {
  /** How much there is to be read. */
  readonly wanted: number;
  /** More than others' where it matters more. */
  readonly weight: number;
}

/** Shares `most` by weight; what one doesn't need the others get. In the order of the needs. */
export function shareOut(most: number, needs: readonly Need[]): number[] {
  const shares = needs.map(() => 0);
  let left = most;
  let weights = needs.reduce((sum, { weight }) => sum + weight, 0);
  const hungriestLast = needs
    .map((need, index) => ({ ...need, index }))
    .sort((a, b) => a.wanted / a.weight - b.wanted / b.weight);
  for (const { wanted, weight, index } of hungriestLast) {
    const share = Math.min(wanted, Math.floor((left * weight) / weights));
    shares[index] = share;
    left -= share;
    weights -= weight;
  }
  return shares;
}
