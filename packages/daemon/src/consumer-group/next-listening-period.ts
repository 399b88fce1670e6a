import { MINUTE_MS, SECOND_MS } from "../kernel/clock.ts";
import type { ListeningPeriod } from "../model/listening-period.ts";

/** Without a report for so long, nobody listened meanwhile: the process or its storage stood still. */
export const GAP_MS = 10 * SECOND_MS;
/**
 * Telemetry that arrives so long behind the watermark was held up on its way to the queue: what seemed quiet was not.
 * Not less, since the clocks of machines differ.
 */
export const LATE_MS = MINUTE_MS;

/** A holder's findings since the last report. */
export interface ListeningProgress {
  /** When the report before was made. */
  readonly reportedAt: number;
  /** All telemetry accepted before this time is processed. */
  readonly processedUntil: number;
  /** The oldest acceptance time that was processed since the last report; null where nothing was. */
  readonly oldestProcessed: number | null;
}

/** The listening period after a report; it begins anew after a gap and after late telemetry, and its end never goes back. */
export function nextListeningPeriod(
  before: ListeningPeriod,
  progress: ListeningProgress,
  now: number,
): ListeningPeriod {
  const { reportedAt, processedUntil, oldestProcessed } = progress;
  const isGap = now - reportedAt > GAP_MS || now < reportedAt;
  const isLate = oldestProcessed !== null && oldestProcessed < before.until - LATE_MS;
  const until = isGap ? processedUntil : Math.max(before.until, processedUntil);
  return { since: isGap || isLate ? Math.max(until, now) : before.since, until };
}
