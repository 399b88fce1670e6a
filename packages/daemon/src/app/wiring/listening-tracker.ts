import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { ListeningPeriod } from "../../model/listening-period.ts";

/**
 * Since when this worker hears all that comes. What is quiet while nobody hears (the machine sleeps, the database or
 * the broker is away, a backlog waits) is not quiet: nothing resolves by it, and no service is silent by it.
 */
export interface ListeningTracker {
  /** Now, while it doesn't hear. */
  since(now: number): number;
  /** The same of every service: one worker takes all that comes. */
  period(now: number): ListeningPeriod;
  /** Said every second or so while all is well: work gets done, and the sources hear. */
  heartbeat(now: number): void;
  /** Told of what was taken in, and when it had been accepted. */
  recordProcessed(acceptedAt: number, now: number): void;
}

/** A beat that is missing for so long is a gap, whatever the reason: the process or its storage stood still. */
const GAP_MS = 10 * SECOND_MS;
/**
 * What is taken in so long after it was accepted is a backlog. Not less, since clocks of machines differ: one that
 * accepts and is late by more than this keeps incidents from resolving by themselves.
 */
const BACKLOG_MS = MINUTE_MS;

export function createListeningTracker(startedAt: number): ListeningTracker {
  let since = startedAt;
  let lastBeat = startedAt;
  const sinceAt = (now: number): number => (now - lastBeat > GAP_MS ? now : Math.min(since, now));
  return {
    since: sinceAt,
    period: (now) => ({ since: sinceAt(now), until: now }),
    heartbeat(now) {
      // Also where the clock was set back: then it is since now.
      since = sinceAt(now);
      lastBeat = now;
    },
    recordProcessed(acceptedAt, now) {
      if (now - acceptedAt > BACKLOG_MS) since = now;
    },
  };
}
