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

/** The level says so, or an access line, which has no level of its own, names a server error (RFC 9110, 15.6). */
function isFailure({ level, message }: Pick<LogEvent, "level" | "message">): boolean {
  if (isErrorLevel(level)) return true;
  if (level === "debug") return false;
  const text = message.length > MESSAGE_CHARS_MAX ? message.slice(0, MESSAGE_CHARS_MAX) : message;
  return ACCESS_STATUS.test(text);
}
