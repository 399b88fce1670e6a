import type { Incident, Severity } from "../model/incident.ts";
import type { Fault, FaultAlert } from "./fault.ts";

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
