import { defineTable, integer, key, text } from "../sql/define-table.ts";

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

export const coreIdempotencyTable = defineTable<CoreIdempotencyRow>("core_idempotency", {
  ...key(text("organizationId", "subject", "operation", "key")),
  ...text("claim", "fingerprint", "state", "sealed"),
  ...integer("status", "claimedAt", "completedAt"),
});
