import { setTimeout as wait } from "node:timers/promises";
import { createDeadline } from "./deadline.ts";

const PAUSE_MS_MIN = 250;
const PAUSE_MS_MAX = 2_000;

/** Whether a retry can succeed, for example while the server restarts. */
export const isTransient = (error: unknown): boolean => (error as { isRetryable?: boolean }).isRetryable === true;

/**
 * Polls `look` with increasing pauses until it returns a value; undefined after the timeout. Transient failures are
 * ignored, so that a short outage doesn't end a long wait.
 */
export async function poll<Found>(
  look: (signal: AbortSignal) => Promise<Found | undefined>,
  timeoutMs: number,
): Promise<Found | undefined> {
  const deadline = createDeadline(timeoutMs);
  try {
    for (let pause = PAUSE_MS_MIN; ; pause = Math.min(pause * 1.5, PAUSE_MS_MAX)) {
      const found = await look(deadline.signal).catch((error: unknown) => {
        if (deadline.signal.aborted || !isTransient(error)) throw error;
        return undefined;
      });
      if (found !== undefined) return found;
      await wait(pause, undefined, { signal: deadline.signal });
    }
  } catch (error) {
    if (deadline.signal.aborted) return undefined;
    throw error;
  } finally {
    deadline.cancel();
  }
}
