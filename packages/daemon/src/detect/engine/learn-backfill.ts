import { minuteOf } from "../../methods/error-rates/minute-counts.ts";
import { slotOf } from "../../model/log-template.ts";
import type { LogEvent, Telemetry } from "../../model/telemetry.ts";
import { BACKFILL_MS_MIN, WINDOW_MS } from "../detection-bounds.ts";
import { clear, createNewObservations } from "../state/new-observations.ts";
import { recordDeployment } from "../state/recent-deployments.ts";
import type { ServiceState } from "../state/service-state.ts";
import { closeSlot } from "../state/template-baseline.ts";
import { assignTemplate, recordLog, type WarmUp } from "./observe-log.ts";
import { type MetricPlans, recordMetric } from "./observe-metric.ts";

export const isBackfill = ({ timestamp, receivedAt }: Telemetry): boolean => receivedAt - timestamp >= BACKFILL_MS_MIN;

/** A template of the past is known. */
const NEVER_NEW: WarmUp = { minutes: Infinity, logs: Infinity };

/** Observations that no rule evaluates. */
const discarded = createNewObservations();

/**
 * Learns from telemetry of the past. A metric series learns values after its last one. Logs may be older than the latest
 * one within the window. Conditions, thresholds and silence stay untouched.
 */
export function learnBackfill(state: ServiceState, item: Telemetry, plans: MetricPlans): void {
  const { timestamp: at } = item;
  if (item.kind === "log") learnLog(state, item, at);
  else if (item.kind === "metric") recordMetric(state, discarded, item, at, { ...plans(item), thresholds: [] }, 0);
  else recordDeployment(state, discarded, item, at);
  state.watermark = Math.max(state.watermark, at);
  clear(discarded);
}

function learnLog(state: ServiceState, log: LogEvent, at: number): void {
  if (minuteOf(at) < state.minutes.newest - minuteOf(WINDOW_MS)) {
    assignTemplate(state, log, at);
    return;
  }
  if (slotOf(at) > state.volume.slot) closeSlot(state);
  recordLog(state, discarded, log, at, NEVER_NEW);
}
