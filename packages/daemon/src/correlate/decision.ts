import type { Scope } from "../model/scope.ts";
import type { CorrelationAction } from "./correlation-rule.ts";

/**
 * One line of the ledger: a verdict about an incident that was about to open (decisions §5, §11), or a change that
 * tuning made to a rule.
 */
export interface CorrelationDecision {
  readonly id: string;
  readonly organizationId: string;
  /** The newer incident; where it was suppressed, none is stored under this id. Null where a rule was tuned. */
  readonly incidentId: string | null;
  readonly relatedIncidentId: string | null;
  readonly ruleId: string | null;
  readonly ruleName: string | null;
  /** `none` where no rule matched, and where a rule was tuned. */
  readonly action: CorrelationAction | "none";
  /** By match field, what both incidents have; of a rule that was tuned, the numbers that led to it. */
  readonly compared: Readonly<Record<string, unknown>>;
  readonly gapMinutes: number | null;
  readonly reason: string;
  /** Milliseconds since 1970 UTC. */
  readonly createdAt: number;
}

/** A decision as it is listed. */
export interface ListedDecision extends CorrelationDecision {
  /** How often the same was decided again of a suppressed incident whose signal went on. */
  readonly repeats: number;
  /** When it was decided last. */
  readonly lastAt: number;
}

/** The conditions of GET /correlation/decisions; all hold together. */
export interface DecisionFilter {
  /** As the newer or as the existing one. */
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
  /** The newest first. Throws `invalid` for a cursor that it didn't answer. */
  list(scope: Scope, filter: DecisionFilter): Promise<DecisionPage>;
}
