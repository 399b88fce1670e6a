import { type OnRefused, type RefusalReason, refusalReasons, refusalWarning } from "../../ingest/refusals.ts";
import type { Clock } from "../../kernel/clock.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import type { Metrics } from "../runtime/metrics.ts";

const LOG_INTERVAL_MS = 10 * MINUTE_MS;

/** Counts refusals by reason and logs the first of each, then at most one every ten minutes. */
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
    if (now - (loggedAt.get(reason) ?? Number.NEGATIVE_INFINITY) < LOG_INTERVAL_MS) return;
    loggedAt.set(reason, now);
    logger.warn(refusalWarning(reason), { reason, organizationId });
  };
}
