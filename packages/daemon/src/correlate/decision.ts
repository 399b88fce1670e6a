import type { Scope } from "../model/scope.ts";
import type { CorrelationAction } from "./correlation-rule.ts";

/** A verdict about an incident that was about to open, or a change by tuning. */
export interface CorrelationDecision {
  readonly id: string;
  readonly organizationId: string;
  /** The newer incident, which is not stored where it was suppressed; null for tuning. */
  readonly incidentId: string | null;
  readonly relatedIncidentId: string | null;
  readonly ruleId: string | null;
  readonly ruleName: string | null;
  /** `none` where no rule matched, and for tuning. */
  readonly action: CorrelationAction | "none";
  /** The common value of each match field; for tuning, its evidence. */
  readonly compared: Readonly<Record<string, unknown>>;
  readonly gapMinutes: number | null;
  readonly reason: string;
  readonly createdAt: number;
}

export interface ListedDecision extends CorrelationDecision {
  /** How often the decision was repeated for a suppressed incident. */
  readonly repeats: number;
  readonly lastAt: number;
}

export interface DecisionFilter {
  /** As the newer or the existing incident. */
  readonly incidentId?: string;
  readonly ruleId?: string;
  readonly action?: CorrelationDecision["action"];
  readonly from?: number;
  readonly to?: number;
  readonly limit: number;
  readonly cursor?: string;
}

export interface DecisionPage {
  readonly decisions: readonly ListedDecision[];
  readonly cursor?: string;
}

export interface DecisionStore {
  /** The newest first. Throws `invalid` for an unknown cursor. */
  list(scope: Scope, filter: DecisionFilter): Promise<DecisionPage>;
}
