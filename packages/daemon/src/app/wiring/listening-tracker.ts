import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { TelemetryCoverage } from "../../model/telemetry-coverage.ts";

/**
 * Tracks since when this worker receives all telemetry without a gap. Silence outside of this time (the machine sleeps,
 * the database or broker is unreachable, a backlog waits) resolves no incident and makes no service silent.
 */
export type ListeningTracker = ReturnType<typeof createListeningTracker>;

/** A longer time without a heartbeat is a gap: the process or its storage stood still. */
const GAP_MS = 10 * SECOND_MS;
/** A batch processed this long after its acceptance shows a backlog. The bound allows for different clocks. */
const BACKLOG_MS = MINUTE_MS;

export function createListeningTracker(startedAt: number) {
  let since = startedAt;
  let lastHeartbeat = startedAt;
  const sinceAt = (now: number): number => (now - lastHeartbeat > GAP_MS ? now : Math.min(since, now));
  return {
    /** The current time during a gap. */
    since: sinceAt,
    /** The same for all services, since one worker receives all telemetry. */
    period: (now: number): TelemetryCoverage => ({ since: sinceAt(now), until: now }),
    /** Call it every second while work succeeds and the sources can receive. */
    heartbeat(now: number): void {
      // A clock that was set back also starts a new period.
      since = sinceAt(now);
      lastHeartbeat = now;
    },
    /** Call it with the acceptance time of each processed batch. */
    recordProcessed(acceptedAt: number, now: number): void {
      if (now - acceptedAt > BACKLOG_MS) since = now;
    },
  };
}
