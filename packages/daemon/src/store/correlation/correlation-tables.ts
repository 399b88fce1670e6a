import type { CorrelationRule } from "../../correlate/correlation-rule.ts";
import type { CorrelationDecision } from "../../correlate/decision.ts";
import { defineTable, flag, generated, integer, json, key, real, text } from "../sql/define-table.ts";

export const correlationRuleTable = defineTable<CorrelationRule>("correlation_rule", {
  ...key(text("id")),
  ...text("organizationId", "name", "description", "action"),
  ...flag("enabled"),
  ...json("conditions"),
  ...real("priority"),
  ...integer("createdAt", "updatedAt"),
});

export interface ExclusionRow {
  seq: number;
  organizationId: string;
  deduplicationKey: string;
  otherKey: string;
  excludedAt: number;
}

/** Correlation exclusions; each pair is stored in both directions. */
export const correlationExclusionTable = defineTable<ExclusionRow>(
  "correlation_parting",
  {
    ...generated("seq"),
    ...text("organizationId", "deduplicationKey", "otherKey"),
    ...integer("excludedAt"),
  },
  { excludedAt: "parted_at" },
);

export interface DecisionRow extends CorrelationDecision {
  /** Grows with every decision. */
  seq: number;
  /** Key of a suppressed incident, whose repeats are counted here. */
  deduplicationKey: string | null;
  repeats: number;
  /** Null where it was decided once. */
  lastAt: number | null;
}

export const correlationDecisionTable = defineTable<DecisionRow>("correlation_decision", {
  ...generated("seq"),
  ...text("id", "organizationId", "incidentId", "relatedIncidentId", "ruleId", "ruleName", "action", "reason"),
  ...text("deduplicationKey"),
  ...json("compared"),
  ...real("gapMinutes"),
  ...integer("createdAt", "lastAt"),
  repeats: { type: "bigint", default: 0 },
});
