import { destination } from "pino";
import { createLogger, type Fields, type Logger, type LogLevelName } from "../kernel/logger.ts";

/** Only where somebody reads along: a machine does without it, in every thread. */
const pretty = process.stdout.isTTY ? (await import("pino-pretty")).default : undefined;

/** Lines of JSON on standard output; on a terminal, readable ones. */
export function createProcessLogger(level: LogLevelName, base: Fields = {}): Logger {
  const stream = pretty
    ? pretty({
        sync: true,
        ignore: "pid,hostname",
        messageKey: "message",
        translateTime: "SYS:HH:MM:ss",
        singleLine: true,
      })
    : destination({ fd: 1, sync: true });
  return createLogger(level, stream, base);
}
