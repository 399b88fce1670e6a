import { HOUR_MS, MINUTE_MS } from "../kernel/clock.ts";
import {
  COUNTED_HOURS_KEPT_MS,
  COUNTED_MINUTES_KEPT_MS,
  DEPLOYMENTS_KEPT_MS,
  TIMESTAMP_AHEAD_MS_MAX,
} from "../model/ingestion-limits.ts";
import { hasFailed } from "../model/log-outcome.ts";
import type { DeploymentEvent, Telemetry } from "../model/telemetry.ts";
import { bucketStartOf, type CountedBucket, type CountedSpan } from "../model/telemetry-count.ts";

type Growing = { -readonly [Field in keyof CountedBucket]: CountedBucket[Field] };

interface ServiceBuckets {
  readonly organizationId: string;
  readonly service: string;
  readonly minutes: Map<number, Growing>;
  readonly hours: Map<number, Growing>;
  /** The bucket of the previous event, which most events share. */
  latest: Growing | undefined;
}

/**
 * Counts telemetry by service, minute and hour of its timestamp. Events older than the kept minutes count in their hour
 * only; events outside of the kept hours are not counted. Sorted, so that concurrent writers lock rows in one order.
 */
export function countTelemetry(telemetry: readonly Telemetry[], now: number): CountedBucket[] {
  const organizations = new Map<string, Map<string, ServiceBuckets>>();
  const [minutesFrom, hoursFrom] = [now - COUNTED_MINUTES_KEPT_MS, now - COUNTED_HOURS_KEPT_MS];
  for (const event of telemetry) {
    const { timestamp } = event;
    if (timestamp < hoursFrom || timestamp > now + TIMESTAMP_AHEAD_MS_MAX) continue;
    const buckets = bucketsOf(organizations, event);
    const span = timestamp < minutesFrom ? HOUR_MS : MINUTE_MS;
    const start = bucketStartOf(timestamp, span);
    let bucket = buckets.latest;
    if (bucket?.start !== start || bucket.span !== span) bucket = bucketOf(buckets, span, start);
    buckets.latest = bucket;
    bucket.events += 1;
    if (event.kind !== "log") continue;
    bucket.logs += 1;
    if (hasFailed(event)) bucket.errors += 1;
  }
  const services = byKey(organizations).flatMap(([, ofOrganization]) => byKey(ofOrganization));
  return services.flatMap(([, buckets]) => withHours(buckets));
}

function bucketsOf(
  organizations: Map<string, Map<string, ServiceBuckets>>,
  { organizationId, service }: Telemetry,
): ServiceBuckets {
  const services = organizations.get(organizationId) ?? new Map<string, ServiceBuckets>();
  organizations.set(organizationId, services);
  let buckets = services.get(service);
  if (!buckets) {
    buckets = { organizationId, service, minutes: new Map(), hours: new Map(), latest: undefined };
    services.set(service, buckets);
  }
  return buckets;
}

function bucketOf(
  { organizationId, service, minutes, hours }: ServiceBuckets,
  span: CountedSpan,
  start: number,
): Growing {
  const buckets = span === MINUTE_MS ? minutes : hours;
  let bucket = buckets.get(start);
  if (!bucket) {
    bucket = { organizationId, service, span, start, events: 0, logs: 0, errors: 0 };
    buckets.set(start, bucket);
  }
  return bucket;
}

/** Adds the minutes to their hours. */
function withHours(buckets: ServiceBuckets): Growing[] {
  for (const minute of buckets.minutes.values()) {
    const hour = bucketOf(buckets, HOUR_MS, bucketStartOf(minute.start, HOUR_MS));
    hour.events += minute.events;
    hour.logs += minute.logs;
    hour.errors += minute.errors;
  }
  return [buckets.minutes, buckets.hours].flatMap((each) => [...each.values()].sort((a, b) => a.start - b.start));
}

const byKey = <Value>(map: ReadonlyMap<string, Value>): [key: string, value: Value][] =>
  [...map].sort(([one], [other]) => (one < other ? -1 : 1));

export const deploymentsIn = (telemetry: readonly Telemetry[], now: number): DeploymentEvent[] =>
  telemetry.filter(
    (event): event is DeploymentEvent =>
      event.kind === "deployment" &&
      event.timestamp >= now - DEPLOYMENTS_KEPT_MS &&
      event.timestamp <= now + TIMESTAMP_AHEAD_MS_MAX,
  );
