import { createHash, randomFillSync, randomUUID } from "node:crypto";

const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
const pool = new Uint8Array(4096);
let used = pool.length;

const format = (bytes: Uint8Array): string => {
  let text = "";
  for (let index = 0; index < 16; index++) {
    if (index === 4 || index === 6 || index === 8 || index === 10) text += "-";
    text += HEX[bytes[index] as number];
  }
  return text;
};

/**
 * A UUIDv7 (RFC 9562). The last four bytes start below 2^31, so that {@link idAfter} can derive the ids of a batch from
 * its first one.
 */
export function uuidv7(nowMs: number): string {
  if (used + 10 > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = new Uint8Array(16);
  const high = Math.floor(nowMs / 0x10000);
  bytes[0] = high >>> 24;
  bytes[1] = high >>> 16;
  bytes[2] = high >>> 8;
  bytes[3] = high;
  bytes[4] = nowMs >>> 8;
  bytes[5] = nowMs;
  bytes.set(pool.subarray(used, used + 10), 6);
  used += 10;
  bytes[6] = 0x70 | ((bytes[6] as number) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] as number) & 0x3f);
  bytes[12] = (bytes[12] as number) & 0x7f;
  return format(bytes);
}

/** The id `offset` places after a UUIDv7 of this module; `offset` < 2^31. */
export function idAfter(first: string, offset: number): string {
  if (offset === 0) return first;
  const last = Number.parseInt(first.slice(28), 16) + offset;
  return first.slice(0, 28) + last.toString(16).padStart(8, "0");
}

/** A UUIDv8 (RFC 9562) from a seed, for events that lost their id; {@link idAfter} accepts it. */
export function idFrom(seed: string | Uint8Array): string {
  const bytes = createHash("sha256").update(seed).digest().subarray(0, 16);
  bytes[6] = 0x80 | ((bytes[6] as number) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] as number) & 0x3f);
  bytes[12] = (bytes[12] as number) & 0x7f;
  return format(bytes);
}

/** A random UUID (v4), which a prefix of a few characters identifies. */
export const randomId = (): string => randomUUID();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => UUID.test(text);
