import { createHash, createHmac, hkdfSync } from "node:crypto";
import canonicalize from "canonicalize";

/** Canonical JSON (RFC 8785); undefined fields are omitted. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error("Nothing that JSON can hold.");
  return text;
}

/** The hash before the first entry. */
export const GENESIS_HASH = "0".repeat(64);

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** A position in a log with its hash. */
export interface ChainPlace {
  readonly seq: number;
  readonly hash: string;
}

/** The hashed fields of an entry. The content is hashed by its digest, so that retention can delete it. */
export interface Sealed {
  readonly organizationId: string;
  readonly seq: number;
  readonly id: string;
  readonly actionId: string | null;
  readonly event: string;
  readonly actor: string;
  readonly at: number;
  readonly contentDigest: string;
  readonly rowDigest: string | null;
  readonly previousHash: string;
}

/** HMAC-SHA256 key: without it nobody can forge an entry in the database. */
export type AuditKey = Buffer;

/** HKDF (RFC 5869) with a label for this use. */
export const auditKeyOf = (secretKey: string): AuditKey =>
  Buffer.from(hkdfSync("sha256", secretKey, "", "chain of the audit log", 32));

/** HMAC-SHA256 of the canonical entry, hexadecimal. */
export const keyedHashOf = (key: AuditKey, entry: Sealed): string =>
  createHmac("sha256", key).update(canonicalEntry(entry)).digest("hex");

/** Entries from before keys existed: SHA-256, hexadecimal. */
export const plainHashOf = (entry: Sealed): string => sha256(canonicalEntry(entry));

/** HMAC-SHA256 of the head, hexadecimal, against truncation. */
export const headSealOf = (
  key: AuditKey,
  { organizationId, seq, hash }: { readonly organizationId: string; readonly seq: number; readonly hash: string },
): string =>
  createHmac("sha256", key)
    .update(JSON.stringify({ head: hash, organizationId, seq }))
    .digest("hex");

/** Canonical JSON (RFC 8785). */
function canonicalEntry(entry: Sealed): string {
  const { actionId, actor, at, contentDigest, event, id, organizationId, previousHash, rowDigest, seq } = entry;
  // Sorted fields of strings and integers are canonical already.
  return JSON.stringify({
    ...{ actionId, actor, at, contentDigest, event, id, organizationId, previousHash, rowDigest, seq },
  });
}
