import type { Incident } from "../model/incident.ts";
import type { Scope } from "../model/scope.ts";
import type { TimeSpan } from "../model/telemetry-count.ts";

export interface Deployment {
  readonly id: string;
  readonly service: string;
  readonly version: string;
  readonly environment: string;
  readonly gitHash: string | null;
  /** When it took place; milliseconds since 1970 UTC. */
  readonly at: number;
}

export interface DeploymentStore {
  /** The newest deployments of these services from `from` to `to`, both inclusive, the newest first. */
  between(
    scope: Scope,
    services: readonly string[],
    from: number,
    to: number,
    most: number,
  ): Promise<readonly Deployment[]>;
}

export interface IncidentTally {
  readonly total: number;
  readonly unresolved: number;
  readonly critical: number;
}

/** The fields that identify a repetition. */
export type RepeatedIncident = Pick<Incident, "status" | "deduplicationKey" | "title" | "createdAt">;

/** Incidents by primary service, without merged children: their parents stand for them. */
export interface ServiceIncidents {
  /** Counts the incidents since then exactly. */
  tally(scope: Scope, service: string, since: number): Promise<IncidentTally>;
  newest(scope: Scope, service: string, since: number, most: number): Promise<readonly RepeatedIncident[]>;
  /** The number of incidents created within these disjoint spans, counted up to `most`. */
  createdWithin(scope: Scope, service: string, spans: readonly TimeSpan[], most: number): Promise<number>;
}
