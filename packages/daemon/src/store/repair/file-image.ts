import { closeSync, copyFileSync, existsSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { readFileHeader } from "./file-header.ts";
import { inspectWal, isWalDamaged, walFrames } from "./wal.ts";

/** Copies a database with its WAL, also behind damaged frames, but without an incomplete last transaction. */
export function writeImage(path: string, image: string): void {
  copyFileSync(path, image);
  const wal = `${path}-wal`;
  if (!existsSync(wal)) return;
  const { pageSize } = readFileHeader(path);
  const isSkipping = isWalDamaged(inspectWal(wal, pageSize));
  const file = openSync(image, "r+");
  try {
    let pages: number | undefined;
    let transaction: { readonly page: number; readonly content: Buffer }[] = [];
    for (const frame of walFrames(wal, pageSize)) {
      if (frame.isWhole && frame.page > 0) transaction.push(frame);
      else if (!isSkipping) break;
      if (!frame.isWhole || frame.pagesAfterCommit === 0) continue;
      for (const { page, content } of transaction) writeSync(file, content, 0, pageSize, (page - 1) * pageSize);
      transaction = [];
      pages = frame.pagesAfterCommit;
    }
    if (pages !== undefined) ftruncateSync(file, pages * pageSize);
  } finally {
    closeSync(file);
  }
}
