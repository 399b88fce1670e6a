import { setTimeout as wait } from "node:timers/promises";

/** A thread that is at a long piece of work answers late; one that ended doesn't answer, and ends the process. */
const PATIENCE_MS = 500;
/** Longer than any piece of work takes: a thread that is silent for so long is stuck. */
const SILENCE_MS_MAX = 60_000;

export interface ThreadReadinessOptions {
  readonly role: string;
  /** Resolves when the thread has answered, however long it takes. */
  readonly ask: () => Promise<readonly string[]>;
  readonly patienceMs?: number;
  readonly silenceMsMax?: number;
}

/**
 * Readiness of a role by the liveness of its thread, not by the length of what it is at: while it is busy, what it
 * answered last holds. At most one question is under way.
 */
export function createThreadReadiness(options: ThreadReadinessOptions): () => Promise<readonly string[]> {
  const { role, ask, patienceMs = PATIENCE_MS, silenceMsMax = SILENCE_MS_MAX } = options;
  let last: readonly string[] = [];
  let asking: Promise<readonly string[]> | undefined;
  let askedAt = 0;
  return async () => {
    if (!asking) {
      askedAt = performance.now();
      asking = ask()
        .then((reasons) => {
          last = reasons;
          return reasons;
        })
        .catch(() => [`the ${role} thread gives no answer`])
        .finally(() => {
          asking = undefined;
        });
    }
    const answer = await Promise.race([asking, wait(patienceMs, undefined, { ref: false })]);
    if (answer) return answer;
    const silentMs = performance.now() - askedAt;
    return silentMs < silenceMsMax
      ? last
      : [`the ${role} thread has given no answer for ${Math.round(silentMs / 1000)} s`];
  };
}
