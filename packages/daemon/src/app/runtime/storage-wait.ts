import { setTimeout as wait } from "node:timers/promises";
import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { coerceError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/logger.ts";
import { classifyError } from "../../store/sql/classify-error.ts";
import { ConfigError } from "../config/config-error.ts";

/** The process was asked to stop before it had started. */
export class StartAborted extends Error {}

export interface StorageWaitOptions {
  readonly logger: Logger;
  /** Ends the waiting with StartAborted. */
  readonly signal: AbortSignal;
  /** Shorter in tests. */
  readonly pauseMsMin?: number;
}

/** Steps of a start that need the database or the disk. */
export interface StorageWait {
  /** Tries until it succeeds. A step may be tried any number of times, and closes what it opened when it fails. */
  retry<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Why the start waits; undefined where it doesn't. */
  reason(): string | undefined;
}

const PAUSE_MS_MIN = 250;
const PAUSE_MS_MAX = 10 * SECOND_MS;
/** One line for each new problem, and one a minute while the same problem lasts. */
const REPEAT_MS = MINUTE_MS;
const PROBLEMS_MAX = 20;

/**
 * Waits for storage that is away, for as long as it takes: a supervisor that restarts the process instead gives up
 * after some tries. Refused credentials and a database that doesn't exist end the start. Waiting doesn't mend those,
 * and whoever deploys should see it at once.
 */
export function createStorageWait({ logger, signal, pauseMsMin = PAUSE_MS_MIN }: StorageWaitOptions): StorageWait {
  let reason: string | undefined;
  const logged = new Map<string, number>();
  const log = (problem: string): void => {
    const now = performance.now();
    if (now - (logged.get(problem) ?? Number.NEGATIVE_INFINITY) < REPEAT_MS) return;
    if (logged.size >= PROBLEMS_MAX) logged.clear();
    logged.set(problem, now);
    logger.warn("Storage is away; the start waits for it", { problem });
  };
  return {
    reason: () => reason,
    async retry(work) {
      for (let pauseMs = pauseMsMin; ; pauseMs = Math.min(PAUSE_MS_MAX, pauseMs * 2)) {
        try {
          const result = await abortable(work(), signal);
          if (reason !== undefined) logger.info("Storage is back; the start goes on");
          reason = undefined;
          return result;
        } catch (error) {
          if (signal.aborted) throw new StartAborted();
          const errorClass = classifyError(error);
          if (errorClass === undefined || errorClass === "damage") throw error;
          if (errorClass === "configuration") throw refused(error);
          reason = "waiting for storage";
          log(problemOf(error));
        }
        // A fleet whose database restarts must not come back in step.
        const jittered = pauseMs * (0.5 + Math.random() / 2);
        await wait(jittered, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) throw new StartAborted();
      }
    },
  };
}

/** Attempts on several addresses have no message of their own. */
function problemOf(error: unknown): string {
  const { message, name } = coerceError(error);
  const { code, errors } = error as { code?: unknown; errors?: unknown };
  if (message !== "") return message;
  const attempts = Array.isArray(errors) ? errors.map((attempt) => coerceError(attempt).message).join("; ") : "";
  return attempts || (typeof code === "string" ? code : name);
}

const refused = (error: unknown): ConfigError =>
  new ConfigError(
    `Storage refuses the settings: ${problemOf(error)}. Correct TOCSIN_DATABASE_URL, the role and its permissions, or the owner of the data directory.`,
  );

/** Rejects when the signal comes. The work isn't stopped: the process ends. */
export function abortable<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  if (signal.aborted) return Promise.reject(new StartAborted());
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new StartAborted());
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
