import { coerceError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/logger.ts";
import { isTransient } from "../../store/sql/classify-error.ts";

/**
 * Handles errors that nothing else in this thread does. Each of them is a bug of ours.
 *
 * A rejection that nobody awaits is logged: its function ran to its end, and nothing acknowledged hangs on it. So is
 * the loss of a connection, thrown by a socket that nobody listens to. Any other exception leaves this thread's memory
 * in an unknown state: `end` ends the process, and the next start goes on from what is stored.
 */
export function handleStrayErrors(logger: Logger, end: (error: Error) => void): void {
  process.on("unhandledRejection", (reason) =>
    logger.error("A rejected promise was not handled; the process goes on", { error: coerceError(reason) }),
  );
  process.on("uncaughtException", (thrown: unknown) => {
    const error = coerceError(thrown);
    if (isTransient(thrown)) logger.error("A lost connection was not handled; the process goes on", { error });
    else end(error);
  });
}
