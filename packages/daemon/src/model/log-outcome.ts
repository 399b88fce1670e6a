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
const STATUS_FIELDS = new Set(["status", "statusCode", "status_code", "http.status_code", "http.response.status_code"]);
const NESTED_FIELDS = new Set(["res", "response"]);

/** Most logs have few fields, so that walking them is faster than looking for each name. */
function hasServerError(fields: Readonly<Record<string, unknown>>, isNested = false): boolean {
  for (const name in fields) {
    const value = fields[name];
    if (STATUS_FIELDS.has(name) && Number(value) >= 500 && Number(value) <= 599) return true;
    if (isNested || !NESTED_FIELDS.has(name) || typeof value !== "object" || value === null) continue;
    if (hasServerError(value as Readonly<Record<string, unknown>>, true)) return true;
  }
  return false;
}

/** Characters before a status. Without one of them and a 5, the expression needn't look. */
const BEFORE_STATUS: ReadonlySet<string | undefined> = new Set([" ", '"', "=", ":"]);

function mayNameStatus(text: string): boolean {
  for (let at = text.indexOf("5"); at > 0; at = text.indexOf("5", at + 1))
    if (BEFORE_STATUS.has(text[at - 1])) return true;
  return false;
}

/** The level says so, or an access line, which has no level of its own, names a server error (RFC 9110, 15.6). */
function isFailure(log: Pick<LogEvent, "level" | "message" | "metadata">): boolean {
  const { level, message, metadata } = log;
  if (isErrorLevel(level)) return true;
  if (level === "debug") return false;
  if (metadata !== undefined && hasServerError(metadata)) return true;
  const text = message.length > MESSAGE_CHARS_MAX ? message.slice(0, MESSAGE_CHARS_MAX) : message;
  return mayNameStatus(text) && ACCESS_STATUS.test(text);
}
