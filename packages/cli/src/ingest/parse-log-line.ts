import type { LogEvent, LogLevel } from "@tocsin/sdk";

/** What a line doesn't say itself. */
export interface LineDefaults {
  readonly service: string | undefined;
  readonly level: LogLevel;
}

/** The words that loggers use, and the numbers of pino and bunyan. */
const levels: Readonly<Record<string, LogLevel>> = {
  trace: "debug",
  debug: "debug",
  info: "info",
  information: "info",
  notice: "info",
  warn: "warn",
  warning: "warn",
  error: "error",
  err: "error",
  severe: "error",
  fatal: "fatal",
  critical: "fatal",
  crit: "fatal",
  alert: "fatal",
  emerg: "fatal",
  panic: "fatal",
  10: "debug",
  20: "debug",
  30: "info",
  40: "warn",
  50: "error",
  60: "fatal",
};

/**
 * The log event of a line. A line that is a JSON object passes through, with `msg` or `log` for message and `time`, `ts` or
 * `@timestamp` for timestamp where those are missing; any other line is a message. Undefined where there is no service.
 */
export function parseLogLine(line: string, defaults: LineDefaults): LogEvent | undefined {
  const { service, level, message, msg, log, ...others } = parseObject(line) ?? { message: line };
  const named = typeof service === "string" && service.trim() !== "" ? service : defaults.service;
  if (named === undefined) return undefined;
  return {
    ...withTimestamp(others),
    service: named,
    level: level === undefined ? defaults.level : readLevel(level),
    message: [message, msg, log].find((text) => typeof text === "string") ?? line,
  };
}

/** The names of the time, the one that counts first. */
const timeNames = ["timestamp", "time", "ts", "@timestamp"];

/** The fields with `timestamp` for the time that they hold. A number that is no time, such as a duration, stays what it is. */
function withTimestamp(fields: Record<string, unknown>): Record<string, unknown> {
  for (const name of timeNames) {
    const at = readTime(fields[name]);
    if (at === undefined) continue;
    const { [name]: _, ...rest } = fields;
    return { ...rest, timestamp: at };
  }
  const { timestamp, ...rest } = fields;
  return timestamp === null ? rest : fields;
}

/** An unknown level stays as it is, so that the server names it when it refuses it. */
function readLevel(level: unknown): LogLevel {
  return levels[String(level).toLowerCase()] ?? (level as LogLevel);
}

/** From 2001 on; below that a number is more likely a duration or a counter than a time. */
const SECONDS_MIN = 1e9;
/** The year 5138 in seconds, and 1973 in milliseconds: what is larger counts milliseconds. */
const SECONDS_MAX = 1e11;
const MILLISECONDS_MAX = 1e14;

/** A time as the server takes it. A text that can't be read stays as it is, so that the server names it when it refuses it. */
function readTime(time: unknown): string | undefined {
  if (typeof time === "string")
    return /^\d+(?:\.\d+)?$/.test(time) ? (readEpoch(Number(time)) ?? time) : toIsoTime(time);
  return typeof time === "number" ? readEpoch(time) : undefined;
}

/** Seconds or milliseconds since 1970, told apart by their size. */
function readEpoch(count: number): string | undefined {
  if (!(count >= SECONDS_MIN && count < MILLISECONDS_MAX)) return undefined;
  return new Date(count < SECONDS_MAX ? Math.round(count * 1000) : count).toISOString();
}

const dateAndTime = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d+))? ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i;

/** What loggers write, `2026-01-02 03:04:05,123 +0100`, as ISO 8601. Without a zone it is taken as UTC. */
function toIsoTime(text: string): string {
  const [, day, clock, fraction, zone = "Z"] = dateAndTime.exec(text.trim()) ?? [];
  if (day === undefined) return text;
  const [, sign, hours, minutes = "00"] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  const offset = sign === undefined ? "Z" : `${sign}${hours}:${minutes}`;
  return `${day}T${clock}${fraction === undefined ? "" : `.${fraction}`}${offset}`;
}

function parseObject(line: string): Record<string, unknown> | undefined {
  if (!/^\s*\{/.test(line)) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
