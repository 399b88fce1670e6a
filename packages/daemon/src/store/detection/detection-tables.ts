import { EntitySchema } from "typeorm";
import type { JudgedShadowOpening, ShadowOpening } from "../../detect/quality/shadow-openings.ts";
import type { ModeSetting } from "../../detect/rules/rule-mode.ts";
import { integer, key, nullable, text } from "../sql/columns.ts";

export interface ModeRow extends ModeSetting {
  organizationId: string;
}

export const ruleModeTable = new EntitySchema<ModeRow>({
  name: "detection_rule_mode",
  columns: {
    organizationId: { ...text, ...key, name: "organization_id" },
    ruleId: { ...text, ...key, name: "rule_id" },
    mode: { ...text, ...nullable },
    since: { ...integer, ...nullable },
    by: { ...text, name: "set_by" },
    reason: text,
  },
});

export interface ShadowRow extends ShadowOpening, Pick<JudgedShadowOpening, "verdict" | "verdictFrom"> {
  /** Grows with every opening. */
  seq: number;
}

export const shadowOpeningTable = new EntitySchema<ShadowRow>({
  name: "shadow_opening",
  columns: {
    seq: { ...integer, primary: true, generated: "increment" },
    id: { ...text, unique: true },
    organizationId: { ...text, name: "organization_id" },
    ruleId: { ...text, name: "rule_id" },
    service: text,
    environment: text,
    title: text,
    description: text,
    severity: text,
    deduplicationKey: { ...text, name: "deduplication_key" },
    triggeringEventId: { ...text, name: "triggering_event_id" },
    openedAt: { ...integer, name: "opened_at" },
    lastSeenAt: { ...integer, name: "last_seen_at" },
    quietAt: { ...integer, name: "quiet_at" },
    observations: integer,
    verdict: { ...text, ...nullable },
    verdictFrom: { ...text, ...nullable, name: "verdict_from" },
  },
});

/** An incident that was open while a shadow opening was. */
export interface ShadowOverlapRow {
  organizationId: string;
  shadowId: string;
  incidentId: string;
}

export const shadowOverlapTable = new EntitySchema<ShadowOverlapRow>({
  name: "shadow_overlap",
  columns: {
    organizationId: { ...text, ...key, name: "organization_id" },
    shadowId: { ...text, ...key, name: "shadow_id" },
    incidentId: { ...text, ...key, name: "incident_id" },
  },
});

export interface DetectionStateRow {
  organizationId: string;
  service: string;
  state: string;
  wakeAt: number | null;
  /** The hash of organization and service; modulo the number of partitions it is the service's partition. */
  serviceHash: number;
}

export const detectionStateTable = new EntitySchema<DetectionStateRow>({
  name: "detection_state",
  columns: {
    organizationId: { ...text, ...key, name: "organization_id" },
    service: { ...text, ...key },
    state: text,
    wakeAt: { ...integer, ...nullable, name: "wake_at" },
    serviceHash: { ...integer, name: "service_hash" },
  },
});
