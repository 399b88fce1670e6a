/**
 * A set of numbers within one block of consecutive ones, as a bitmap. A small set is stored as an array of two-byte
 * offsets, and the length tells the two forms apart. These are the containers of Roaring bitmaps (Chambi et al. 2016).
 */
export const BLOCK_NUMBERS = 4096;
const BITS_BYTES = BLOCK_NUMBERS / 8;
const OFFSET_BYTES = 2;

export type Bitmap = Uint8Array;

export const blockOf = (number: number): number => Math.floor(number / BLOCK_NUMBERS);

export const emptyBitmap = (): Bitmap => new Uint8Array(BITS_BYTES);

export function setBit(bits: Bitmap, number: number, on: boolean): void {
  const offset = number % BLOCK_NUMBERS;
  const byte = bits[offset >> 3] as number;
  const bit = 1 << (offset & 7);
  bits[offset >> 3] = on ? byte | bit : byte & ~bit;
}

/** Removes from `one` the numbers that `other` lacks. Returns false if none are left. */
export function intersectInto(one: Bitmap, other: Bitmap): boolean {
  let any = 0;
  for (let index = 0; index < BITS_BYTES; index++) {
    const byte = (one[index] as number) & (other[index] as number);
    one[index] = byte;
    any |= byte;
  }
  return any !== 0;
}

/** Adds the numbers of `other` to `one`. */
export function uniteInto(one: Bitmap, other: Bitmap): void {
  for (let index = 0; index < BITS_BYTES; index++) one[index] = (one[index] as number) | (other[index] as number);
}

const ONES = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll("0", "").length);

export function cardinality(bits: Bitmap): number {
  let count = 0;
  for (let index = 0; index < BITS_BYTES; index++) count += ONES[bits[index] as number] as number;
  return count;
}

/** The numbers of a block, the highest first. */
export function* numbersDescending(bits: Bitmap, block: number): Generator<number> {
  for (let index = BITS_BYTES - 1; index >= 0; index--) {
    const byte = bits[index] as number;
    for (let bit = 7; byte !== 0 && bit >= 0; bit--) {
      if (byte & (1 << bit)) yield block * BLOCK_NUMBERS + index * 8 + bit;
    }
  }
}

/** Undefined for the empty set, which is not stored. */
export function encodeBitmap(bits: Bitmap): Buffer | undefined {
  const count = cardinality(bits);
  if (count === 0) return undefined;
  if (count * OFFSET_BYTES >= BITS_BYTES) return Buffer.from(bits);
  const list = Buffer.allocUnsafe(count * OFFSET_BYTES);
  let position = 0;
  for (const offset of numbersDescending(bits, 0)) position = list.writeUInt16LE(offset, position);
  return list;
}

/** May return its argument. */
export function decodeBitmap(stored: Uint8Array): Bitmap {
  if (stored.length === BITS_BYTES) return stored;
  const bits = emptyBitmap();
  for (let at = 0; at + 1 < stored.length; at += OFFSET_BYTES) {
    setBit(bits, (stored[at] as number) | ((stored[at + 1] as number) << 8), true);
  }
  return bits;
}
