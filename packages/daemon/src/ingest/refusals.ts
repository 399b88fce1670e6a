import { REFUSALS_KEPT_MS } from "../model/ingestion-limits.ts";
import { DEFAULT_ORGANIZATION, type Scope } from "../model/scope.ts";

/** Why telemetry of an organization was refused although its sender did nothing wrong in form. */
export const refusalReasons = [
  "default_service_limit",
  "service_limit",
  "organizations_per_minute",
  "organizations_max",
  "queue_share",
  "organization_rate",
  "organization_backlog",
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Told of every refusal, with the services that found no place; never throws. */
export type OnRefused = (reason: RefusalReason, organizationId: string, services?: ReadonlySet<string>) => void;

/** What was refused of one organization for one reason. Times are milliseconds since 1970 UTC. */
export interface Refusals {
  readonly organizationId: string;
  readonly reason: RefusalReason;
  /** Requests. */
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
  /** Some of the services that were refused, the latest. */
  readonly services: readonly string[];
}

/** Where the ingest role keeps refusals, so that the core role can tell of them. */
export interface RefusalStore {
  /** Adds these to what is kept, and forgets what happened last before `expired`. */
  addRefusals(refusals: readonly Refusals[], expired: number): Promise<void>;
}

/** The same as roles see it that don't write it. */
export interface RefusalLookup {
  /** Refusals of the organization since then, the latest first. */
  refusals(scope: Scope, since: number): Promise<readonly Refusals[]>;
}

interface Cause {
  readonly problem: string;
  readonly advice: string;
}

const HEADER = "Send the header x-organization-id";

const CAUSES: Readonly<Record<RefusalReason, Cause>> = {
  default_service_limit: {
    problem:
      "Telemetry without the header x-organization-id was refused (403), and most shippers drop it: the organization " +
      `${DEFAULT_ORGANIZATION} holds no more services`,
    advice: `${HEADER} with an organization of your own`,
  },
  service_limit: {
    problem: "Telemetry was refused (403), and most shippers drop it: its organization holds no more services",
    advice: "Raise TOCSIN_SERVICES_MAX",
  },
  organizations_per_minute: {
    problem: "Telemetry of a new organization was refused for now (503): too many were new in the last minute",
    advice:
      "Bind a key to an organization that must be taken (TOCSIN_INGEST_API_KEY), or raise TOCSIN_NEW_ORGANIZATIONS_PER_MINUTE",
  },
  organizations_max: {
    problem: "Telemetry of a new organization was refused (503): there are as many as there may be",
    advice: "Raise TOCSIN_ORGANIZATIONS_MAX, or bind a key to the organization (TOCSIN_INGEST_API_KEY)",
  },
  queue_share: {
    problem: "Telemetry was refused for now (503): its organization takes up its share of the queue",
    advice: "Others aren't affected",
  },
  organization_rate: {
    problem:
      "Telemetry was refused (429, or 413 for a batch over ten seconds' worth): its organization sends more than it may",
    advice: "Send less or smaller batches, or raise TOCSIN_ORGANIZATION_EVENTS_PER_SECOND",
  },
  organization_backlog: {
    problem: "Telemetry was refused for now (429): its organization has as many events waiting as it may have",
    advice: "Send less, add workers, or raise TOCSIN_ORGANIZATION_BACKLOG_MAX",
  },
};

export const refusalWarning = (reason: RefusalReason): string => `${CAUSES[reason].problem}. ${CAUSES[reason].advice}`;

/** What a caller is to do about it: whoever has an organization is told the very header. */
export const refusalAdvice = (reason: RefusalReason, { organizationId }: Pick<Scope, "organizationId">): string =>
  reason === "default_service_limit" && organizationId !== DEFAULT_ORGANIZATION
    ? `${HEADER}: ${organizationId}`
    : CAUSES[reason].advice;

/**
 * What a caller may know: all about the own organization. Who forgets the header has a token of another organization
 * than what was sent, so whoever may change the organization's policy learns that it happened, and no names.
 */
export async function visibleRefusals(lookup: RefusalLookup, scope: Scope, now: number): Promise<readonly Refusals[]> {
  const since = now - REFUSALS_KEPT_MS;
  const own = await lookup.refusals(scope, since);
  if (scope.organizationId === DEFAULT_ORGANIZATION || !scope.permissions.includes("policy:update")) return own;
  const others = await lookup.refusals({ ...scope, organizationId: DEFAULT_ORGANIZATION }, since);
  const headerless = others.filter(({ reason }) => reason === "default_service_limit");
  return [...headerless.map((each) => ({ ...each, services: [] })), ...own];
}
