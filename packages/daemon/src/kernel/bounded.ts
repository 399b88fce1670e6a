import { setTimeout as wait } from "node:timers/promises";

export interface Bounds<Answer> {
  /** How long an asker waits. */
  readonly msMax: number;
  /** The answer to whoever waited for so long. */
  readonly late: Answer;
  /** How long an answer serves those who ask next: nobody makes the peer work by asking quickly. */
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
    return Promise.race([asking, wait(msMax, late, { ref: false })]);
  };
}
