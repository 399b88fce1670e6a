/** The count of the events in a broker, over all processes. */
export interface QueueCounts {
  /** Events that went in and are not handled yet. */
  readonly depth: number;
  /** No event that waits was accepted before; undefined where none waits. */
  readonly oldestAt: number | undefined;
  /** True where the asking process reports these numbers, so that each event is counted by one process. */
  readonly isReporter: boolean;
  /** To be given to `reset`; undefined where the counts moved lately, or a worker is at work. */
  readonly quietSince: number | undefined;
}

/** Events that an ingest process put into the broker since its last report. */
export interface AcceptedEvents {
  readonly events: number;
  /** When the first of them was accepted. */
  readonly firstAt: number;
}

/** Events that a worker took out of the broker since its last report. */
export interface HandledEvents {
  readonly events: number;
  readonly isBusy: boolean;
  /** When the oldest event of the last delivery was accepted. */
  readonly reachedAt: number;
}

/**
 * The broker counts messages, and not those that workers hold. So both ends count events, in memory, and add them up
 * here about once a second. A process that is killed takes up to a second of its counts with it; where the broker is
 * found empty, the counts begin anew.
 */
export interface QueueCountStore {
  /** Adds, and takes or renews the part of the reporter where it is free. */
  accept(process: string, accepted: AcceptedEvents, now: number): Promise<QueueCounts>;
  handle(worker: string, handled: HandledEvents, now: number): Promise<void>;
  /** Begins anew, where nothing moved since. */
  reset(quietSince: number): Promise<void>;
}
