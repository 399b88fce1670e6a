import { closeSync, openSync, readSync, statSync } from "node:fs";

/** The header on the first page of a SQLite file; https://www.sqlite.org/fileformat2.html#the_database_header. */
export interface FileHeader {
  readonly pageSize: number;
  /** Bytes at the end of each page that SQLite leaves alone. */
  readonly reserved: number;
  /** Undefined where the header doesn't vouch for it. */
  readonly pages: number | undefined;
  readonly problem: string | undefined;
}

/** Pages that hold nothing any more; https://www.sqlite.org/fileformat2.html#the_freelist. */
export function freePages(path: string): ReadonlySet<number> {
  const { pageSize } = readFileHeader(path);
  const pages = Math.floor(statSync(path).size / pageSize);
  const free = new Set<number>();
  const file = openSync(path, "r");
  try {
    const page = Buffer.alloc(pageSize);
    readSync(file, page, 0, pageSize, 0);
    for (let trunk = page.readUInt32BE(FREELIST_AT); trunk > 0 && trunk <= pages && !free.has(trunk); ) {
      free.add(trunk);
      readSync(file, page, 0, pageSize, (trunk - 1) * pageSize);
      const count = Math.min(page.readUInt32BE(4), pageSize / 4 - 2);
      for (let index = 0; index < count; index += 1) free.add(page.readUInt32BE(8 + index * 4));
      trunk = page.readUInt32BE(0);
    }
    return free;
  } finally {
    closeSync(file);
  }
}

/** The first bytes of a file; zeros behind the end of a shorter one. */
export function readBytes(path: string, count: number): Buffer {
  const bytes = Buffer.alloc(count);
  const file = openSync(path, "r");
  try {
    readSync(file, bytes, 0, count, 0);
    return bytes;
  } finally {
    closeSync(file);
  }
}

const FREELIST_AT = 32;
const MAGIC = "SQLite format 3\0";
const DEFAULT_PAGE_SIZE = 4096;
const HEADER_BYTES = 100;

export function readFileHeader(path: string): FileHeader {
  const { size } = statSync(path);
  const header = readBytes(path, HEADER_BYTES);
  const raw = header.readUInt16BE(16);
  const pageSize = raw === 1 ? 65_536 : raw;
  const isMagic = header.toString("latin1", 0, MAGIC.length) === MAGIC;
  const isPageSize = pageSize >= 512 && (pageSize & (pageSize - 1)) === 0;
  // An empty file is one that SQLite hasn't written to yet.
  const problem = size === 0 || (isMagic && isPageSize) ? undefined : "its first page is no header of a SQLite file";
  const counts = header.readUInt32BE(24) === header.readUInt32BE(92);
  return {
    pageSize: isPageSize ? pageSize : DEFAULT_PAGE_SIZE,
    reserved: isMagic ? (header[20] as number) : 0,
    pages: isMagic && counts ? header.readUInt32BE(28) : undefined,
    problem,
  };
}
