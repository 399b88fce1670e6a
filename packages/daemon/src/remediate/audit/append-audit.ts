import { uuidv7 } from "../../kernel/ids.ts";
import type { AuditNote } from "../../model/remediation.ts";
import { GENESIS_HASH, headSealOf, keyedHashOf, sha256 } from "./audit-chain.ts";
import type { AuditLogRepository } from "./audit-log-repository.ts";
import { canonicalJson } from "./canonical-json.ts";
import { storable } from "./storable.ts";

/** What an entry is about, besides what it tells. */
export interface AuditSubject {
  readonly note: AuditNote;
  /** Null for one that is about no action; then there is no row to take a digest of either. */
  readonly actionId: string | null;
  readonly rowDigest: string | null;
}

export interface AuditedUnit {
  readonly organizationId: string;
  readonly auditLog: AuditLogRepository;
}

/** Appends an entry to the organization's audit log; returns its number. The write lock keeps other writers away. */
export async function appendAudit(
  { organizationId, auditLog }: AuditedUnit,
  { note, actionId, rowDigest }: AuditSubject,
  now: number,
): Promise<number> {
  const { seq: previous, hash: previousHash } = (await auditLog.head()) ?? { seq: 0, hash: GENESIS_HASH };
  const { event, actor, content } = storable(note);
  const text = canonicalJson(content);
  const seq = previous + 1;
  const common = { organizationId, seq, id: uuidv7(now), actionId, event, actor, at: now };
  const entry = { ...common, contentDigest: sha256(text), rowDigest, previousHash };
  const key = auditLog.key();
  const hash = keyedHashOf(key, entry);
  auditLog.append({ ...entry, content: text, hash }, headSealOf(key, { organizationId, seq, hash }));
  return seq;
}
