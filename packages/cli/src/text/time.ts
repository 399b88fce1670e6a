const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** Parses a duration such as `30m`, `1h30m` or `2d` to milliseconds. */
export function parseDuration(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[smhdw]))+$/.test(text)) return undefined;
  return [...text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhdw])/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (units[unit as string] ?? 0),
    0,
  );
}

/** Parses a duration before `now` such as `1h`, `now` itself, or a date, to ISO 8601. */
export function parseTime(text: string, now: number): string | undefined {
  const before = text === "now" ? 0 : parseDuration(text);
  // JavaScript reads other texts, such as `nov 20` or `5`, as days of 2001.
  const date = /^\d{4}-/.test(text) ? Date.parse(text) : Number.NaN;
  const ms = before === undefined ? date : now - before;
  return Number.isFinite(ms) ? new Date(ms).toISOString() : undefined;
}

/**
 * Parses an expression such as `yesterday 9am` in the local zone to ISO 8601. `friday` and `22:00` mean
 * the past, or with `ahead` the future.
 */
export async function parseHumanTime(text: string, now: Date, ahead = false): Promise<string | undefined> {
  // Loaded only for expressions that the other parsers don't read.
  const { casual } = await import("chrono-node");
  const [found, ...others] = casual.parse(text, now, {
    forwardDate: ahead && !/\b(?:ago|last|past|yesterday)\b/i.test(text),
  });
  // A partial match is wrong: the rest may change the meaning.
  if (!found || others.length > 0 || found.text !== text.trim()) return undefined;
  const date = found.date();
  if (!ahead && date > now && !found.start.isCertain("day") && !/^(?:in|next|this) /i.test(text)) {
    if (found.start.isCertain("weekday")) date.setDate(date.getDate() - 7);
    else if (found.start.isCertain("hour")) date.setDate(date.getDate() - 1);
  }
  return date.toISOString();
}

/** Time since `at` in one unit: `12s`, `5m`, `3h`, `2d`. */
export const age = (at: string, now: number): string => span(now - Date.parse(at));

/** `just now` within a minute, since clocks differ; otherwise `5m ago`. */
export function ago(at: string, now: number): string {
  const ms = now - Date.parse(at);
  if (!Number.isFinite(ms)) return "at an unknown time";
  return ms < 60_000 ? "just now" : `${span(ms)} ago`;
}

/** Time until `at` in one unit. */
export const until = (at: string, now: number): string => span(Date.parse(at) - now);

/** A duration in one unit: `12s`, `5m`, `3h`, `2d`. */
export function span(signed: number): string {
  const ms = Math.max(0, signed);
  if (!Number.isFinite(ms)) return "?";
  if (ms < 60_000) return `${Math.floor(ms / 1_000)}s`;
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)}m`;
  if (ms < 48 * 3_600_000) return `${Math.floor(ms / 3_600_000)}h`;
  return `${Math.floor(ms / 86_400_000)}d`;
}

/** Local date and time to the second. */
export function clock(at: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return "?";
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
