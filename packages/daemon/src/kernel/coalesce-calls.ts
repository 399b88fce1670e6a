import { setTimeout as wait } from "node:timers/promises";

export interface CoalesceOptions<Answer> {
  /** A caller waits at most this time. */
  readonly timeoutMs: number;
  /** The answer after the timeout. */
  readonly fallback: Answer;
  /** Callers within this time after an answer get the same one. */
  readonly cacheMs: number;
}

/**
 * Request coalescing: concurrent callers share one call. A call without an answer stays the only one, so that a peer
 * that hangs holds one call and not thousands.
 */
export function coalesceCalls<Answer>(
  call: () => Promise<Answer>,
  { timeoutMs, fallback, cacheMs }: CoalesceOptions<Answer>,
): () => Promise<Answer> {
  let pending: Promise<Answer> | undefined;
  let cached: { readonly answer: Answer; readonly at: number } | undefined;
  return () => {
    if (cached && performance.now() - cached.at < cacheMs) return Promise.resolve(cached.answer);
    pending ??= call()
      .then((answer) => {
        cached = { answer, at: performance.now() };
        return answer;
      })
      .finally(() => {
        pending = undefined;
      });
    return Promise.race([pending, waitInTicks(timeoutMs).then(() => fallback)]);
  };
}

const TICK_MS = 50;

/** Counts a long stall of the event loop as two ticks: during a stall, nobody can take an answer that has arrived. */
async function waitInTicks(ms: number): Promise<void> {
  for (let left = ms; left > 0; ) {
    const startedAt = performance.now();
    await wait(Math.min(TICK_MS, left), undefined, { ref: false });
    left -= Math.min(performance.now() - startedAt, 2 * TICK_MS);
  }
}
