import { setTimeout as wait } from "node:timers/promises";

export interface Bounds<Answer> {
  /** An asker waits at most this time. */
  readonly msMax: number;
  /** The answer to whoever waited for so long. */
  readonly late: Answer;
  /** An answer serves later askers for this time, so that frequent questions make the peer no work. */
  readonly holdsMs: number;
}

/**
 * Asks with a time limit, at most one question at a time: whoever asks meanwhile shares the answer. A question without
 * an answer goes on, so that a peer that hangs holds one question and not thousands.
 */
export function askBounded<Answer>(ask: () => Promise<Answer>, bounds: Bounds<Answer>): () => Promise<Answer> {
  const { msMax, late, holdsMs } = bounds;
  let asking: Promise<Answer> | undefined;
  let held: { readonly answer: Answer; readonly at: number } | undefined;
  return () => {
    if (held && performance.now() - held.at < holdsMs) return Promise.resolve(held.answer);
    asking ??= ask()
      .then((answer) => {
        held = { answer, at: performance.now() };
        return answer;
      })
      .finally(() => {
        asking = undefined;
      });
    return Promise.race([asking, waitRunning(msMax).then(() => late)]);
  };
}

const TICK_MS = 50;

/** Counts a long hold-up of the event loop as two ticks: meanwhile an answer that has arrived can't be taken. */
async function waitRunning(ms: number): Promise<void> {
  for (let left = ms; left > 0; ) {
    const began = performance.now();
    await wait(Math.min(TICK_MS, left), undefined, { ref: false });
    left -= Math.min(performance.now() - began, 2 * TICK_MS);
  }
}
