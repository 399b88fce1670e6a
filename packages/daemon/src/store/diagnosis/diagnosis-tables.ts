import type { DiagnosisStatus } from "../../model/diagnosis-status.ts";
import type { JobRow } from "../jobs/job-table.ts";
import { defineTable, flag, generated, integer, key, text } from "../sql/define-table.ts";

/** Requested jobs are claimed before automatic ones. */
export interface DiagnosisJobRow extends JobRow {
  incidentId: string;
  askedBy: string;
  /** Queued because the incident opened, and not by a request. */
  automatic: boolean;
  askedAt: number;
  status: DiagnosisStatus;
  endedAt: number | null;
}

export const diagnosisJobTable = defineTable<DiagnosisJobRow>(
  "diagnosis_job",
  {
    ...generated("seq"),
    ...text("organizationId", "incidentId", "askedBy", "status", "claim"),
    ...flag("automatic"),
    ...integer("askedAt", "place", "attempts", "availableAt", "endedAt"),
  },
  { availableAt: "free_at" },
);

export interface ModelUsageRow {
  organizationId: string;
  /** UTC days since 1970. */
  day: number;
  /** Spent, and reserved for running diagnoses. */
  tokens: number;
}

export const modelUsageTable = defineTable<ModelUsageRow>("model_usage", {
  ...key({ ...text("organizationId"), ...integer("day") }),
  ...integer("tokens"),
});
