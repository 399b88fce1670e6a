import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "./clock.ts";

/** Figures in sentences for people. JSON has the exact numbers. */
const DIGITS = 3;
/** For what has no value, such as the mean of nothing. */
const UNKNOWN = "unknown";
/** Percent. Less is not zero, and more than the highest is not everything. */
const PERCENT_LEAST = 0.01;
const PERCENT_MOST = 99.9;
/** Shorter durations name their second unit. */
const EXACT_DAYS_MAX = 7;

/** At most three significant digits: `0.0123`, `12.3`, `12300`. */
export function formatFigure(value: number): string {
  const rounded = Number(value.toPrecision(DIGITS));
  return Number.isFinite(rounded) ? String(rounded) : UNKNOWN;
}

/** A share of a whole: `12.5 %`, `less than 0.01 %`, `more than 99.9 %`. */
export function formatPercent(share: number): string {
  const percent = Number((share * 100).toPrecision(12));
  if (percent > 0 && percent < PERCENT_LEAST) return `less than ${PERCENT_LEAST} %`;
  if (percent > PERCENT_MOST && percent < 100) return `more than ${PERCENT_MOST} %`;
  const figure = formatFigure(percent);
  return figure === UNKNOWN ? UNKNOWN : `${figure} %`;
}

/** How often one figure contains another: `1 time`, `2.5 times`, `127 times`. */
export function formatRatio(ratio: number): string {
  if (ratio === Number.POSITIVE_INFINITY) return "countless times";
  const figure = formatFigure(ratio);
  return figure === UNKNOWN ? "an unknown number of times" : `${figure} ${figure === "1" ? "time" : "times"}`;
}

/** Two units at most: `45 s`, `14 min`, `2 h 14 min`, `3 days 4 h`, `30 days`. Negative durations have their length. */
export function formatDuration(ms: number): string {
  if (!Number.isFinite(ms)) return "an unknown time";
  const length = Math.abs(ms);
  if (length < SECOND_MS) return length === 0 ? "0 s" : "less than 1 s";
  if (length < MINUTE_MS) return `${Math.floor(length / SECOND_MS)} s`;
  if (length < HOUR_MS) return `${Math.floor(length / MINUTE_MS)} min`;
  if (length < 2 * DAY_MS) return inUnits(length, HOUR_MS, "h", MINUTE_MS, "min");
  if (length < EXACT_DAYS_MAX * DAY_MS) return inUnits(length, DAY_MS, "days", HOUR_MS, "h");
  return `${formatFigure(Math.floor(length / DAY_MS))} days`;
}

function inUnits(ms: number, unit: number, name: string, part: number, partName: string): string {
  const rest = Math.floor((ms % unit) / part);
  return `${Math.floor(ms / unit)} ${name}${rest === 0 ? "" : ` ${rest} ${partName}`}`;
}

/** `just now`, `14 min ago`. A time within the next minute is now, since clocks differ. */
export function formatAgo(ms: number): string {
  if (!Number.isFinite(ms)) return "at an unknown time";
  if (Math.abs(ms) < MINUTE_MS) return "just now";
  return ms < 0 ? `in ${formatDuration(ms)}` : `${formatDuration(ms)} ago`;
}

/** `just before the incident`, `14 min before the incident`. */
export const formatBefore = (ms: number, event: string): string =>
  ms < MINUTE_MS ? `just before ${event}` : `${formatDuration(ms)} before ${event}`;
