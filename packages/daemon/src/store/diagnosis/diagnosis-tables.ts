import { EntitySchema } from "typeorm";
import type { DiagnosisStatus } from "../../model/diagnosis-status.ts";
import { flag, integer, nullable, text } from "../sql/columns.ts";

export interface DiagnosisJobRow {
  seq: number;
  organizationId: string;
  incidentId: string;
  askedBy: string;
  /** Nobody asked for it: the incident opened. */
  automatic: boolean;
  askedAt: number;
  /** Jobs are taken in this order, what people asked for first: organizations take turns in it (`placeOf`). */
  place: number;
  status: DiagnosisStatus;
  attempts: number;
  /** Whose it is; null while it waits. */
  claim: string | null;
  /** When a worker may take it: at once, after a pause, or when the lease of the one that has it runs out. */
  availableAt: number;
  endedAt: number | null;
}

export const diagnosisJobTable = new EntitySchema<DiagnosisJobRow>({
  name: "diagnosis_job",
  columns: {
    seq: { ...integer, primary: true, generated: "increment" },
    organizationId: { ...text, name: "organization_id" },
    incidentId: { ...text, name: "incident_id" },
    askedBy: { ...text, name: "asked_by" },
    automatic: flag,
    askedAt: { ...integer, name: "asked_at" },
    place: integer,
    status: text,
    attempts: integer,
    claim: { ...text, ...nullable },
    availableAt: { ...integer, name: "free_at" },
    endedAt: { ...integer, ...nullable, name: "ended_at" },
  },
});
