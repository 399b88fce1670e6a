import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { readFileHeader } from "./file-header.ts";

/** A value as a record stores it; integers are exact. */
export type StoredValue = null | bigint | number | string | Buffer;

export interface LeafRow {
  readonly rowid: bigint;
  readonly values: readonly StoredValue[];
}

const TABLE_LEAF = 13;
const DATABASE_HEADER_BYTES = 100;
const LEAF_HEADER_BYTES = 8;
const CELLS_MAX = 20_000;

/** Rows read from leaf pages alone, freed ones included; https://www.sqlite.org/fileformat2.html#b_tree_pages. */
export function* leafRows(path: string, without: ReadonlySet<number> = new Set()): Generator<LeafRow> {
  const { pageSize, reserved } = readFileHeader(path);
  const descriptor = openSync(path, "r");
  try {
    const pages = Math.floor(fstatSync(descriptor).size / pageSize);
    const usable = pageSize - reserved;
    const pageAt = (number: number): Buffer | undefined => {
      if (number < 1 || number > pages) return undefined;
      const page = Buffer.alloc(pageSize);
      readSync(descriptor, page, 0, pageSize, (number - 1) * pageSize);
      return page;
    };
    for (let number = 1; number <= pages; number += 1) {
      if (without.has(number)) continue;
      const page = pageAt(number) as Buffer;
      const start = number === 1 ? DATABASE_HEADER_BYTES : 0;
      if (page[start] === TABLE_LEAF) yield* rowsOf(page, start, usable, pageAt);
    }
  } finally {
    closeSync(descriptor);
  }
}

type PageAt = (number: number) => Buffer | undefined;

function* rowsOf(page: Buffer, start: number, usable: number, pageAt: PageAt): Generator<LeafRow> {
  const cells = Math.min(page.readUInt16BE(start + 3), CELLS_MAX, Math.floor((usable - start - LEAF_HEADER_BYTES) / 2));
  for (let cell = 0; cell < cells; cell += 1) {
    try {
      const at = page.readUInt16BE(start + LEAF_HEADER_BYTES + cell * 2);
      const [length, afterLength] = varint(page, at);
      const [rowid, afterRowid] = varint(page, afterLength);
      const payload = payloadOf({ page, at: afterRowid, length: Number(length), usable, pageAt });
      if (payload) yield { rowid: BigInt.asIntN(64, rowid), values: valuesOf(payload) };
    } catch {
      // A damaged cell; its neighbours may be whole.
    }
  }
}

interface Cell {
  readonly page: Buffer;
  readonly at: number;
  readonly length: number;
  readonly usable: number;
  readonly pageAt: PageAt;
}

/** Undefined where a page of it is missing. */
function payloadOf({ page, at, length, usable, pageAt }: Cell): Buffer | undefined {
  const localMax = usable - 35;
  if (length <= localMax) return at + length <= page.length ? page.subarray(at, at + length) : undefined;
  const localMin = Math.floor(((usable - 12) * 32) / 255) - 23;
  const fitted = localMin + ((length - localMin) % (usable - 4));
  const local = fitted <= localMax ? fitted : localMin;
  const parts = [page.subarray(at, at + local)];
  let left = length - local;
  let next = page.readUInt32BE(at + local);
  while (left > 0) {
    const overflow = pageAt(next);
    if (!overflow) return undefined;
    const part = overflow.subarray(4, 4 + Math.min(left, usable - 4));
    parts.push(part);
    left -= part.length;
    next = overflow.readUInt32BE(0);
  }
  return Buffer.concat(parts);
}

function valuesOf(payload: Buffer): StoredValue[] {
  const [headerBytes, begin] = varint(payload, 0);
  const values: StoredValue[] = [];
  let at = Number(headerBytes);
  for (let header = begin; header < Number(headerBytes); ) {
    const [type, next] = varint(payload, header);
    header = next;
    const bytes = bytesOf(Number(type));
    if (at + bytes > payload.length) throw new RangeError("the record is cut off");
    values.push(readValue(payload, at, Number(type), bytes));
    at += bytes;
  }
  return values;
}

const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

function bytesOf(type: number): number {
  if (type >= 12) return Math.floor((type - 12) / 2);
  const bytes = INTEGER_BYTES[type];
  if (bytes === undefined) throw new RangeError("no type of a value");
  return bytes;
}

function readValue(payload: Buffer, at: number, type: number, bytes: number): StoredValue {
  if (type === 0) return null;
  if (type === 8) return 0n;
  if (type === 9) return 1n;
  if (type === 7) return payload.readDoubleBE(at);
  if (type < 7) return integerOf(payload.subarray(at, at + bytes));
  const content = payload.subarray(at, at + bytes);
  return type % 2 === 0 ? Buffer.from(content) : content.toString("utf8");
}

function integerOf(bytes: Buffer): bigint {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return BigInt.asIntN(bytes.length * 8, value);
}

function varint(bytes: Buffer, at: number): [bigint, number] {
  let value = 0n;
  for (let index = 0; index < 9; index += 1) {
    const byte = bytes.readUInt8(at + index);
    if (index === 8) return [(value << 8n) | BigInt(byte), at + 9];
    value = (value << 7n) | BigInt(byte & 0x7f);
    if (byte < 0x80) return [value, at + index + 1];
  }
  throw new RangeError("unreachable");
}
