import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "../kernel/clock.ts";
import { coerceError } from "../kernel/errors.ts";

/** Another worker owns the job now. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/** A worker's right to a job; no other worker claims the job before `heldUntil`. */
export interface Lease {
  /** Milliseconds since the epoch; each renewal moves it. */
  heldUntil: number;
  /** Aborts once another worker owns the job. */
  readonly lost: AbortSignal;
  /** False if another worker owns the job. */
  renew(): Promise<boolean>;
}

interface LeaseOptions {
  readonly clock: Clock;
  readonly leaseMs: number;
  /** Start of the claim: waiting for its transaction used up a part of the lease. */
  readonly claimedAt: number;
  readonly renew: (now: number) => Promise<boolean>;
  readonly onRenewError: (error: Error) => void;
}

/** Runs `work` and renews the lease four times per lease until it ends. Failed renewals are repeated. */
export async function withLease<Result>(
  { clock, leaseMs, claimedAt, renew, onRenewError }: LeaseOptions,
  work: (lease: Lease) => Promise<Result>,
): Promise<Result> {
  const [lost, ended] = [new AbortController(), new AbortController()];
  const lease: Lease = {
    heldUntil: claimedAt + leaseMs,
    lost: lost.signal,
    async renew() {
      const now = clock.now();
      const isOwn = await renew(now);
      if (isOwn) lease.heldUntil = now + leaseMs;
      return isOwn;
    },
  };
  const everyMs = leaseMs / 4;
  const pause = (ms: number): Promise<boolean> => wait(ms, true, { signal: ended.signal }).catch(() => false);
  const renewing = (async (): Promise<void> => {
    for (let ms = everyMs - (clock.now() - claimedAt); ms <= 0 || (await pause(ms)); ms = everyMs) {
      try {
        if (!(await lease.renew())) return lost.abort();
      } catch (error) {
        onRenewError(coerceError(error));
      }
    }
  })();
  try {
    return await work(lease);
  } finally {
    ended.abort();
    await renewing;
  }
}
