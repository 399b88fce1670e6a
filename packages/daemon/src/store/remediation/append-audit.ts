import { uuidv7 } from "../../kernel/ids.ts";
import type { AuditNote } from "../../model/remediation.ts";
import { keyedHashOf, sha256 } from "../../remediate/audit/audit-chain.ts";
import { canonicalJson } from "../../remediate/audit/canonical-json.ts";
import { targetKeyOf } from "../../remediate/targets/remediation-target.ts";
import { auditKeyFor } from "./audit-key.ts";
import { auditHead, pendingOf, type RemediationUnit } from "./pending-remediation.ts";
import type { ActionRow } from "./remediation-tables.ts";
import { storable } from "./storable.ts";

/** What an entry is about, besides what it tells. */
export interface AuditSubject {
  readonly note: AuditNote;
  /** Null for one that is about no action; then there is no row to take a digest of either. */
  readonly actionId: string | null;
  readonly rowDigest: string | null;
}

/**
 * Adds an entry to the end of the organization's audit log; answers its place there. It is written when the unit of
 * work ends; its write lock keeps other writers away meanwhile.
 */
export async function appendAudit(
  unit: RemediationUnit,
  { note, actionId, rowDigest }: AuditSubject,
  now: number,
): Promise<number> {
  const { organizationId, transaction } = unit;
  const { seq: previous, hash: previousHash } = await auditHead(unit);
  const { event, actor, content } = storable(note);
  const text = canonicalJson(content);
  const entry = {
    organizationId,
    seq: previous + 1,
    id: uuidv7(now),
    actionId,
    event,
    actor,
    at: now,
    contentDigest: sha256(text),
    rowDigest,
    previousHash,
  };
  const pending = pendingOf(unit);
  const hash = keyedHashOf(auditKeyFor(transaction), entry);
  pending.entries.push({ ...entry, content: text, hash });
  pending.head = { seq: entry.seq, hash };
  return entry.seq;
}

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
}: Omit<ActionRow, "seq" | "auditSeq"> & Partial<ActionRow>): string {
  return sha256(
    canonicalJson({
      ...row,
      ...(targetKey === targetKeyOf(row.plan) ? {} : { targetKey }),
      ...(sentAt === null ? {} : { sentAt }),
    }),
  );
}
