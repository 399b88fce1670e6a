import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
/** What NIST SP 800-38D recommends; random, since a key seals far fewer than 2^32 texts. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** So that another way to seal can stand beside this one. */
const VERSION = "v1.";

export interface Sealing {
  /** `place` is where the result is going to stand: nowhere else can it be opened. */
  seal(text: string, place: string): string;
  /** Undefined for what was sealed with another key, for another place, or was changed since. */
  open(sealed: string, place: string): string | undefined;
}

/** Keeps secrets that have to be read again. `purpose` tells this use of the key from others. */
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
