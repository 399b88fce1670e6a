// The method: docs/methods/golden-signals.md
const spelled = (factor: number, ...units: readonly string[]): (readonly [unit: string, factor: number])[] =>
  units.map((unit) => [unit, factor]);

/** The units of time in lower case, as OpenTelemetry, Prometheus and the clouds spell them, in seconds. */
export const SECONDS: ReadonlyMap<string, number> = new Map([
  ...spelled(1, "s", "sec", "secs", "second", "seconds"),
  ...spelled(1e-3, "ms", "msec", "millis", "millisecond", "milliseconds"),
  ...spelled(1e-6, "us", "microsecond", "microseconds"),
  ...spelled(1e-9, "ns", "nanosecond", "nanoseconds"),
  ...spelled(60, "m", "min", "minutes"),
]);
export const PERCENT: ReadonlySet<string> = new Set(["%", "percent", "pct", "percentage"]);
export const RATIO: ReadonlySet<string> = new Set(["ratio", "fraction"]);
