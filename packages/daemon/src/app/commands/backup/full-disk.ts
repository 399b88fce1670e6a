import { statfsSync } from "node:fs";
import { MIB } from "../../../kernel/bytes.ts";
import { ConfigError } from "../../config/config-error.ts";

/** SQLite needs some pages beside a file that it only reads. */
const FULL_BELOW = MIB;

/** Names the disk that is full, and what to do, in place of an error that says neither; answers other errors as they are. */
export function asFullDisk(error: unknown, dataDir: string, target?: string): unknown {
  const code = String((error as { code?: unknown }).code);
  if (!/^(SQLITE_FULL|SQLITE_IOERR|ENOSPC|EDQUOT)/.test(code)) return error;
  // SQLite removes a copy that failed, so that the disk of the target may have room again.
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
