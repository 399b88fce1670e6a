import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { endianness } from "node:os";
import { readBytes } from "./file-header.ts";

/**
 * The frames of a write-ahead log, verified by their checksums; https://www.sqlite.org/fileformat2.html#walformat.
 *
 * SQLite reads a WAL up to the first frame that doesn't fit and silently drops the commits behind it. Each frame stores
 * the running checksum, so the frames behind a damaged one can still be verified.
 */
export interface WalState {
  /** SQLite passes over the whole file where it isn't. */
  readonly isHeaderWhole: boolean;
  /** Frames of the current generation, whole or damaged. */
  readonly frames: number;
  /** Frames whose checksum doesn't fit. */
  readonly damagedFrames: number;
  /** Commits that SQLite drops, since they lie at or behind the first damaged frame. */
  readonly droppedCommits: number;
  /** Bytes from the first damaged frame to the last one of this generation. */
  readonly droppedBytes: number;
  /** False where the time was up before the end. */
  readonly isComplete: boolean;
}

/** A power cut also leaves one dropped commit: of a transaction that was never acknowledged. */
export const isWalDamaged = ({ droppedCommits }: WalState): boolean => droppedCommits > 1;

export interface WalFrame {
  readonly page: number;
  /** Pages of the database after this commit; 0 where the frame ends no transaction. */
  readonly pagesAfterCommit: number;
  readonly isWhole: boolean;
  readonly content: Buffer;
}

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC_LITTLE_ENDIAN = 0x377f0682;
const MAGIC_BIG_ENDIAN = 0x377f0683;
const SALTS_AT_IN_HEADER = 16;
const SALTS_AT_IN_FRAME = 8;
const SALT_BYTES = 8;
const IS_LITTLE_ENDIAN = endianness() === "LE";

/** `pageSize` is of the database, for a WAL whose own header is damaged. */
export function inspectWal(path: string, pageSize: number, deadline = Number.POSITIVE_INFINITY): WalState {
  const isHeaderWhole = isWalHeaderWhole(readBytes(path, HEADER_BYTES));
  const counts = { frames: 0, damagedFrames: 0, droppedCommits: 0, droppedFrames: 0 };
  let isComplete = true;
  for (const frame of walFrames(path, pageSize)) {
    if (performance.now() > deadline) {
      isComplete = false;
      break;
    }
    counts.frames += 1;
    if (!frame.isWhole) counts.damagedFrames += 1;
    if (counts.damagedFrames > 0 || !isHeaderWhole) {
      counts.droppedFrames += 1;
      if (frame.pagesAfterCommit > 0) counts.droppedCommits += 1;
    }
  }
  const { droppedFrames, ...found } = counts;
  return { isHeaderWhole, ...found, droppedBytes: droppedFrames * (pageSize + FRAME_HEADER_BYTES), isComplete };
}

const isWalHeaderWhole = (header: Buffer): boolean =>
  fits(header, checksum(header.subarray(0, 24), [0, 0], isLittleEndianOf(header)), 24);

/** By the magic number; where that is damaged, as this machine writes it. */
function isLittleEndianOf(header: Buffer): boolean {
  const magic = header.readUInt32BE(0);
  return magic === MAGIC_BIG_ENDIAN ? false : magic === MAGIC_LITTLE_ENDIAN || IS_LITTLE_ENDIAN;
}

/** The frames of the newest generation in their order, up to the last one that bears its salts. */
export function* walFrames(path: string, pageSize: number): Generator<WalFrame> {
  const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (bytes < HEADER_BYTES + FRAME_HEADER_BYTES + pageSize) return;
  const file = openSync(path, "r");
  try {
    yield* framesOf(file, pageSize);
  } finally {
    closeSync(file);
  }
}

function* framesOf(file: number, pageSize: number): Generator<WalFrame> {
  const header = Buffer.alloc(HEADER_BYTES);
  readSync(file, header, 0, HEADER_BYTES, 0);
  const isLittleEndian = isLittleEndianOf(header);
  const frameBytes = FRAME_HEADER_BYTES + pageSize;
  const count = Math.floor((fstatSync(file).size - HEADER_BYTES) / frameBytes);
  let before = stored(header, 24);
  // SQLite passes over a WAL whose header is damaged. Its frames still tell which generation they belong to.
  let salts: Buffer | undefined = isWalHeaderWhole(header) ? saltsOf(header, SALTS_AT_IN_HEADER) : undefined;
  let pending: WalFrame[] = [];
  for (let index = 0; index < count; index += 1) {
    const frame = Buffer.alloc(frameBytes);
    readSync(file, frame, 0, frameBytes, HEADER_BYTES + index * frameBytes);
    salts ??= saltsOf(frame, SALTS_AT_IN_FRAME);
    const isOurs = saltsOf(frame, SALTS_AT_IN_FRAME).equals(salts);
    const sum = checksum(
      frame.subarray(FRAME_HEADER_BYTES),
      checksum(frame.subarray(0, 8), before, isLittleEndian),
      isLittleEndian,
    );
    const isWhole = isOurs && fits(frame, sum, 16);
    before = stored(frame, 16);
    pending.push({
      page: frame.readUInt32BE(0),
      pagesAfterCommit: frame.readUInt32BE(4),
      isWhole,
      content: frame.subarray(FRAME_HEADER_BYTES),
    });
    // Frames with other salts are of an earlier generation, unless one of this generation follows.
    if (!isOurs && pending.length <= FOREIGN_FRAMES_MAX) continue;
    if (!isOurs) return;
    yield* pending;
    pending = [];
  }
}

/** A damaged stretch may hide the salts of some frames. */
const FOREIGN_FRAMES_MAX = 64;

const saltsOf = (bytes: Buffer, at: number): Buffer => bytes.subarray(at, at + SALT_BYTES);

type Sum = readonly [number, number];

const stored = (bytes: Buffer, at: number): Sum => [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];
const fits = (bytes: Buffer, [first, second]: Sum, at: number): boolean =>
  bytes.readUInt32BE(at) === first && bytes.readUInt32BE(at + 4) === second;

function checksum(bytes: Buffer, [first, second]: Sum, isLittleEndian: boolean): Sum {
  let [one, two] = [first, second];
  for (let at = 0; at < bytes.length; at += 8) {
    const [a, b] = isLittleEndian
      ? [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)]
      : [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];
    one = (one + a + two) >>> 0;
    two = (two + b + one) >>> 0;
  }
  return [one, two];
}
