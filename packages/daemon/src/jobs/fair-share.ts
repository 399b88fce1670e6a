interface Owned {
  readonly organizationId: string;
}

/** Shares the slots of one process between organizations. */
export interface FairShare {
  /** A job of the organization that was served longest ago; undefined if no organization may start another. */
  next<Available extends Owned>(available: readonly Available[]): Available | undefined;
  started(job: Owned): void;
  ended(job: Owned): void;
}

const ORGANIZATIONS_KEPT_MAX = 10_000;

/** `most`: the jobs that one organization may run at once, so that slow receivers don't block the others. */
export function createFairShare(most: number): FairShare {
  /** In the order in which they were served, the latest last. */
  const served = new Map<string, number>();
  const running = new Map<string, number>();
  let serving = 0;
  const runningOf = ({ organizationId }: Owned): number => running.get(organizationId) ?? 0;
  const servedAt = ({ organizationId }: Owned): number => served.get(organizationId) ?? 0;
  return {
    next(available) {
      const [next] = available
        .filter((each) => runningOf(each) < most)
        .toSorted((one, other) => servedAt(one) - servedAt(other));
      if (!next) return undefined;
      served.delete(next.organizationId);
      served.set(next.organizationId, ++serving);
      const [oldest] = served.keys();
      if (served.size > ORGANIZATIONS_KEPT_MAX && oldest !== undefined) served.delete(oldest);
      return next;
    },
    started: (job) => void running.set(job.organizationId, runningOf(job) + 1),
    ended(job) {
      const left = runningOf(job) - 1;
      if (left > 0) running.set(job.organizationId, left);
      else running.delete(job.organizationId);
    },
  };
}
