import { coerceError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/logger.ts";
import { isTransient } from "../../store/sql/classify-error.ts";

/**
 * Handles errors that nothing else in this thread handles; each is a bug. An unhandled rejection is logged: its
 * function has ended, and no acknowledgement depends on it. So is a lost connection on a socket without a listener. Any
 * other exception leaves the thread's memory in an unknown state. Then `end` ends the process, and the next start
 * continues from the stored state.
 */
export function handleStrayErrors(logger: Logger, end: (error: Error) => void): void {
  process.on("unhandledRejection", (reason) =>
    logger.error("Unhandled rejection; the process continues", { error: coerceError(reason) }),
  );
  process.on("uncaughtException", (thrown: unknown) => {
    const error = coerceError(thrown);
    if (isTransient(thrown)) logger.error("Unhandled connection loss; the process continues", { error });
    else end(error);
  });
}
