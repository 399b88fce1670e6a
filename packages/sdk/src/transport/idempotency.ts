/** A new Idempotency-Key: 32 hexadecimal digits. Not randomUUID, which browsers have over HTTPS and on localhost only. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
