import { levelOf } from "./log-level.ts";
import type { LogEvent } from "./telemetry.ts";

const MESSAGE_CHARS_MAX = 1000;
/**
 * A server error in an access line: the Common Log Format (`"GET / HTTP/1.1" 503`), HAProxy's timers and status
 * (`0/0/1/2/3 503 212`), a field (`status=503`), Rails (`Completed 500`) or Phoenix (`Sent 500`). It looks back from the
 * number, since few messages have one.
 */
const ACCESS_STATUS =
  /5\d\d(?=$|[\s,;"'})\]])(?<=(?:HTTP\/\d(?:\.\d)?"? |\bstatus(?:[_.]?code)?"?\s?[=:]\s?"?|\b(?:Completed|Sent) |\/\d{1,9} )5\d\d)/i;
/** The first status of the Common Log Format counts: the client wrote the path before it and the headers behind it. */
const COMMON_LOG = /HTTP\/\d(?:\.\d)?" ([1-5])\d\d(?= |$)/;
/** The same in the columns of Squid, AWS load balancers, CloudFront and IIS. */
const COLUMNS = [
  /^\d{9,11}\.\d{3} +\d+ \S+ [A-Z_]+\/5\d\d \d+ [A-Z]+ /,
  /^(?:https?|h2|wss?|grpcs?) (?:\S+ ){7}5\d\d /,
  /^\d{4}-\d\d-\d\d\t\d\d:\d\d:\d\d\t(?:[^\t]*\t){6}5\d\d\t/,
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d .{0,900}[^\d\s] 5\d\d \d{1,3} \d{1,10}(?: \d{1,10}){1,3}\r?$/,
];

export const isErrorLevel = (level: LogEvent["level"]): boolean => level === "error" || level === "fatal";

/** True for a log of a failure. The message is read once, however many ask. */
export function hasFailed(log: LogEvent): boolean {
  log.isFailed ??= isFailure(log);
  return log.isFailed;
}

/** Fields of access logs in JSON: Express and morgan, pino, ECS, OpenTelemetry. */
const STATUS_FIELDS = new Set(["status", "statusCode", "status_code", "http.status_code", "http.response.status_code"]);
const NESTED_FIELDS = new Set(["res", "response"]);

const isServerError = (status: unknown): boolean => Number(status) >= 500 && Number(status) <= 599;

/** The status in the fields, or in those of the response. Most logs have few fields, so they are walked once. */
function hasServerError(fields: Readonly<Record<string, unknown>>, isNested = false): boolean {
  let response: unknown;
  for (const name in fields) {
    if (STATUS_FIELDS.has(name)) return isServerError(fields[name]);
    if (NESTED_FIELDS.has(name)) response ??= fields[name];
  }
  if (isNested || typeof response !== "object" || response === null) return false;
  return hasServerError(response as Readonly<Record<string, unknown>>, true);
}

/** Characters before a status. Without one of them and a 5, the expression needn't look. */
const BEFORE_STATUS = /[\s"=:/]/;

function mayNameStatus(text: string): boolean {
  for (let at = text.indexOf("5"); at !== -1; at = text.indexOf("5", at + 1))
    if (BEFORE_STATUS.test(text.charAt(at - 1))) return true;
  return false;
}

/** The level says so, or an access line, which has no level of its own, names a server error (RFC 9110, 15.6). */
function isFailure(log: LogEvent): boolean {
  const { message, metadata } = log;
  const level = levelOf(log);
  if (isErrorLevel(level)) return true;
  if (level === "debug") return false;
  if (metadata !== undefined && hasServerError(metadata)) return true;
  const text = message.length > MESSAGE_CHARS_MAX ? message.slice(0, MESSAGE_CHARS_MAX) : message;
  if (!mayNameStatus(text)) return false;
  const common = COMMON_LOG.exec(text)?.[1];
  if (common !== undefined) return common === "5";
  return ACCESS_STATUS.test(text) || COLUMNS.some((columns) => columns.test(text));
}
