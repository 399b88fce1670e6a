import type { JudgedShadowOpening, ShadowOpening } from "../../detect/quality/shadow-openings.ts";
import type { ModeSetting } from "../../detect/rules/rule-mode.ts";
import type { SensitivitySetting } from "../../detect/rules/sensitivity.ts";
import { defineTable, generated, integer, key, text } from "../sql/define-table.ts";

export interface ModeRow extends ModeSetting {
  organizationId: string;
}

export const ruleModeTable = defineTable<ModeRow>(
  "detection_rule_mode",
  {
    ...key(text("organizationId", "ruleId")),
    ...text("mode", "by", "reason"),
    ...integer("since"),
  },
  { by: "set_by" },
);

export interface SensitivityRow extends Omit<SensitivitySetting, "service"> {
  organizationId: string;
  /** Empty for the organization. */
  service: string;
}

export const sensitivityTable = defineTable<SensitivityRow>(
  "detection_sensitivity",
  { ...key(text("organizationId", "service")), ...text("sensitivity", "by", "reason"), ...integer("since") },
  { by: "set_by" },
);

export interface ShadowRow extends ShadowOpening, Pick<JudgedShadowOpening, "verdict" | "verdictFrom"> {
  /** Grows with every opening. */
  seq: number;
}

export const shadowOpeningTable = defineTable<ShadowRow>("shadow_opening", {
  ...generated("seq"),
  ...text("id", "organizationId", "ruleId", "service", "environment", "title", "description", "severity"),
  ...text("deduplicationKey", "triggeringEventId", "verdict", "verdictFrom"),
  ...integer("openedAt", "lastSeenAt", "quietAt", "observations"),
});

/** An incident that was open while a shadow opening was. */
export interface ShadowOverlapRow {
  organizationId: string;
  shadowId: string;
  incidentId: string;
}

export const shadowOverlapTable = defineTable<ShadowOverlapRow>(
  "shadow_overlap",
  key(text("organizationId", "shadowId", "incidentId")),
);

export interface DetectionStateRow {
  organizationId: string;
  service: string;
  state: string;
  wakeAt: number | null;
  /** The hash of organization and service; modulo the number of partitions it is the service's partition. */
  serviceHash: number;
}

export const detectionStateTable = defineTable<DetectionStateRow>("detection_state", {
  ...key(text("organizationId", "service")),
  ...text("state"),
  ...integer("wakeAt", "serviceHash"),
});
