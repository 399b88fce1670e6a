/** Rounded to one decimal, as minutes and percentages are answered (decisions §11). */
export const roundToTenth = (value: number): number => Math.round(value * 10) / 10;

/** Rounded to two decimals, as scores are. */
export const roundToHundredth = (value: number): number => Math.round(value * 100) / 100;
