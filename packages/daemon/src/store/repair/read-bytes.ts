import { closeSync, openSync, readSync } from "node:fs";

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
