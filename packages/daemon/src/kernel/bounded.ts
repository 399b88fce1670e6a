import { setTimeout as wait } from "node:timers/promises";

/**
 * Asks with a time limit, at most one question at a time: whoever asks meanwhile shares the answer. A question without
 * an answer goes on, so that a peer that hangs holds one question and not thousands.
 */
export function askBounded<Answer>(ask: () => Promise<Answer>, msMax: number, late: Answer): () => Promise<Answer> {
  let asking: Promise<Answer> | undefined;
  return () => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return Promise.race([asking, wait(msMax, late, { ref: false })]);
  };
}
