import { type DestinationStream, pino } from "pino";
import { toPrintable } from "./printable-text.ts";

export const logLevelNames = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevelName = (typeof logLevelNames)[number];

export type Fields = Readonly<Record<string, unknown>>;

/**
 * The daemon's own log. `error` needs an operator; `warn` reports a refusal or a recovery; `info` informs the operator. It
 * never contains telemetry, keys or tokens.
 */
export interface Logger {
  debug(message: string, fields?: Fields): void;
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
}

export function createLogger(level: LogLevelName, destination: DestinationStream, base: Fields = {}): Logger {
  const log = pino(
    { level, base: { ...base }, messageKey: "message", timestamp: pino.stdTimeFunctions.isoTime },
    destination,
  );
  const write =
    (name: "debug" | "info" | "warn" | "error") =>
    (message: string, fields: Fields = {}): void =>
      log[name](loggable(fields, 0) as Fields, toPrintable(message));
  return { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
}

const FIELD_DEPTH_MAX = 4;

/**
 * Errors become text, since their other fields may hold secrets. Texts lose terminal control sequences, since names and
 * answers of other servers are untrusted.
 */
function loggable(value: unknown, depth: number): unknown {
  if (typeof value === "string") return toPrintable(value);
  if (value instanceof Error) return loggable({ message: value.message, stack: value.stack }, depth);
  if (typeof value !== "object" || value === null || depth > FIELD_DEPTH_MAX) return value;
  if (Array.isArray(value)) return value.map((each) => loggable(each, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [toPrintable(name), loggable(each, depth + 1)]),
  );
}

export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };
