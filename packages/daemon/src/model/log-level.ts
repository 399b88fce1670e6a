import type { LogEvent, LogLevel } from "./telemetry.ts";

const HEAD_CHARS = 160;
const JSON_CHARS = 1000;

/** The names of levels in RFC 5424, log4j, java.util.logging, Python and PostgreSQL, whose `FATAL` ends a session. */
const NAMES = {
  debug: "trace|debug|fine",
  info: "info|information|notice|note|log",
  warn: "warn|warning",
  error: "error|err|severe|critical|crit|fatal|panic|alert|emerg",
} as const;
const NUMBERS: Readonly<Record<string, LogLevel>> = { 40: "warn", 50: "error", 60: "error" };
const levels = new Map(
  Object.entries(NAMES).flatMap(([level, names]) => names.split("|").map((name) => [name, level as LogLevel])),
);

const lower = [...levels.keys()].join("|");
const upper = lower.toUpperCase();
const capital = lower.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

/**
 * At the start of a line or after its time: `12:00:00,123 [main] ERROR`, `production.ERROR:`, `[error]`, `<Error>`,
 * `[core:error]`.
 */
const IN_TEXT = new RegExp(
  String.raw`(?:^|\d\d:\d\d[^\n]{0,100}?)(?:(?<=^|[\s([<|:])(?:\w{1,30}\.)?(${upper})(?=[\s:\])|>]|$)|[[<](?:\w{1,30}:)?(${lower}|${upper}|${capital})[\]>])`,
);
/** `level=error` of logfmt, `"level":"error"` and `"level":50` of JSON. */
const IN_FIELD = /(?<![\w-])(?:level|lvl|severity|log\.level|@l)"?\s?[=:]\s?"?([A-Za-z]{3,11}|[1-6]0)(?![\w.])/;
/** The head of klog and glog; and what a process writes that ends, whatever its logger: Go, Java, Python, .NET. */
const FAILED =
  /^(?:[EF]\d{4} \d\d:\d\d:\d\d|panic: |fatal error: |Exception in thread "|Traceback \(most recent call last\):|Unhandled exception)/;

function writtenLevel(message: string): LogLevel | undefined {
  const isJson = message.startsWith("{");
  const length = isJson ? JSON_CHARS : HEAD_CHARS;
  const head = message.length > length ? message.slice(0, length) : message;
  if (FAILED.test(head)) return "error";
  const field = IN_FIELD.exec(head)?.[1]?.toLowerCase();
  if (field !== undefined || isJson) return field === undefined ? undefined : (levels.get(field) ?? NUMBERS[field]);
  const [, plain, bracketed] = IN_TEXT.exec(head) ?? [];
  return levels.get((plain ?? bracketed ?? "").toLowerCase());
}

/**
 * The level of a log. A shipper that doesn't read the lines sends `info`; then a warning or an error counts that the
 * logger wrote into the text.
 */
export function levelOf(log: LogEvent): LogLevel {
  if (log.level !== "info") return log.level;
  log.written ??= writtenLevel(log.message) ?? "info";
  return log.written === "debug" ? "info" : log.written;
}
