import type { UnitsOfWork } from "../../incident/unit-of-work.ts";
import { uuidv7 } from "../../kernel/ids.ts";
import type { AuditNote } from "../../model/remediation.ts";
import { SYSTEM } from "../../model/scope.ts";
import { canonicalJson, GENESIS_HASH, headSealOf, keyedHashOf, sha256 } from "./audit-chain.ts";
import type { AuditLogRepository } from "./audit-log-repository.ts";
import type { LogHead } from "./publish-audit-heads.ts";

/** The value as the database returns it, for stable digests: without U+0000, lone surrogates, undefined and NaN. */
export function storable<Value>(value: Value): Value {
  const json = JSON.stringify(value);
  if (json === undefined) return value;
  const plain = JSON.parse(json) as unknown;
  return (UNKEPT.test(json) ? kept(plain) : plain) as Value;
}

/** U+0000 and lone surrogates in JSON. */
const UNKEPT = /\\u0000|\\ud[89a-f]/;

function kept(value: unknown): unknown {
  if (typeof value === "string") return plainText(value);
  if (Array.isArray(value)) return value.map(kept);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [plainText(name), kept(field)]));
}

const plainText = (text: string): string =>
  text.isWellFormed() && !text.includes("\u0000") ? text : text.toWellFormed().replaceAll("\u0000", "\uFFFD");

/** Subject of an audit entry. */
export interface AuditSubject {
  readonly note: AuditNote;
  /** Both null for an entry that is about no action. */
  readonly actionId: string | null;
  readonly rowDigest: string | null;
}

export interface AuditedUnit {
  readonly organizationId: string;
  readonly auditLog: AuditLogRepository;
}

/** Appends an audit entry; returns its number. The write lock excludes other writers. */
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
export const startKeyedChain = (
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
