import type { LogEvent } from "./telemetry.ts";

const MESSAGE_CHARS_MAX = 1000;
/**
 * A server error in an access line: the Common Log Format (`"GET / HTTP/1.1" 503`), HAProxy's timers and status
 * (`0/0/1/2/3 503 212`), a field (`status=503`, `"statusCode":503`), or Rails (`Completed 500`). It looks back from the
 * number, since few messages have one.
 */
const ACCESS_STATUS =
  /5\d\d(?=$|[\s,;"'})\]])(?<=(?:HTTP\/\d(?:\.\d)?"? |\bstatus(?:[_.]?code)?"?\s?[=:]\s?"?|\bCompleted |\/\d{1,9} )5\d\d)/i;

export const isErrorLevel = (level: LogEvent["level"]): boolean => level === "error" || level === "fatal";

/** True for a log of a failure. The message is read once, however many ask. */
export function hasFailed(log: LogEvent): boolean {
  log.isFailed ??= isFailure(log);
  return log.isFailed;
}

/** Fields of access logs in JSON: Express and morgan, pino, ECS, OpenTelemetry. */
const STATUS_FIELDS = ["status", "statusCode", "status_code", "http.status_code", "http.response.status_code"];
const NESTED_FIELDS = ["res", "response"];

function statusIn(fields: Readonly<Record<string, unknown>>): unknown {
  for (const name of STATUS_FIELDS) if (fields[name] !== undefined) return fields[name];
  return undefined;
}

function isServerError({ metadata }: Pick<LogEvent, "metadata">): boolean {
  if (metadata === undefined) return false;
  let status = statusIn(metadata);
  for (const name of NESTED_FIELDS) {
    const nested = metadata[name];
    if (status === undefined && typeof nested === "object" && nested !== null)
      status = statusIn(nested as Readonly<Record<string, unknown>>);
  }
  const code = Number(status);
  return code >= 500 && code <= 599;
}

/** The level says so, or an access line, which has no level of its own, names a server error (RFC 9110, 15.6). */
function isFailure(log: Pick<LogEvent, "level" | "message" | "metadata">): boolean {
  const { level, message } = log;
  if (isErrorLevel(level)) return true;
  if (level === "debug") return false;
  if (isServerError(log)) return true;
  const text = message.length > MESSAGE_CHARS_MAX ? message.slice(0, MESSAGE_CHARS_MAX) : message;
  return ACCESS_STATUS.test(text);
}
