/** Rounded to one decimal, as minutes and percentages are answered (decisions §11). */
export const toTenth = (value: number): number => Math.round(value * 10) / 10;

/** Rounded to two decimals, as scores are. */
export const toHundredth = (value: number): number => Math.round(value * 100) / 100;
