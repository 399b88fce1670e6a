import { existsSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "../config-error.ts";

/** In the data directory while files are moved in. */
export const RESTORE_MARK = "restore-unfinished";
/** The folder that a restore copies to before it moves files in. */
export const STAGE = "restore-staged";

/** Throws ConfigError where a restore was interrupted between two files. */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (!existsSync(join(dataDir, RESTORE_MARK))) return;
  throw new ConfigError(
    `A restore into ${dataDir} was interrupted, and its files don't belong together. Run tocsind restore DIR --replace again.`,
  );
}
