import { sha256 } from "../audit/audit-chain.ts";
import { canonicalJson } from "../audit/canonical-json.ts";
import { targetKeyOf } from "../targets/remediation-target.ts";
import type { StoredAction } from "./remediation-unit.ts";

/**
 * SHA-256 of the row in canonical JSON (RFC 8785), hexadecimal: of all but where it stands and where its entry does. The
 * target's key counts where it isn't what the plan gives, and the time of sending where there is one, so that rows from
 * before these columns keep their digest.
 */
export function digestOf({
  seq: _seq,
  auditSeq: _auditSeq,
  targetKey,
  sentAt,
  ...row
}: Omit<StoredAction, "seq" | "auditSeq"> & Partial<StoredAction>): string {
  return sha256(
    canonicalJson({
      ...row,
      ...(targetKey === targetKeyOf(row.plan) ? {} : { targetKey }),
      ...(sentAt === null ? {} : { sentAt }),
    }),
  );
}
