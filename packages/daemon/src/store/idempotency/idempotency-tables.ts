import { EntitySchema } from "typeorm";
import { integer, key, nullable, text } from "../sql/columns.ts";

export interface CoreIdempotencyRow {
  organizationId: string;
  /** SHA-256 of the token's `sub`, in hex: a subject may be longer than an index takes. */
  subject: string;
  operation: string;
  key: string;
  claim: string;
  fingerprint: string;
  state: "running" | "unknown" | "done";
  status: number | null;
  sealed: string | null;
  claimedAt: number;
  completedAt: number | null;
}

export const coreIdempotencyTable = new EntitySchema<CoreIdempotencyRow>({
  name: "core_idempotency",
  columns: {
    organizationId: { ...text, ...key, name: "organization_id" },
    subject: { ...text, ...key },
    operation: { ...text, ...key },
    key: { ...text, ...key },
    claim: text,
    fingerprint: text,
    state: text,
    status: { ...integer, ...nullable },
    sealed: { ...text, ...nullable },
    claimedAt: { ...integer, name: "claimed_at" },
    completedAt: { ...integer, ...nullable, name: "completed_at" },
  },
});
