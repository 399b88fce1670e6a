import type { LogEvent, LogLevel } from "@tocsin/sdk";

/** Defaults for missing fields. */
export interface LineDefaults {
  readonly service: string | undefined;
  readonly level: LogLevel;
}

/** The levels of common loggers, and the numbers of pino and bunyan. */
const levels: ReadonlyMap<string, LogLevel> = new Map(
  Object.entries({
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
  } as const),
);

/**
 * Parses a line to a log event. A JSON object keeps its fields, with `msg` or `log` as message and `time`, `ts` or
 * `@timestamp` as timestamp; any other line is a message. Undefined without a service.
 */
export function parseLogLine(line: string, defaults: LineDefaults): LogEvent | undefined {
  const { service, message, msg, log, ...fields } = parseObject(line) ?? { message: line };
  const { level, ...others } = withLevel(fields);
  const named = typeof service === "string" && service.trim() !== "" ? service : defaults.service;
  if (named === undefined) return undefined;
  return {
    ...withTimestamp(others),
    service: named,
    level: level === undefined ? defaults.level : readLevel(level),
    message: [message, msg, log].find((text) => typeof text === "string") ?? line,
  };
}

/** Field names of the time, by priority. */
const timeNames = ["timestamp", "time", "ts", "@timestamp"];

/** Moves the time to `timestamp`. Numbers that can't be a time, such as durations, stay. */
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

/** Field names of the level besides `level`: Google Cloud, Python, ECS, OpenTelemetry. */
const levelNames = ["severity", "levelname", "log.level", "severity_text", "lvl"];

/** Moves a known level to `level`, unless there is one. */
function withLevel(fields: Record<string, unknown>): Record<string, unknown> {
  const name = levelNames.find((each) => levels.has(String(fields[each]).toLowerCase()));
  if (fields["level"] !== undefined || name === undefined) return fields;
  const { [name]: level, ...rest } = fields;
  return { ...rest, level };
}

/** An unknown level stays unchanged, so that the server's error names it. */
function readLevel(level: unknown): LogLevel {
  return levels.get(String(level).toLowerCase()) ?? (level as LogLevel);
}

/** The year 2001; a smaller number is more likely a duration or a counter. */
const SECONDS_MIN = 1e9;
/** The year 5138 in seconds, and 1973 in milliseconds: larger numbers are milliseconds. */
const SECONDS_MAX = 1e11;
const MILLISECONDS_MAX = 1e14;

/** A time as ISO 8601. An unreadable text stays unchanged, so that the server's error names it. */
function readTime(time: unknown): string | undefined {
  if (typeof time === "string")
    return /^\d+(?:\.\d+)?$/.test(time) ? (readEpoch(Number(time)) ?? time) : toIsoTime(time);
  return typeof time === "number" ? readEpoch(time) : undefined;
}

/** Seconds or milliseconds since 1970, distinguished by size. */
function readEpoch(count: number): string | undefined {
  if (!(count >= SECONDS_MIN && count < MILLISECONDS_MAX)) return undefined;
  return new Date(count < SECONDS_MAX ? Math.round(count * 1000) : count).toISOString();
}

const dateAndTime = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d+))? ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i;

/** The usual form of loggers, `2026-01-02 03:04:05,123 +0100`, as ISO 8601. Without a zone it is UTC. */
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
