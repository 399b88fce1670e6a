import { EntitySchema } from "typeorm";
import type { CorrelationRule } from "../../correlate/correlation-rule.ts";
import type { CorrelationDecision } from "../../correlate/decision.ts";
import { flag, integer, json, key, nullable, text } from "../sql/columns.ts";

const real = { ...integer, type: "double precision" } as const;

export const correlationRuleTable = new EntitySchema<CorrelationRule>({
  name: "correlation_rule",
  columns: {
    id: { ...text, ...key },
    organizationId: { ...text, name: "organization_id" },
    name: text,
    description: text,
    enabled: flag,
    conditions: json,
    action: text,
    priority: real,
    createdAt: { ...integer, name: "created_at" },
    updatedAt: { ...integer, name: "updated_at" },
  },
});

export interface PartingRow {
  seq: number;
  organizationId: string;
  deduplicationKey: string;
  otherKey: string;
  partedAt: number;
}

/** Alarms that a person took apart, each way. */
export const correlationPartingTable = new EntitySchema<PartingRow>({
  name: "correlation_parting",
  columns: {
    seq: { ...integer, primary: true, generated: "increment" },
    organizationId: { ...text, name: "organization_id" },
    deduplicationKey: { ...text, name: "deduplication_key" },
    otherKey: { ...text, name: "other_key" },
    partedAt: { ...integer, name: "parted_at" },
  },
});

export interface DecisionRow extends CorrelationDecision {
  /** Grows with every decision. */
  seq: number;
  /** Of what was suppressed, so that its repeats are counted here. */
  deduplicationKey: string | null;
  repeats: number;
  /** Null where it was decided once. */
  lastAt: number | null;
}

export const correlationDecisionTable = new EntitySchema<DecisionRow>({
  name: "correlation_decision",
  columns: {
    seq: { ...integer, primary: true, generated: "increment" },
    id: text,
    organizationId: { ...text, name: "organization_id" },
    incidentId: { ...text, ...nullable, name: "incident_id" },
    relatedIncidentId: { ...text, ...nullable, name: "related_incident_id" },
    ruleId: { ...text, ...nullable, name: "rule_id" },
    ruleName: { ...text, ...nullable, name: "rule_name" },
    action: text,
    compared: json,
    gapMinutes: { ...real, ...nullable, name: "gap_minutes" },
    reason: text,
    createdAt: { ...integer, name: "created_at" },
    deduplicationKey: { ...text, ...nullable, name: "deduplication_key" },
    repeats: { ...integer, default: 0 },
    lastAt: { ...integer, ...nullable, name: "last_at" },
  },
});
