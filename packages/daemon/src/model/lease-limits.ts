import { MINUTE_MS, SECOND_MS } from "../kernel/clock.ts";

/** How long a worker owns a job without renewing its lease. */
export const DIAGNOSIS_LEASE_MS = 20 * SECOND_MS;
export const REPORT_LEASE_MS = 20 * SECOND_MS;
export const EXECUTION_LEASE_MS = 20 * SECOND_MS;
/** Far longer than one attempt to send may take. */
export const NOTIFICATION_LEASE_MS = 2 * MINUTE_MS;
