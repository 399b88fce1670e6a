import type { Incident } from "../model/incident.ts";
import type { Scope } from "../model/scope.ts";
import type { TimeSpan } from "./telemetry-counts.ts";

/** A deployment event, as signals ask for it. */
export interface Deployment {
  /** The id of its event. */
  readonly id: string;
  readonly service: string;
  readonly version: string;
  readonly environment: string;
  readonly gitHash: string | null;
  /** When it took place; milliseconds since 1970 UTC. */
  readonly at: number;
}

export interface DeploymentStore {
  /** Deployments of these services within the times, both inclusive; the newest first, at most `most`. */
  between(
    scope: Scope,
    services: readonly string[],
    from: number,
    to: number,
    most: number,
  ): Promise<readonly Deployment[]>;
}

/** How many incidents a service is the primary one of. */
export interface IncidentTally {
  readonly total: number;
  /** Neither RESOLVED nor CLOSED. */
  readonly unresolved: number;
  readonly critical: number;
}

/** What of an incident tells whether it is the same trouble again. */
export type RepeatedIncident = Pick<Incident, "status" | "deduplicationKey" | "title" | "createdAt">;

/** Incidents by the service that is their primary one. Every method sees the scope's organization alone. */
export interface ServiceIncidents {
  /**
   * Those created since, counted exactly however many there are: a row of at most 512 bytes for each mark and 4,096
   * incidents of the organization since then.
   */
  tally(scope: Scope, service: string, since: number): Promise<IncidentTally>;
  /** The newest first. */
  newest(scope: Scope, service: string, since: number, most: number): Promise<readonly RepeatedIncident[]>;
  /** How many were created within any of these spans, which don't overlap; counted up to `most`. */
  createdWithin(scope: Scope, service: string, spans: readonly TimeSpan[], most: number): Promise<number>;
}
