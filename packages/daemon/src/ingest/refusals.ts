import { type Clock, HOUR_MS } from "../kernel/clock.ts";
import { REFUSALS_KEPT_MS, REFUSED_SERVICES_KEPT_MAX } from "../model/ingestion-limits.ts";
import { DEFAULT_ORGANIZATION, type Scope } from "../model/scope.ts";

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

/** Called for every refusal, with the services that were refused; never throws. */
export type OnRefused = (reason: RefusalReason, organizationId: string, services?: ReadonlySet<string>) => void;

/** The refusals of one organization for one reason. Times are milliseconds since 1970 UTC. */
export interface Refusals {
  readonly organizationId: string;
  readonly reason: RefusalReason;
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly services: readonly string[];
}

/** Refusals as the ingest role stores them for the core role. */
export interface RefusalStore {
  /** Adds these, and removes refusals that were last repeated before `expired`. */
  addRefusals(refusals: readonly Refusals[], expired: number): Promise<void>;
}

export interface RefusalLookup {
  /** The organization's refusals since a time, the latest first. */
  refusals(scope: Scope, since: number): Promise<readonly Refusals[]>;
}

const HEADER = "Send the header x-organization-id";

const CAUSES: Readonly<Record<RefusalReason, { readonly problem: string; readonly advice: string }>> = {
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

/** The advice for a caller. Outside of the default organization it contains the exact header. */
export const refusalAdvice = (reason: RefusalReason, { organizationId }: Pick<Scope, "organizationId">): string =>
  reason === "default_service_limit" && organizationId !== DEFAULT_ORGANIZATION
    ? `${HEADER}: ${organizationId}`
    : CAUSES[reason].advice;

/**
 * The refusals that a caller may see: those of the own organization. Telemetry without the header belongs to the default
 * organization, so administrators of others also see those refusals, without service names.
 */
export async function visibleRefusals(lookup: RefusalLookup, scope: Scope, now: number): Promise<readonly Refusals[]> {
  const since = now - REFUSALS_KEPT_MS;
  const own = await lookup.refusals(scope, since);
  if (scope.organizationId === DEFAULT_ORGANIZATION || !scope.permissions.includes("policy:update")) return own;
  const others = await lookup.refusals({ ...scope, organizationId: DEFAULT_ORGANIZATION }, since);
  const headerless = others.filter(({ reason }) => reason === "default_service_limit");
  return [...headerless.map((each) => ({ ...each, services: [] })), ...own];
}

interface RefusalRecorder {
  readonly record: OnRefused;
  /** Stores the new refusals. After a failure the next flush stores them. */
  flush(): Promise<void>;
}

/** Organizations in memory for each reason; more are recorded after a flush. */
const HELD_MAX = 100;

interface Held {
  count: number;
  firstAt: number;
  lastAt: number;
  readonly services: Set<string>;
}

/** Counts refusals in memory, so that any number of them costs one write at each flush. */
export function createRefusalRecorder(store: RefusalStore, clock: Clock): RefusalRecorder {
  const held = new Map<RefusalReason, Map<string, Held>>(refusalReasons.map((reason) => [reason, new Map()]));
  let removedAt = Number.NEGATIVE_INFINITY;
  const unstored = (): Refusals[] =>
    [...held].flatMap(([reason, organizations]) =>
      [...organizations]
        .filter(([, { count }]) => count > 0)
        .map(([organizationId, each]) => ({ ...each, organizationId, reason, services: [...each.services] })),
    );
  return {
    record(reason, organizationId, services = new Set()) {
      const organizations = held.get(reason);
      const known = organizations?.get(organizationId);
      if (!organizations || (!known && organizations.size >= HELD_MAX)) return;
      const now = clock.now();
      const each = known ?? { count: 0, firstAt: now, lastAt: now, services: new Set() };
      if (each.count === 0) each.firstAt = now;
      each.count += 1;
      each.lastAt = now;
      addNewest(each.services, services);
      organizations.set(organizationId, each);
    },
    async flush() {
      const now = clock.now();
      const refusals = unstored();
      if (refusals.length === 0 && now - removedAt < HOUR_MS) return;
      await store.addRefusals(refusals, now - REFUSALS_KEPT_MS);
      removedAt = now;
      for (const { reason, organizationId, count } of refusals) subtract(held.get(reason), organizationId, count);
    },
  };
}

/** Keeps the service names within the limit, so that the next row has them too. */
function subtract(organizations: Map<string, Held> | undefined, organizationId: string, count: number): void {
  const each = organizations?.get(organizationId);
  if (!organizations || !each) return;
  each.count -= count;
  if (each.count === 0 && organizations.size >= HELD_MAX) organizations.delete(organizationId);
}

function addNewest(names: Set<string>, added: ReadonlySet<string>): void {
  for (const name of [...added].slice(0, REFUSED_SERVICES_KEPT_MAX)) {
    names.delete(name);
    names.add(name);
  }
  for (const oldest of names) {
    if (names.size <= REFUSED_SERVICES_KEPT_MAX) break;
    names.delete(oldest);
  }
}
