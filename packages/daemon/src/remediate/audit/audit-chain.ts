import { createHash, createHmac, hkdfSync } from "node:crypto";
import canonicalize from "canonicalize";

/** Canonical JSON (RFC 8785): the same text for the same value. What is undefined is left out. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error("Nothing that JSON can hold.");
  return text;
}

/** The hash before the first entry of an organization's log. */
export const GENESIS_HASH = "0".repeat(64);

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** A place in a log, and the hash of the entry there. */
export interface ChainPlace {
  readonly seq: number;
  readonly hash: string;
}

/** What an entry's hash is of: its content stands by its digest, so that the content can be taken away later. */
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

/** Key of the chain (HMAC-SHA256): who can write the database and doesn't have it can't make an entry that fits. */
export type AuditKey = Buffer;

/** HKDF (RFC 5869); the text tells this use of the secret key from others. */
export const auditKeyOf = (secretKey: string): AuditKey =>
  Buffer.from(hkdfSync("sha256", secretKey, "", "chain of the audit log", 32));

/** HMAC-SHA256 of the entry in canonical JSON, hexadecimal. */
export const keyedHashOf = (key: AuditKey, entry: Sealed): string =>
  createHmac("sha256", key).update(canonicalEntry(entry)).digest("hex");

/** Entries from before the chain had a key: SHA-256 of the entry in canonical JSON, hexadecimal. */
export const plainHashOf = (entry: Sealed): string => sha256(canonicalEntry(entry));

/** HMAC-SHA256 of where the log ends, hexadecimal: without the key nobody can move the end back. */
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
  // Of texts and whole numbers alone, JSON is canonical as soon as its fields stand in their order.
  return JSON.stringify({
    ...{ actionId, actor, at, contentDigest, event, id, organizationId, previousHash, rowDigest, seq },
  });
}
