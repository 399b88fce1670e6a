import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "../config-error.ts";

/** In the data directory while a restore or a repair moves files; it says what to do. */
export const UNFINISHED_MARK = "restore-unfinished";
/** The folder that a restore copies to before it moves files in. */
export const STAGE = "restore-staged";

/** Throws ConfigError where a restore or a repair was interrupted between two files. */
export function refuseUnfinishedRestore(dataDir: string): void {
  const mark = join(dataDir, UNFINISHED_MARK);
  if (existsSync(mark)) throw new ConfigError(readFileSync(mark, "utf8"));
}
