import { HOUR_MS, MINUTE_MS } from "../kernel/clock.ts";
import {
  COUNTED_HOURS_KEPT_MS,
  COUNTED_MINUTES_KEPT_MS,
  DEPLOYMENTS_KEPT_MS,
  TIMESTAMP_AHEAD_MS_MAX,
} from "../model/limits.ts";
import type { DeploymentEvent, Telemetry } from "../model/telemetry.ts";
import { type CountedBucket, type CountedSpan, startOf } from "../model/telemetry-count.ts";

type Growing = { -readonly [Field in keyof CountedBucket]: CountedBucket[Field] };

/**
 * Telemetry by service, minute and hour of its own time. What is older than the minutes that are kept counts in
 * its hour alone, what is older than those or further ahead than a timestamp may be isn't counted: no timestamp makes
 * a row that would be removed at once. One look-up an event. In the order of their keys, in which all writers
 * take them.
 */
export function countTelemetry(telemetry: readonly Telemetry[], now: number): CountedBucket[] {
  const buckets = new Map<string, Growing>();
  const [minutesFrom, hoursFrom] = [now - COUNTED_MINUTES_KEPT_MS, now - COUNTED_HOURS_KEPT_MS];
  for (const event of telemetry) {
    const { timestamp } = event;
    if (timestamp < hoursFrom || timestamp > now + TIMESTAMP_AHEAD_MS_MAX) continue;
    const isLog = event.kind === "log";
    const isError = isLog && (event.level === "error" || event.level === "fatal");
    const bucket = bucketOf(buckets, event, timestamp < minutesFrom ? HOUR_MS : MINUTE_MS, timestamp);
    bucket.events += 1;
    if (isLog) bucket.logs += 1;
    if (isError) bucket.errors += 1;
  }
  for (const minute of [...buckets.values()]) {
    if (minute.span === HOUR_MS) continue;
    const hour = bucketOf(buckets, minute, HOUR_MS, minute.start);
    hour.events += minute.events;
    hour.logs += minute.logs;
    hour.errors += minute.errors;
  }
  return [...buckets].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, bucket]) => bucket);
}

function bucketOf(
  buckets: Map<string, Growing>,
  { organizationId, service }: Pick<CountedBucket, "organizationId" | "service">,
  span: CountedSpan,
  at: number,
): Growing {
  const start = startOf(at, span);
  const key = `${organizationId} ${service} ${span} ${start}`;
  let bucket = buckets.get(key);
  if (!bucket) {
    bucket = { organizationId, service, span, start, events: 0, logs: 0, errors: 0 };
    buckets.set(key, bucket);
  }
  return bucket;
}

/** Deployments that are kept: not older than that, and no further ahead than a timestamp may be. */
export const deploymentsIn = (telemetry: readonly Telemetry[], now: number): DeploymentEvent[] =>
  telemetry.filter(
    (event): event is DeploymentEvent =>
      event.kind === "deployment" &&
      event.timestamp >= now - DEPLOYMENTS_KEPT_MS &&
      event.timestamp <= now + TIMESTAMP_AHEAD_MS_MAX,
  );
