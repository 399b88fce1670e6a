import { setTimeout as wait } from "node:timers/promises";
import { coerceError } from "./errors.ts";

export interface Lease {
  /** False where another process holds the lease. */
  readonly renew: () => Promise<boolean>;
  readonly everyMs: number;
  /** The time that had passed when the lease was received; the first renewal is that much earlier. */
  readonly goneMs: number;
  readonly lost: () => void;
  /** Called with each failed renewal. */
  readonly failed: (error: Error) => void;
}

/** Renews a lease until the signal. A failed renewal is tried again; the lease may expire meanwhile. */
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
