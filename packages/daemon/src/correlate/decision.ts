import type { CorrelationAction } from "./rule.ts";

/** One line of the ledger: a verdict about an incident that was about to open (decisions §5, §11). */
export interface CorrelationDecision {
  readonly id: string;
  readonly organizationId: string;
  /** The newer incident; where it was suppressed, none is stored under this id. */
  readonly incidentId: string;
  readonly relatedIncidentId: string | null;
  readonly ruleId: string | null;
  readonly ruleName: string | null;
  /** `none` where no rule matched. */
  readonly action: CorrelationAction | "none";
  /** By match field, what both incidents have. */
  readonly compared: Readonly<Record<string, unknown>>;
  readonly gapMinutes: number | null;
  readonly reason: string;
  /** Milliseconds since 1970 UTC. */
  readonly createdAt: number;
}
