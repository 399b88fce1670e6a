import type { UnitsOfWork } from "../../incident/unit-of-work.ts";
import { uuidv7 } from "../../kernel/ids.ts";
import type { AuditNote } from "../../model/remediation.ts";
import { SYSTEM } from "../../model/scope.ts";
import { canonicalJson, GENESIS_HASH, headSealOf, keyedHashOf, sha256 } from "./audit-chain.ts";
import type { AuditLogRepository } from "./audit-log-repository.ts";
import type { LogHead } from "./publish-audit-heads.ts";

/**
 * A value as the database gives it back, so that a digest of what is stored is one of what is read: clusters and people
 * send what neither engine keeps (U+0000, half of a pair of UTF-16) and what JSON doesn't (undefined, NaN).
 */
export function storable<Value>(value: Value): Value {
  const json = JSON.stringify(value);
  if (json === undefined) return value;
  const plain = JSON.parse(json) as unknown;
  return (UNKEPT.test(json) ? kept(plain) : plain) as Value;
}

/** As JSON writes U+0000 and half of a pair. */
const UNKEPT = /\\u0000|\\ud[89a-f]/;

function kept(value: unknown): unknown {
  if (typeof value === "string") return plainText(value);
  if (Array.isArray(value)) return value.map(kept);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [plainText(name), kept(field)]));
}

const plainText = (text: string): string =>
  text.isWellFormed() && !text.includes("\u0000") ? text : text.toWellFormed().replaceAll("\u0000", "\uFFFD");

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

/**
 * Adds the first entry with a key, which records where an old log had none. False where another process was first, or
 * wrote to the log meanwhile.
 */
export const keyLog = (
  units: UnitsOfWork<AuditedUnit>,
  { organizationId, seq, hash }: LogHead,
  now: number,
): Promise<boolean> =>
  units.run(organizationId, async (unit) => {
    const head = (await unit.auditLog.head()) ?? { seq: 0, hash: GENESIS_HASH };
    if (head.seq !== seq) return false;
    const note = { event: "chain_keyed" as const, actor: SYSTEM, content: { withoutKey: { seq, hash } } };
    await appendAudit(unit, { note, actionId: null, rowDigest: null }, now);
    return true;
  });
