import { backOffMs, sleep } from "../kernel/back-off.ts";
import { coerceError } from "../kernel/errors.ts";
import type { PipelineDeps } from "./pipeline-deps.ts";

const BACKOFF_MS_MIN = 200;
const BACKOFF_MS_MAX = 10_000;

/** Waits while storage is unreachable or damaged: accepted telemetry stays in the queue meanwhile. */
export async function retryTransientErrors<Result>(
  { isDamage, isTransient, logger }: Pick<PipelineDeps, "isDamage" | "isTransient" | "logger">,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (signal?.aborted || !(isDamage(error) || isTransient(error))) throw error;
      const waitMs = backOffMs(failures, BACKOFF_MS_MIN, BACKOFF_MS_MAX);
      const fields = { error: coerceError(error), waitMs };
      if (isDamage(error)) logger.error("Storage is damaged; the worker waits until it is repaired", fields);
      else logger.warn("Storage is unreachable; the worker retries", fields);
      await sleep(waitMs, signal);
    }
  }
}
