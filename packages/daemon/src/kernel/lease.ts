import { setTimeout as wait } from "node:timers/promises";
import { coerceError } from "./errors.ts";

export interface Lease {
  /** False where it is somebody else's. */
  readonly renew: () => Promise<boolean>;
  readonly everyMs: number;
  readonly lost: () => void;
  /** It couldn't be prolonged for now. */
  readonly failed: (error: Error) => void;
}

/**
 * Until the signal, says again and again that somebody is at it; at once too, since who has it may have waited for most
 * of the lease until it got it. While the database is away the lease runs on.
 */
export async function keepLease({ renew, everyMs, lost, failed }: Lease, over: AbortSignal): Promise<void> {
  const pause = (): Promise<boolean> => wait(everyMs, true, { signal: over }).catch(() => false);
  do {
    try {
      if (!(await renew())) return lost();
    } catch (error) {
      failed(coerceError(error));
    }
  } while (await pause());
}
