import type { LogEvent, LogLevel } from "../generated/types.gen.ts";
import { toSerialisable } from "./serialise.ts";

/** The service of entries that name none. */
const UNKNOWN_SERVICE = "unknown-service";
const NAME_CHARS_MAX = 200;

/** Names of levels that Tocsin calls otherwise. */
const levels: Readonly<Record<string, LogLevel>> = {
  emerg: "fatal",
  emergency: "fatal",
  alert: "fatal",
  crit: "fatal",
  critical: "fatal",
  fatal: "fatal",
  error: "error",
  err: "error",
  warning: "warn",
  warn: "warn",
  notice: "info",
  info: "info",
  http: "debug",
  verbose: "debug",
  debug: "debug",
  silly: "debug",
  trace: "debug",
};

/** The level of that name, or of that number where 30 is info as pino counts; `info` where nobody knows. */
export function levelOf(level: unknown): LogLevel {
  if (typeof level === "string") return levels[level.toLowerCase()] ?? "info";
  if (typeof level !== "number" || Number.isNaN(level)) return "info";
  if (level >= 60) return "fatal";
  if (level >= 50) return "error";
  if (level >= 40) return "warn";
  return level >= 30 ? "info" : "debug";
}

/** One entry of a logger. */
export interface Entry {
  readonly level: unknown;
  readonly message: unknown;
  /** As ISO 8601; the present time where it is missing. */
  readonly timestamp: string | undefined;
  /** Everything else that was logged. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Metadata of every entry. */
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  /** The first of these that is a name is the service. */
  readonly services: readonly unknown[];
}

/** The event that an entry is. Ids of a trace go where Tocsin looks for them, under either spelling. */
export function eventOf({ level, message, timestamp, fields, metadata, services }: Entry): LogEvent {
  const { traceId, trace_id, spanId, span_id, ...rest } = fields;
  const name = levelOf(level);
  const said = rest["level"] === undefined && name !== level && typeof level === "string" ? { level } : {};
  const event: LogEvent = {
    service: firstName(services) ?? UNKNOWN_SERVICE,
    level: name,
    message: messageOf(message, fields),
    metadata: { ...metadata, ...said, ...rest },
  };
  const trace = firstName([traceId, trace_id]);
  const span = firstName([spanId, span_id]);
  return {
    ...event,
    ...(timestamp !== undefined && { timestamp }),
    ...(trace !== undefined && { traceId: trace }),
    ...(span !== undefined && { spanId: span }),
  };
}

const firstName = (names: readonly unknown[]): string | undefined =>
  names.find((name): name is string => typeof name === "string" && name.trim() !== "" && name.length <= NAME_CHARS_MAX);

/** Loggers take entries without a message, and messages that are no text. */
function messageOf(message: unknown, fields: Readonly<Record<string, unknown>>): string {
  if (typeof message === "string" && message !== "") return message;
  if (message instanceof Error) return message.stack ?? message.message;
  const { err, error } = fields;
  for (const each of [err, error]) {
    const said = typeof each === "object" && each !== null ? (each as { message?: unknown }).message : undefined;
    if (typeof said === "string" && said !== "" && isNothing(message)) return said;
  }
  const text = JSON.stringify(toSerialisable(isNothing(message) ? fields : message)) ?? "";
  return text === "{}" || text === "" ? "(no message)" : text;
}

const isNothing = (message: unknown): boolean => message === undefined || message === null || message === "";

const iso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;

/** A time as ISO 8601: text that is, or a number of seconds, milliseconds, microseconds or nanoseconds since 1970. */
export function timestampOf(time: unknown): string | undefined {
  if (typeof time === "string") {
    if (iso.test(time) && !Number.isNaN(Date.parse(time))) return time;
    return /^\d+(\.\d+)?$/.test(time) ? timestampOf(Number(time)) : undefined;
  }
  if (time instanceof Date) return timestampOf(time.getTime());
  if (typeof time !== "number" || !(time > 0)) return undefined;
  const ms = time > 1e17 ? time / 1e6 : time > 1e14 ? time / 1e3 : time < 1e11 ? time * 1e3 : time;
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
