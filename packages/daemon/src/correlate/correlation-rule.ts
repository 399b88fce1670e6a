import type { Severity } from "../model/incident.ts";

/** Correlation rules (contract 2.3): what is done with an incident that opens while another one like it is there. */
export const correlationActions = ["merge", "group", "suppress"] as const;
export type CorrelationAction = (typeof correlationActions)[number];

const matchFields = ["service", "signalType", "severity"] as const;
export type MatchField = (typeof matchFields)[number];

export interface RuleConditions {
  /** All of them must be equal. */
  readonly matchFields: readonly MatchField[];
  /** The longest gap between the two incidents' creation. */
  readonly timeWindowMinutes: number;
  /** The rule applies to incidents with these severities only; null for all. */
  readonly severities: readonly Severity[] | null;
  readonly signalTypes: readonly string[] | null;
}

export interface CorrelationRule {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly conditions: RuleConditions;
  readonly action: CorrelationAction;
  /** Higher is evaluated first. */
  readonly priority: number;
  /** Milliseconds since 1970 UTC. */
  readonly createdAt: number;
  readonly updatedAt: number;
}
