/** One decimal, for minutes and percentages. */
export const roundToTenth = (value: number): number => Math.round(value * 10) / 10;

/** Two decimals, for scores. */
export const roundToHundredth = (value: number): number => Math.round(value * 100) / 100;
