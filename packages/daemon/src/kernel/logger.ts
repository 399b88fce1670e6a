import { type DestinationStream, pino } from "pino";

export const logLevelNames = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevelName = (typeof logLevelNames)[number];

export type Fields = Readonly<Record<string, unknown>>;

/**
 * The daemon's own log. `error` means that somebody has to act, `warn` that something was refused or mended,
 * `info` what an operator wants to have seen. Never the content of telemetry, a key or a token.
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
      log[name](printable(fields), message);
  return { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
}

/** Errors as text: what they carry besides their message may hold secrets. */
const printable = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value instanceof Error ? { message: value.message, stack: value.stack } : value,
    ]),
  );

export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };
