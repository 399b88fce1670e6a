import { backOffMs, sleep } from "../../kernel/back-off.ts";
import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { coerceError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/logger.ts";
import { rejectOnAbort } from "../../kernel/reject-on-abort.ts";
import { classifyError } from "../../store/sql/classify-error.ts";
import { ConfigError } from "../config/config-error.ts";

/** A signal stopped the process before its start ended. */
export class StartAborted extends Error {}

export interface StorageWaitOptions {
  readonly logger: Logger;
  /** Ends the wait with StartAborted. */
  readonly signal: AbortSignal;
  /** Set in tests. */
  readonly pauseMsMin?: number;
}

/** For steps of a start that need the database or the disk. */
export type StorageWait = ReturnType<typeof createStorageWait>;

const PAUSE_MS_MIN = 250;
const PAUSE_MS_MAX = 10 * SECOND_MS;
/** One line for each new problem, and one a minute while the same problem lasts. */
const REPEAT_MS = MINUTE_MS;
const PROBLEMS_MAX = 20;

/**
 * Waits for unreachable storage without a time limit, since a supervisor that restarts the process gives up after some
 * attempts. Refused credentials and a missing database end the start: waiting doesn't help, and the operator should see
 * them at once.
 */
export function createStorageWait({ logger, signal, pauseMsMin = PAUSE_MS_MIN }: StorageWaitOptions) {
  let reason: string | undefined;
  const logged = new Map<string, number>();
  const log = (problem: string): void => {
    const now = performance.now();
    if (now - (logged.get(problem) ?? Number.NEGATIVE_INFINITY) < REPEAT_MS) return;
    if (logged.size >= PROBLEMS_MAX) logged.clear();
    logged.set(problem, now);
    logger.warn("Storage is unreachable; the start waits", { problem });
  };
  return {
    /** The reason why the start waits; undefined where it doesn't. */
    reason: (): string | undefined => reason,
    /** Retries until it succeeds. A step that fails must close what it opened. */
    async retry<Result>(work: () => Promise<Result>): Promise<Result> {
      for (let failures = 0; ; failures += 1) {
        try {
          const result = await rejectOnAbort(work(), signal);
          if (reason !== undefined) logger.info("Storage is reachable; the start continues");
          reason = undefined;
          return result;
        } catch (error) {
          if (signal.aborted) throw new StartAborted();
          const errorClass = classifyError(error);
          if (errorClass === undefined || errorClass === "damage") throw error;
          if (errorClass === "configuration") throw configurationError(error);
          reason = "waiting for storage";
          log(problemOf(error));
        }
        // Jitter: processes must not retry at the same time after a restart of the database.
        await sleep(backOffMs(failures, pauseMsMin, PAUSE_MS_MAX), signal);
        if (signal.aborted) throw new StartAborted();
      }
    },
  };
}

/** An error of attempts on several addresses has no message of its own. */
function problemOf(error: unknown): string {
  const { message, name } = coerceError(error);
  const { code, errors } = error as { code?: unknown; errors?: unknown };
  if (message !== "") return message;
  const attempts = Array.isArray(errors) ? errors.map((attempt) => coerceError(attempt).message).join("; ") : "";
  return attempts || (typeof code === "string" ? code : name);
}

const configurationError = (error: unknown): ConfigError =>
  new ConfigError(
    `Storage refuses the settings: ${problemOf(error)}. Correct TOCSIN_DATABASE_URL, the role and its permissions, or the owner of the data directory.`,
  );
