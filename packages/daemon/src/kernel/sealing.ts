import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
/** 96 bits as in NIST SP 800-38D; random, since a key seals far fewer than 2^32 texts. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** A version, so that another algorithm can follow. */
const VERSION = "v1.";

export interface Sealing {
  /** `place` is authenticated: the result opens only with the same one. */
  seal(text: string, place: string): string;
  /** Undefined for another key or place, or a changed text. */
  open(sealed: string, place: string): string | undefined;
}

/** Authenticated encryption of stored secrets. `purpose` separates the derived keys. */
export function createSealing(secretKey: string, purpose: string): Sealing {
  const key = Buffer.from(hkdfSync("sha256", secretKey, "", purpose, KEY_BYTES));
  return {
    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place));
      const parts = [nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()];
      return VERSION + Buffer.concat(parts).toString("base64url");
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed.slice(VERSION.length), "base64url");
      if (!sealed.startsWith(VERSION) || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
      } catch {
        return undefined;
      }
    },
  };
}
