import type { LogEvent, LogLevel } from "./telemetry.ts";

const HEAD_CHARS = 200;
/** Longer JSON is not parsed. */
const JSON_CHARS = 8192;

/**
 * The levels of RFC 5424, log4j, java.util.logging, Python, PostgreSQL, Serilog and zerolog. PostgreSQL ends a session
 * with `FATAL`, so what is only written is never more than an error.
 */
const NAMES = {
  debug: "trace|debug|fine|verbose|vrb|dbg|trc",
  info: "info|information|notice|note|log|inf",
  warn: "warn|warning|wrn",
  error: "error|err|severe|critical|crit|fatal|panic|alert|emerg|emergency|ftl|pnc",
} as const;
const names = new Map(
  Object.entries(NAMES).flatMap(([level, words]) => words.split("|").map((word) => [word, level as LogLevel])),
);
/** The numbers of pino and bunyan. */
const numbers: ReadonlyMap<unknown, LogLevel> = new Map([
  [20, "debug"],
  [30, "info"],
  [40, "warn"],
  [50, "error"],
  [60, "error"],
]);

const read = (level: unknown): LogLevel | undefined =>
  level === undefined ? undefined : names.get(String(level).trim().toLowerCase());

/** Words that are no levels where they stand alone: `LOG`, `ALERT created`. */
const AMBIGUOUS = "log|alert|panic|note|critical|emergency|verbose|fine";
const upper = [...names.keys()].join("|").toUpperCase();
const AMBIGUOUS_HERE = new RegExp(`^(?:${AMBIGUOUS.toUpperCase()})(?!:)`);

/** A priority, times, numbers, brackets, fields and separators stand before a level. */
const BEFORE =
  /^(?:<[^>\n]{1,60}>|\[[^\]\n]{1,80}\]|\([^)\n]{1,60}\)|\{[^}\n]{1,60}\}|[\d+(][\d:.,/TZe+()-]*|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|AM|PM|UTC|GMT|CES?T)\b,?|std(?:err|out) [FP] |[A-Z], |[\w.]{1,30}=[^\s"]{1,80}(?=\s)|[-|:*#]+)\s*/;
/** A host, a process, a thread or a logger: two of them at most, and only behind a time. */
const NAME = /^[a-z][\w.$/@-]{0,60}(?:\[\d{1,10}\])?:?\s+/;
const NAMES_MAX = 2;
const PARTS_MAX = 14;
/** A clock, or seconds since 1970. */
const TIME = /\d\d:\d\d|\d{9}|e\+09/;

const LEVEL = new RegExp(String.raw`^(?:[a-z]\w{0,30}\.)?(?:(${upper})(?=[\s:\])|>]|$)|(error|warn|fatal)\t)`);
/** `[error]`, `[error    ]`, `<Error>`, `[core:error]`. */
const BRACKETED = /^[[<](?:[a-z]\w{0,30}:)?([A-Za-z]{3,11})\s*[\]>](?=[\s:[]|$)/;
/** Serilog's `[10:00:00 ERR]`, Celery's `[… 10:00:00: ERROR/Worker-1]`, `[…T10:00:00Z ERROR app]` of Rust. */
const BESIDE_TIME = new RegExp(String.raw`^\[[^\]\n]{0,20}\d\d:\d\d[^\]\n]{0,20}?[ :](${upper})(?=[\s\]/])`);
/** The consoles of .NET and logrus, klog and glog. */
const ABBREVIATED = /^(?:(?:fail|crit|warn): [A-Z]|(?:ERRO|FATA|WARN)\[\d{1,8}\]|[IWEF](?:\d{4}|\d{8}) \d\d:\d\d:\d\d)/;
const ABBREVIATIONS: Readonly<Record<string, LogLevel>> = { i: "info", w: "warn", e: "error", f: "error", c: "error" };
/** The first line of a crash: Go, Java, Python, Node.js, Rust, .NET, PHP, C++. */
const CRASH =
  /^(?:panic: |fatal error: |Exception in thread "|Traceback \(most recent call last\):|thread '[^'\n]{1,60}' panicked at|Unhandled exception|PHP (?:Fatal|Parse) error: |terminate called after |(?:Uncaught )?(?:[A-Z]\w{0,40})?Error: |[a-z]\w{0,30}(?:\.\w{1,40}){1,8}(?:Exception|Error)(?::|$))/;

/** `ts=… level=error`: fields from the beginning of the line on. */
const FIELDS = /^(?:[\w.@]{1,30}=(?:"[^"\n]{0,80}"|[^\s"]{0,80})\s+){0,4}?(?:level|lvl|severity)="?([A-Za-z]{3,11})/;
/** These name nothing but the level of a logger; the others are fields of business as well. */
const LOGGER_KEYS = [
  "levelname",
  "log.level",
  "lvl",
  "severity_text",
  "severityText",
  "loglevel",
  "LogLevel",
  "SeverityText",
  "error_severity",
  "@l",
];
const WRITTEN_KEYS = new Set([...LOGGER_KEYS, "log"]);
const KEYS = ["level", "severity", "Level", ...LOGGER_KEYS];
const MAY_BE_TROUBLE = /"(?:err|warn|crit|fatal|sev|panic|alert|emerg)|[456]0\b/i;
/** Colours of terminals. */
const COLOURS = /\u001b\[[\d;]{0,20}m/g;

/** The level that fields name, at their top or in `log`; undefined without one. */
function levelIn(fields: Readonly<Record<string, unknown>>, keys: readonly string[]): LogLevel | undefined {
  for (const key of keys) {
    const given = fields[key];
    if (given === undefined) continue;
    const level = read(given) ?? ("msg" in fields ? numbers.get(given) : undefined);
    if (level !== undefined) return level;
  }
  const { log } = fields;
  return typeof log === "object" && log !== null && "level" in log ? read(log.level) : undefined;
}

/** Most metadata names no level. */
function levelInMetadata(metadata: Readonly<Record<string, unknown>>): LogLevel | undefined {
  for (const key in metadata) if (WRITTEN_KEYS.has(key)) return levelIn(metadata, LOGGER_KEYS);
  return undefined;
}

function levelInJson(message: string): LogLevel | undefined {
  if (message.length > JSON_CHARS || !MAY_BE_TROUBLE.test(message)) return undefined;
  try {
    return levelIn(JSON.parse(message) as Record<string, unknown>, KEYS);
  } catch {
    return undefined;
  }
}

/** The level in the prefix of a logger, which nothing precedes that a client may have written. */
function levelInPrefix(line: string): LogLevel | undefined {
  let rest = line;
  let named = 0;
  let hasTime = false;
  for (let part = 0; part < PARTS_MAX; part++) {
    const bracketed = read((BRACKETED.exec(rest) ?? BESIDE_TIME.exec(rest))?.[1]);
    if (bracketed !== undefined) return bracketed;
    const plain = part === 0 || hasTime ? LEVEL.exec(rest) : null;
    if (plain !== null && !AMBIGUOUS_HERE.test(rest)) return read(plain[1] ?? plain[2]);
    if (named === 0 && CRASH.test(rest)) return "error";
    const before = BEFORE.exec(rest)?.[0];
    if (before !== undefined) {
      hasTime ||= TIME.test(before);
      rest = rest.slice(before.length);
      continue;
    }
    const name = hasTime && named++ < NAMES_MAX ? NAME.exec(rest)?.[0] : undefined;
    if (name === undefined) return undefined;
    rest = rest.slice(name.length);
  }
  return undefined;
}

/** The severity in the priority of syslog (RFC 5424). */
const PRIORITY = /^<(\d{1,3})>/;
function levelOfPriority(line: string): LogLevel | undefined {
  const priority = PRIORITY.exec(line)?.[1];
  if (priority === undefined) return undefined;
  const severity = Number(priority) % 8;
  return severity <= 3 ? "error" : severity === 4 ? "warn" : undefined;
}

function writtenLevel(message: string): LogLevel | undefined {
  const head = (message.length > HEAD_CHARS ? message.slice(0, HEAD_CHARS) : message).trimStart();
  if (head.startsWith("{")) return levelInJson(message);
  const line = head.includes("\u001b") ? head.replaceAll(COLOURS, "") : head;
  if (ABBREVIATED.test(line)) return ABBREVIATIONS[line.charAt(0).toLowerCase()];
  return read(FIELDS.exec(line)?.[1]) ?? levelInPrefix(line) ?? levelOfPriority(line);
}

/**
 * The level of a log. A shipper that doesn't read the lines sends `info`. Then the level counts that the logger wrote
 * into the fields or the beginning of the text.
 */
export function levelOf(log: LogEvent): LogLevel {
  if (log.level !== "info") return log.level;
  log.written ??= (log.metadata && levelInMetadata(log.metadata)) ?? writtenLevel(log.message) ?? "info";
  return log.written;
}
