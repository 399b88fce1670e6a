import type { Incident, IncidentStatus, Severity } from "../model/incident.ts";
import type { CorrelationRule, RuleConditions } from "./correlation-rule.ts";
import type { CorrelationDecision } from "./decision.ts";
import type { Fault, FaultAlert } from "./fault.ts";
import type { ReadCallsAround } from "./service-reach.ts";

/** A decision about a suppressed incident, as it is stored. */
export interface SuppressedDecision extends CorrelationDecision {
  readonly seq: number;
  readonly repeats: number;
  readonly lastAt: number | null;
}

/** Two deduplication keys that a person separated. */
export interface CorrelationExclusion {
  readonly deduplicationKey: string;
  readonly otherKey: string;
  readonly partedAt: number;
}

/** What correlation reads and writes of one organization within one transaction. */
export interface CorrelationRepository<Stored extends Incident = Incident> {
  /** What the built-in correlation may do. */
  readonly builtIn: "merge" | "group" | "off";
  /** Faults that the transaction has read so far. */
  readonly recentFaults: RecentFaults;
  /** The enabled rules; read once. */
  rules(): Promise<readonly CorrelationRule[]>;
  /** Searches the incident index; what it reads for one rule serves the next rule of the same incident. */
  search(incident: Incident): PartnerSearch<Stored>;
  find(id: string): Promise<Stored | undefined>;
  /**
   * Incidents that opened after the one with this number, and where `since` is given also since then; the newest `limit`
   * in the order of their numbers, with the number of the newest incident.
   */
  openedAfter(number: number, since: number | undefined, limit: number): Promise<RecentIncidents>;
  recentIncidents(ids: readonly string[]): Promise<readonly RecentIncident[]>;
  /** The calls of the service catalog; read once for each service. */
  readonly callsAround: ReadCallsAround;
  /** Deduplication keys that were separated from this one, the latest first. */
  exclusionsOf(deduplicationKey: string): Promise<readonly string[]>;
  addExclusions(exclusions: readonly CorrelationExclusion[]): Promise<void>;
  addDecision(decision: CorrelationDecision): Promise<void>;
  /** The newest decision that suppressed an incident with this key. */
  findSuppressed(deduplicationKey: string): Promise<SuppressedDecision | undefined>;
  addSuppressed(decision: CorrelationDecision, deduplicationKey: string): Promise<void>;
  countRepeat(decision: SuppressedDecision, now: number): Promise<void>;
  /** The newest decision that merged this incident. */
  findMerge(incidentId: string): Promise<CorrelationDecision | undefined>;
}

export interface RecentIncidents {
  readonly incidents: readonly RecentIncident[];
  readonly lastNumber: number;
}

/** Incidents since then that meet the conditions together with the searched incident, the newest first. */
export type PartnerSearch<Stored> = (
  conditions: RuleConditions,
  statuses: readonly IncidentStatus[],
  since: number,
) => AsyncIterable<Stored>;

/** An incident as an alert; its head is its parent, or itself where it has none. */
export interface IncidentAlarm extends FaultAlert {
  readonly id: string;
  readonly headId: string;
  readonly headSeverity: Severity;
}

/** Incidents that are taken for one fault: a parent and its children, and what is grouped with them. */
export interface KnownFault extends Fault<IncidentAlarm> {
  readonly environment: string;
}

/** Incidents that opened recently, as one transaction has read them. */
export interface RecentFaults {
  /** Number of the last incident that was read. */
  lastNumber: number;
  /** By environment and the incident that the others are joined with. */
  readonly faults: Map<string, KnownFault>;
  /** Parents and first incidents of groups, by id. Only their severity changes within a transaction: it rises. */
  readonly heads: Map<string, Head>;
}
type Head = Pick<Incident, "id" | "severity" | "groupId" | "createdAt">;

export type RecentIncident = Pick<
  Incident,
  | "id"
  | "status"
  | "severity"
  | "title"
  | "environment"
  | "primaryService"
  | "affectedServices"
  | "ruleId"
  | "deduplicationKey"
  | "parentIncidentId"
  | "groupId"
  | "createdAt"
>;
