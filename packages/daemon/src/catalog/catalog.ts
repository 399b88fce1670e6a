import type { Scope } from "../model/scope.ts";

/** The service catalog: who owns a service, how important it is, and what it calls. */
export const tiers = ["tier-0", "tier-1", "tier-2", "tier-3"] as const;
export type Tier = (typeof tiers)[number];

export interface Slo {
  /** Percent, more than 0 and less than 100. */
  readonly objectivePct: number;
  readonly windowDays: number;
}

export interface CatalogEntry {
  readonly serviceName: string;
  readonly ownerTeam: string;
  readonly tier: Tier;
  readonly escalationPolicy: string | null;
  readonly environment: string | null;
  readonly slo: Slo | null;
  /** Services that it calls, by name. */
  readonly dependencies: readonly string[];
  /** Milliseconds since 1970 UTC. */
  readonly updatedAt: number;
}

/** How far trouble with a service reaches. */
export interface UpstreamReader {
  /**
   * The number of services that call any of these names of one service, directly or through others, however they are
   * spelled. It is the highest number of all names, `most` at most. Each caller counts once, without the service
   * itself.
   */
  countUpstream(scope: Pick<Scope, "organizationId">, names: readonly string[], most: number): Promise<number>;
}

/** The reads of signals and incidents. Every method sees the scope's organization alone. */
export interface CatalogReader {
  /** Undefined for a service without an entry. */
  entry(scope: Scope, serviceName: string): Promise<CatalogEntry | undefined>;
  /** Services that these call, by the caller; a service may be called without an entry. */
  calledBy(scope: Scope, services: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Services that call this one, by name, at most `most`. */
  callersOf(scope: Scope, serviceName: string, most: number): Promise<readonly string[]>;
  /** The owning teams of those of these services that have an entry: its keys are the services that are mapped. */
  ownersOf(scope: Scope, services: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
