/** Why telemetry of an organization was refused although its sender did nothing wrong in form. */
export const refusalReasons = [
  "default_service_limit",
  "service_limit",
  "organizations_per_minute",
  "organizations_max",
  "queue_share",
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Told of every refusal; never throws. */
export type OnRefused = (reason: RefusalReason, organizationId: string) => void;
