import { type OnRefused, type RefusalReason, refusalReasons } from "../ingest/refusals.ts";
import type { Clock } from "../kernel/clock.ts";
import { MINUTE_MS } from "../kernel/clock.ts";
import type { Logger } from "../kernel/logger.ts";
import { DEFAULT_ORGANIZATION } from "../model/scope.ts";
import type { Metrics } from "./metrics.ts";

const ADVICE: Readonly<Record<RefusalReason, string>> = {
  default_service_limit:
    "Telemetry without the header x-organization-id was refused (403), and most shippers drop it: the organization " +
    `${DEFAULT_ORGANIZATION} holds no more services. Send the header x-organization-id with an organization of your own`,
  service_limit:
    "Telemetry was refused (403), and most shippers drop it: its organization holds no more services. Raise TOCSIN_SERVICES_MAX",
  organizations_per_minute:
    "Telemetry of a new organization was refused for now (503): too many were new in the last minute. Bind a key to an " +
    "organization that must be taken (TOCSIN_INGEST_API_KEY), or raise TOCSIN_NEW_ORGANIZATIONS_PER_MINUTE",
  organizations_max:
    "Telemetry of a new organization was refused (503): there are as many as there may be. Raise TOCSIN_ORGANIZATIONS_MAX, " +
    "or bind a key to the organization (TOCSIN_INGEST_API_KEY)",
  queue_share:
    "Telemetry was refused for now (503): its organization takes up its share of the queue. Others aren't affected",
};

const AGAIN_MS = 10 * MINUTE_MS;

/** Counts refusals by reason, and says the first of each in the log, and then one every ten minutes at the most. */
export function createRefusalLog({
  metrics,
  logger,
  clock,
}: {
  readonly metrics: Pick<Metrics, "refused">;
  readonly logger: Logger;
  readonly clock: Clock;
}): OnRefused {
  const loggedAt = new Map<RefusalReason, number>();
  for (const reason of refusalReasons) metrics.refused.inc({ reason }, 0);
  return (reason, organizationId) => {
    metrics.refused.inc({ reason });
    const now = clock.now();
    if (now - (loggedAt.get(reason) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return;
    loggedAt.set(reason, now);
    logger.warn(ADVICE[reason], { reason, organizationId });
  };
}
