import type { Alarm, Fault } from "../../correlate/fault.ts";
import type { Call } from "../../correlate/reach.ts";
import type { CorrelationRule } from "../../correlate/rule.ts";
import type { Incident, Severity } from "../../model/incident.ts";

/** What a transaction that opens incidents of an organization reads once, however many they are. */
export interface Known {
  /** The enabled ones, in the order in which they are tried. */
  readonly rules: readonly CorrelationRule[];
  /** By time, the number of the first incident that was created then or later. */
  readonly firstNumbers: Map<number, number>;
  /** For the built-in correlation. */
  readonly lately: Lately;
}

/** By service, the calls from it and to it that the catalog knows. */
export type KnownCalls = Map<string, Call[]>;

/** An incident as an alarm; its head is the one that it is merged into, or itself. */
export interface IncidentAlarm extends Alarm {
  readonly id: string;
  readonly headId: string;
  readonly headSeverity: Severity;
}

/** Incidents that are taken for one fault: a parent and its children, and what is grouped with them. */
export interface KnownFault extends Fault<IncidentAlarm> {
  readonly environment: string;
}

/** What a transaction knows of the incidents that opened lately, and of the calls between their services. */
export interface Lately {
  /** The number of the last incident that was looked at. */
  last: number;
  /** By environment and the incident that the others are joined with. */
  readonly faults: Map<string, KnownFault>;
  readonly calls: KnownCalls;
  /** What others are merged into or grouped with, by id. */
  readonly heads: Map<string, KnownHead>;
}

/** None of it changes within a transaction but the severity, which grows. */
export type KnownHead = Pick<Incident, "id" | "severity" | "groupId" | "createdAt">;
