/** Figures in texts have three significant digits at most. JSON and CSV have the exact numbers. */
const DIGITS = 3;
const UNKNOWN = "unknown";
/** Percent. Less is not zero, and more than the highest is not everything. */
const PERCENT_LEAST = 0.01;
const PERCENT_MOST = 99.9;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;
/** Shorter durations name their second unit. */
const EXACT_DAYS_MAX = 7;

/** `0.0123`, `12.3`, `12300`. */
export function figureText(value: number): string {
  const rounded = Number(value.toPrecision(DIGITS));
  return Number.isFinite(rounded) ? String(rounded) : UNKNOWN;
}

/** A share of a whole: `12.5 %`, `less than 0.01 %`, `more than 99.9 %`. */
export function percentText(share: number): string {
  const percent = Number((share * 100).toPrecision(12));
  if (percent > 0 && percent < PERCENT_LEAST) return `less than ${PERCENT_LEAST} %`;
  if (percent > PERCENT_MOST && percent < 100) return `more than ${PERCENT_MOST} %`;
  const figure = figureText(percent);
  return figure === UNKNOWN ? UNKNOWN : `${figure} %`;
}

/** `1 time`, `2.5 times`, `127 times`. */
export function timesText(ratio: number): string {
  const figure = figureText(ratio);
  if (figure === UNKNOWN) return "an unknown number of times";
  return `${figure} ${figure === "1" ? "time" : "times"}`;
}

/** Two units at most: `less than a minute`, `14 min`, `2 h 14 min`, `3 days 4 h`, `30 days`. */
export function minutesText(minutes: number): string {
  if (!Number.isFinite(minutes)) return "an unknown time";
  const whole = Math.round(Math.abs(minutes));
  if (whole === 0) return minutes === 0 ? "0 min" : "less than a minute";
  if (whole < HOUR_MINUTES) return `${whole} min`;
  if (whole < 2 * DAY_MINUTES) return inUnits(whole, HOUR_MINUTES, "h", 1, "min");
  if (whole < EXACT_DAYS_MAX * DAY_MINUTES) return inUnits(whole, DAY_MINUTES, "days", HOUR_MINUTES, "h");
  return `${figureText(Math.floor(whole / DAY_MINUTES))} days`;
}

function inUnits(minutes: number, unit: number, name: string, part: number, partName: string): string {
  const rest = Math.floor((minutes % unit) / part);
  return `${Math.floor(minutes / unit)} ${name}${rest === 0 ? "" : ` ${rest} ${partName}`}`;
}
