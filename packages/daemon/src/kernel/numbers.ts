/** Rounded to one decimal, as minutes and percentages are answered (decisions §11). */
export const toTenth = (value: number): number => Math.round(value * 10) / 10;
