import { setTimeout as wait } from "node:timers/promises";

/** A busy thread answers late. A thread that ended never answers, and ends the process. */
const TIMEOUT_MS = 500;
/** Longer than any single step takes: a thread without an answer for this time is stuck. */
const SILENCE_MS_MAX = 60_000;

export interface ThreadReadinessOptions {
  readonly role: string;
  /** Resolves with the answer of the thread, without a time limit. */
  readonly ask: () => Promise<readonly string[]>;
  readonly timeoutMs?: number;
  readonly silenceMsMax?: number;
}

/**
 * The readiness of a role depends on whether its thread is alive, not on how busy it is: a busy thread keeps its last
 * answer. At most one question is pending.
 */
export function createThreadReadiness(options: ThreadReadinessOptions): () => Promise<readonly string[]> {
  const { role, ask, timeoutMs = TIMEOUT_MS, silenceMsMax = SILENCE_MS_MAX } = options;
  let last: readonly string[] = [];
  let pending: Promise<readonly string[]> | undefined;
  let pendingSince = 0;
  return async () => {
    if (!pending) {
      pendingSince = performance.now();
      pending = ask()
        .then((reasons) => {
          last = reasons;
          return reasons;
        })
        .catch(() => [`the ${role} thread does not answer`])
        .finally(() => {
          pending = undefined;
        });
    }
    const answer = await Promise.race([pending, wait(timeoutMs, undefined, { ref: false })]);
    if (answer) return answer;
    const silentMs = performance.now() - pendingSince;
    return silentMs < silenceMsMax
      ? last
      : [`the ${role} thread has not answered for ${Math.round(silentMs / 1000)} s`];
  };
}
