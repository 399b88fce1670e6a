import { statfsSync } from "node:fs";
import { MIB } from "../../../kernel/bytes.ts";
import { ConfigError } from "../../config/config-error.ts";

/** SQLite needs some free pages even to read a file. */
const FULL_BELOW = MIB;

/** Translates a disk-full error into one that names the disk and the remedy; returns other errors unchanged. */
export function asFullDisk(error: unknown, dataDir: string, target?: string): unknown {
  const code = String((error as { code?: unknown }).code);
  if (!/^(SQLITE_FULL|SQLITE_IOERR|ENOSPC|EDQUOT)/.test(code)) return error;
  // SQLite deletes a failed copy, so the target disk may have free space again.
  const written = code.startsWith("SQLITE_IOERR") ? undefined : target;
  const disk = [dataDir, target].find((folder) => folder !== undefined && isFull(folder)) ?? written;
  if (disk === undefined) return error;
  const other = disk === target ? ", or name a folder on another disk" : "";
  return new ConfigError(`The disk of ${disk} is full. Make room there${other}, then run the command again.`);
}

function isFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < FULL_BELOW;
}
