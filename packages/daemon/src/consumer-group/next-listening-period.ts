import { MINUTE_MS, SECOND_MS } from "../kernel/clock.ts";
import type { TelemetryCoverage } from "../model/telemetry-coverage.ts";
import type { PartitionProgress, PartitionReport } from "./lease-store.ts";

/** A longer time without a report is a gap: the process or its storage stood still. */
export const GAP_MS = 10 * SECOND_MS;
/**
 * Telemetry this far behind the watermark was delayed on its way to the queue, so the silence before it was none. The
 * bound allows for different clocks.
 */
export const LATE_MS = MINUTE_MS;

/** `reportedAt`: when the last report was made. */
export type ListeningProgress = Pick<PartitionReport, "reportedAt"> &
  Pick<PartitionProgress, "processedUntil" | "oldestProcessed">;

/** The period after a report: it restarts after a gap and after late telemetry, and its end never moves back. */
export function nextListeningPeriod(
  before: TelemetryCoverage,
  progress: ListeningProgress,
  now: number,
): TelemetryCoverage {
  const { reportedAt, processedUntil, oldestProcessed } = progress;
  const isGap = now - reportedAt > GAP_MS || now < reportedAt;
  const isLate = oldestProcessed !== null && oldestProcessed < before.until - LATE_MS;
  const until = isGap ? processedUntil : Math.max(before.until, processedUntil);
  return { since: isGap || isLate ? Math.max(until, now) : before.since, until };
}
