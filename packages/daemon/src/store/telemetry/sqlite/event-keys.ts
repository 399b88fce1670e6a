import { invalidCursor } from "../../../kernel/errors.ts";

/** A record's key is its time in milliseconds followed by a counter, so the order of keys is the order of time. */
const COUNTER_BITS = 21n;
export const COUNTER_MASK = (1n << COUNTER_BITS) - 1n;

/** Tells records of one millisecond apart, over all files. It continues after the counter of this key. */
export function createKeyCounter(key = 0n) {
  let counter = key & COUNTER_MASK;
  return {
    next(): bigint {
      counter = (counter + 1n) & COUNTER_MASK;
      return counter;
    },
  };
}
export type KeyCounter = ReturnType<typeof createKeyCounter>;

/** Times beyond are stored under the first or the last time that a key can hold: the years 1830 and 2109. */
const KEY_TIME_MAX = 2 ** 42 - 1;

/** SQLite's integers have 64 bits. */
export const KEY_MAX = 2n ** 63n - 1n;

/** Inclusive on both ends; empty where `to` is less than `from`. */
export interface KeyRange {
  readonly from: bigint;
  readonly to: bigint;
}

/** The time as a key stores it, whole milliseconds. */
export const storedTime = (time: number): number => Math.max(-KEY_TIME_MAX, Math.min(KEY_TIME_MAX, Math.floor(time)));

export const firstKeyAt = (time: number): bigint => BigInt(storedTime(time)) << COUNTER_BITS;

export const timeOfKey = (key: bigint): number => Number(key >> COUNTER_BITS);

/** A number from 0 to LOTS for each key, as SQL; consecutive keys get numbers that lie far apart. */
export const SAMPLE_HASHES = 65_536;
export const SAMPLE_HASH = `(((word.rowid & ${COUNTER_MASK}) + (word.rowid >> ${COUNTER_BITS}) * 31) * 40503 & ${SAMPLE_HASHES - 1})`;

/** A cursor is a key in base 36. */
export const formatCursor = (key: bigint): string => key.toString(36);

export function parseCursor(text: string): bigint {
  const [, sign, digits] = /^(-?)([0-9a-z]{1,13})$/.exec(text) ?? [];
  if (digits === undefined) throw invalidCursor();
  let value = 0n;
  for (const digit of digits) value = value * 36n + BigInt(Number.parseInt(digit, 36));
  if (value > KEY_MAX) throw invalidCursor();
  return sign === "-" ? -value : value;
}
