import { setTimeout as wait } from "node:timers/promises";
import { createDeadline } from "./deadline.ts";

const PAUSE_MS_MIN = 250;
const PAUSE_MS_MAX = 2_000;

/** Whether a failure may be over at the next try, as while the server starts anew. */
export const isTransient = (error: unknown): boolean => (error as { isRetryable?: boolean }).isRetryable === true;

/**
 * What `look` finds, which is asked again and again, less often with time; undefined once the time is up. A failure that
 * may pass ends nothing: who waits for half an hour shouldn't hear that the server was away for a moment.
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
