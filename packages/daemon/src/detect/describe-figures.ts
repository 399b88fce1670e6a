/** `1 error`, `150 errors`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** Rounded to three digits. */
export const figure = (value: number): string => String(Number(value.toPrecision(3)));

export const percent = (share: number): string => `${figure(share * 100)} %`;

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** `45 minutes`, `3.5 hours`, `2 days`. */
export function duration(minutes: number): string {
  if (minutes < 2 * HOUR_MINUTES) return count(minutes, "minute");
  if (minutes < 2 * DAY_MINUTES) return count(Number(figure(minutes / HOUR_MINUTES)), "hour");
  return count(Number(figure(minutes / DAY_MINUTES)), "day");
}
