import { createHmac } from "node:crypto";
import { SECOND_MS } from "../kernel/clock.ts";

/** The header that a signature stands in. */
export const SIGNATURE_HEADER = "x-tocsin-signature";

/**
 * `t=SECONDS,v1=HEX`: HMAC-SHA256 of `SECONDS.BODY`, so that a receiver can tell who sent a message and when.
 * `now` is in milliseconds since 1970 UTC.
 */
export function signatureOf(secret: string, body: string, now: number): string {
  const seconds = Math.floor(now / SECOND_MS);
  const mac = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${mac}`;
}
