import type { DiagnosisStatus } from "../../model/diagnosis-status.ts";
import { defineTable, flag, generated, integer, key, text } from "../sql/define-table.ts";

export interface DiagnosisJobRow {
  seq: number;
  organizationId: string;
  incidentId: string;
  askedBy: string;
  /** Queued because the incident opened, and not by a request. */
  automatic: boolean;
  askedAt: number;
  /** Jobs are claimed in this order, requested ones first; `placeOf` alternates between organizations. */
  place: number;
  status: DiagnosisStatus;
  attempts: number;
  /** The claim of the worker that runs the job; null while it waits. */
  claim: string | null;
  /** When a worker may claim it: at once, after a pause, or when the lease of another worker ends. */
  availableAt: number;
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
