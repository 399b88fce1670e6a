import { createHash } from "node:crypto";

/** The hash before the first entry of an organization's log. */
export const GENESIS_HASH = "0".repeat(64);

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

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

/** SHA-256 of the entry in canonical JSON (RFC 8785), hexadecimal. */
export function sealOf(entry: Sealed): string {
  const { actionId, actor, at, contentDigest, event, id, organizationId, previousHash, rowDigest, seq } = entry;
  // Of texts and whole numbers alone, JSON is canonical as soon as its fields stand in their order.
  return sha256(
    JSON.stringify({ actionId, actor, at, contentDigest, event, id, organizationId, previousHash, rowDigest, seq }),
  );
}
