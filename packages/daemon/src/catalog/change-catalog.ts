import { type ApplicationError, notFound } from "../kernel/errors.ts";
import type { Scope } from "../model/scope.ts";
import type { CatalogEntry, CatalogReader, Slo, Tier, UpstreamReader } from "./catalog.ts";

/** Every method is one transaction and sees the scope's organization alone. */
export interface CatalogStore extends CatalogReader, UpstreamReader {
  /** All entries, by name; CATALOG_ENTRIES_MAX of them at most. */
  list(scope: Scope): Promise<readonly CatalogEntry[]>;
  /** Makes the entry or replaces it; what the service calls stays. Throws `conflict` where the catalog is full. */
  put(scope: Scope, entry: Omit<CatalogEntry, "dependencies">): Promise<CatalogEntry>;
  /** Replaces what the service calls, with or without an entry. Throws `conflict` where the catalog is full. */
  setDependencies(scope: Scope, serviceName: string, dependencies: readonly string[], now: number): Promise<void>;
  /** Removes the entry and what it calls; that others call it stays. False where there is no entry. */
  remove(scope: Scope, serviceName: string): Promise<boolean>;
  /**
   * Gives the entry another name, and every edge from it or to it; undefined where there is no entry. Throws
   * `conflict` where the other name has an entry.
   */
  rename(scope: Scope, from: string, to: string, now: number): Promise<CatalogEntry | undefined>;
}

export interface GivenEntry {
  readonly ownerTeam: string;
  readonly tier: Tier;
  readonly escalationPolicy?: string | null;
  readonly environment?: string | null;
  readonly slo?: Slo | null;
}

export interface ServiceDependencies {
  readonly serviceName: string;
  readonly dependencies: readonly string[];
  /** Milliseconds since 1970 UTC. */
  readonly updatedAt: number;
}

const noEntry = (serviceName: string): ApplicationError =>
  notFound("catalog_entry_not_found", `Catalog entry of ${serviceName}`);

/** Throws `not_found`. */
export async function readEntry(catalog: CatalogReader, scope: Scope, given: string): Promise<CatalogEntry> {
  const serviceName = given.trim();
  const entry = await catalog.entry(scope, serviceName);
  if (!entry) throw noEntry(serviceName);
  return entry;
}

/** Makes the entry or replaces it whole: what isn't given is null afterwards. Throws `conflict`. */
export const putEntry = (
  catalog: CatalogStore,
  scope: Scope,
  serviceName: string,
  given: GivenEntry,
  now: number,
): Promise<CatalogEntry> =>
  catalog.put(scope, {
    serviceName: serviceName.trim(),
    ownerTeam: given.ownerTeam.trim(),
    tier: given.tier,
    escalationPolicy: given.escalationPolicy?.trim() || null,
    environment: given.environment?.trim() || null,
    slo: given.slo ? { objectivePct: given.slo.objectivePct, windowDays: given.slo.windowDays } : null,
    updatedAt: now,
  });

/**
 * Says what a service calls, the whole set, in the order given. A name that comes twice counts once, and the service's
 * own name is left out: that a service calls itself says nothing about others. Throws `conflict`.
 */
export async function setDependencies(
  catalog: CatalogStore,
  scope: Scope,
  given: string,
  named: readonly string[],
  now: number,
): Promise<ServiceDependencies> {
  const serviceName = given.trim();
  const names = new Set(named.map((name) => name.trim()));
  names.delete(serviceName);
  const dependencies = [...names];
  await catalog.setDependencies(scope, serviceName, dependencies, now);
  return { serviceName, dependencies, updatedAt: now };
}

/** Throws `not_found`. */
export async function removeEntry(catalog: CatalogStore, scope: Scope, given: string): Promise<void> {
  const serviceName = given.trim();
  if (!(await catalog.remove(scope, serviceName))) throw noEntry(serviceName);
}

/** Incidents keep the name that they were opened under. Throws `not_found` and `conflict`. */
export async function renameEntry(
  catalog: CatalogStore,
  scope: Scope,
  from: string,
  to: string,
  now: number,
): Promise<CatalogEntry> {
  const entry = await catalog.rename(scope, from.trim(), to.trim(), now);
  if (!entry) throw noEntry(from.trim());
  return entry;
}
