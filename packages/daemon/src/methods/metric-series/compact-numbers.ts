/** Writes numbers as base 64 digits, which need no quoting in JSON, into one buffer. */
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
const CODES = Uint8Array.from(DIGITS, (digit) => digit.charCodeAt(0));
const VALUES = new Int8Array(128).fill(-1);
CODES.forEach((code, value) => {
  VALUES[code] = value;
});

const BITS = 6;
const BASE = 64;
const MASK = BASE - 1;
/** The digits of 32 bits. */
const WORD_DIGITS = 6;

/** A number and its halves, whose order depends on the machine. */
const whole = new Float64Array([1]);
const halves = new Uint32Array(whole.buffer);
const UPPER = halves[1] === 0 ? 0 : 1;

/** Larger than the longest text. */
const buffer = Buffer.alloc(8192);
let length = 0;

/** The text that `write` writes with the functions below. */
export function textOf(write: () => void): string {
  length = 0;
  write();
  return buffer.toString("latin1", 0, length);
}

/** A whole number with the highest digit first. */
export function writeDigits(value: number, digits: number): void {
  if (digits === 2) {
    buffer[length++] = CODES[(value >>> BITS) & MASK] as number;
    buffer[length++] = CODES[value & MASK] as number;
    return;
  }
  for (let shift = (digits - 1) * BITS; shift >= 0; shift -= BITS) {
    buffer[length++] = CODES[(value >>> shift) & MASK] as number;
  }
}

/** The upper half of a number of `short`. */
export function writeShort(value: number): void {
  whole[0] = value;
  writeDigits(halves[UPPER] as number, WORD_DIGITS);
}

/** A number in decimals. */
export function writeNumber(value: number): void {
  length += buffer.write(`${value},`, length, "latin1");
}

export interface Reader {
  readonly text: string;
  at: number;
}

export const createReader = (text: string): Reader => ({ text, at: 0 });

export function readDigits(reader: Reader, digits: number): number {
  let value = 0;
  for (const end = reader.at + digits; reader.at < end; reader.at++) {
    const digit = VALUES[reader.text.charCodeAt(reader.at)] ?? -1;
    if (digit < 0) throw new TypeError("stored state: not a digit");
    value = value * BASE + digit;
  }
  return value;
}

export function readShort(reader: Reader): number {
  whole[0] = 0;
  halves[UPPER] = readDigits(reader, WORD_DIGITS);
  return whole[0];
}

export function readNumber(reader: Reader): number {
  const end = reader.text.indexOf(",", reader.at);
  const value = Number(reader.text.slice(reader.at, end));
  if (end <= reader.at || Number.isNaN(value)) throw new TypeError("stored state: not a number");
  reader.at = end + 1;
  return value;
}
