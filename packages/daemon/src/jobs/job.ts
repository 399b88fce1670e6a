/** One piece of work that a worker has claimed. */
export interface Job {
  /** Identifies the lease: each claim of the job has another. */
  readonly claim: string;
  /** Attempts so far, this one included. */
  readonly attempts: number;
}

/** A job belongs to the worker that claimed it until its lease expires. Every method is one transaction. */
export interface JobQueue<Claimed extends Job> {
  /** Claims the next available job; undefined if there is none. */
  claim(now: number): Promise<Claimed | undefined>;
  /** Extends the lease. False if the job belongs to another worker. */
  renew(job: Claimed, now: number): Promise<boolean>;
  /** Ends the lease; any worker may claim the job from `availableAt` on. A stop is not counted as an attempt. */
  release(job: Claimed, availableAt: number, isAttempt: boolean): Promise<void>;
}

export interface JobStore<Claimed extends Job> extends JobQueue<Claimed> {
  /** Ends all leases. Call it only when no other process can be working: their owner has ended. */
  reclaim(): Promise<void>;
  /** Jobs that wait or run, of all organizations. */
  countOpen(): Promise<number>;
}
