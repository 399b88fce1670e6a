import { DAY_MINUTES, HOUR_MINUTES } from "../kernel/clock.ts";
import { formatFigure, formatPercent } from "../kernel/format-figures.ts";

/** `1 error`, `150 errors`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** Rounded to three digits. */
export const figure = formatFigure;

export const percent = formatPercent;

function countMeasured(value: number, noun: string): string {
  const text = figure(value);
  return `${text} ${noun}${text === "1" ? "" : "s"}`;
}

/** `45 minutes`, `3.5 hours`, `2 days`. */
export function duration(minutes: number): string {
  if (minutes < 2 * HOUR_MINUTES) return countMeasured(minutes, "minute");
  if (minutes < 2 * DAY_MINUTES) return countMeasured(minutes / HOUR_MINUTES, "hour");
  return countMeasured(minutes / DAY_MINUTES, "day");
}
