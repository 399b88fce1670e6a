import type { Incident, IncidentStatus } from "../model/incident.ts";
import type { Alert, AlertGroup } from "./alert-group.ts";
import type { CorrelationRule, RuleConditions } from "./correlation-rule.ts";
import type { CorrelationDecision } from "./decision.ts";
import type { ReadCallsAround } from "./service-reach.ts";

export interface SuppressedDecision extends CorrelationDecision {
  readonly seq: number;
  readonly repeats: number;
  readonly lastAt: number | null;
}

export interface CorrelationExclusion {
  readonly deduplicationKey: string;
  readonly otherKey: string;
  readonly excludedAt: number;
}

/** The data of correlation in one organization within one transaction. */
export interface CorrelationRepository<Stored extends Incident = Incident> {
  readonly builtIn: "merge" | "group" | "off";
  readonly recentFaults: RecentFaults;
  /** The enabled rules; read once. */
  rules(): Promise<readonly CorrelationRule[]>;
  /** Searches the incident index; its reads are shared by the rules of one incident. */
  search(incident: Incident): PartnerSearch<Stored>;
  find(id: string): Promise<Stored | undefined>;
  /** The newest incidents with a greater number, and since `since` where it is given, in the order of their numbers. */
  openedAfter(number: number, since: number | undefined, limit: number): Promise<RecentIncidents>;
  recentIncidents(ids: readonly string[]): Promise<readonly RecentIncident[]>;
  /** The calls of the service catalog; read once for each service. */
  readonly callsAround: ReadCallsAround;
  /** Keys that are excluded from correlation with this one, the latest first. */
  exclusionsOf(deduplicationKey: string): Promise<readonly string[]>;
  addExclusions(exclusions: readonly CorrelationExclusion[]): Promise<void>;
  addDecision(decision: CorrelationDecision): Promise<void>;
  /** The newest decision that suppressed an incident with this key. */
  findSuppressed(deduplicationKey: string): Promise<SuppressedDecision | undefined>;
  addSuppressed(decision: CorrelationDecision, deduplicationKey: string): Promise<void>;
  countRepeat(decision: SuppressedDecision, now: number): Promise<void>;
  findMerge(incidentId: string): Promise<CorrelationDecision | undefined>;
}

export interface RecentIncidents {
  readonly incidents: readonly RecentIncident[];
  readonly lastNumber: number;
}

/** Matching incidents since then, the newest first. */
export type PartnerSearch<Stored> = (
  conditions: RuleConditions,
  statuses: readonly IncidentStatus[],
  since: number,
) => AsyncIterable<Stored>;

export interface IncidentAlert extends Alert {
  readonly id: string;
}

/** A parent with its children, and the incidents grouped with them. */
export interface KnownFault extends AlertGroup<IncidentAlert> {
  readonly environment: string;
}

/** Recent incidents as one transaction has read them. */
export interface RecentFaults {
  lastNumber: number;
  /** By environment and head. */
  readonly faults: Map<string, KnownFault>;
  /** Parents and first incidents of groups by id. Only their severity rises within a transaction. */
  readonly heads: Map<string, Head>;
}
type Head = Pick<Incident, "id" | "severity" | "groupId" | "createdAt">;

export type RecentIncident = Pick<
  Incident,
  | "id"
  | "status"
  | "severity"
  | "title"
  | "description"
  | "environment"
  | "primaryService"
  | "affectedServices"
  | "ruleId"
  | "deduplicationKey"
  | "parentIncidentId"
  | "groupId"
  | "createdAt"
>;
