import { setTimeout as wait } from "node:timers/promises";
import { coerceError } from "./errors.ts";

export interface Lease {
  /** False where it is somebody else's. */
  readonly renew: () => Promise<boolean>;
  readonly everyMs: number;
  /** How much of it had gone when it was got: who had to wait for that prolongs it sooner. */
  readonly goneMs: number;
  readonly lost: () => void;
  /** It couldn't be prolonged for now. */
  readonly failed: (error: Error) => void;
}

/** Until the signal, says again and again that somebody is at it. While the database is away the lease runs on. */
export async function keepLease({ renew, everyMs, goneMs, lost, failed }: Lease, over: AbortSignal): Promise<void> {
  const pause = (ms: number): Promise<boolean> => wait(ms, true, { signal: over }).catch(() => false);
  for (let left = everyMs - goneMs; left <= 0 || (await pause(left)); left = everyMs) {
    try {
      if (!(await renew())) return lost();
    } catch (error) {
      failed(coerceError(error));
    }
  }
}
