import { destination } from "pino";
import { MIB } from "../../kernel/bytes.ts";
import { createLogger, type Fields, type Logger, type LogLevelName } from "../../kernel/logger.ts";

/** Loaded on a terminal only, to save memory in each thread. */
const pretty = process.stdout.isTTY ? (await import("pino-pretty")).default : undefined;

/** Lines kept while standard output is not writable; newer lines are dropped and counted. */
const KEPT_BYTES_MAX = MIB;

/**
 * Writes JSON lines to standard output, and readable lines to a terminal. A full disk or a closed pipe (ENOSPC, EPIPE)
 * doesn't end the process: lines are kept within bounds until the next one is written.
 */
export function createProcessLogger(level: LogLevelName, base: Fields = {}): Logger {
  if (pretty) {
    const options = { ignore: "pid,hostname", messageKey: "message", translateTime: "SYS:HH:MM:ss" };
    return createLogger(level, pretty({ sync: true, singleLine: true, ...options }), base);
  }
  const stream = destination({ fd: 1, sync: true, maxLength: KEPT_BYTES_MAX });
  const logger = createLogger(level, stream, base);
  let dropped = 0;
  stream.on("error", () => undefined);
  stream.on("drop", () => {
    dropped += 1;
  });
  stream.on("write", () => {
    if (dropped === 0) return;
    const lines = dropped;
    dropped = 0;
    setImmediate(() => logger.warn("Log lines were dropped while standard output could not be written", { lines }));
  });
  return logger;
}
