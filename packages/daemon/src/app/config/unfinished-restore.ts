import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "./config-error.ts";

/** A file in the data directory while a restore or a repair is at work; it says what to do after an interruption. */
export const UNFINISHED_MARK = "restore-unfinished";
/** The folder that a restore copies to before it moves files in. */
export const STAGE = "restore-staged";

/** The advice of a restore or a repair that is at work or was interrupted. */
export function unfinishedRestore(dataDir: string): string | undefined {
  const mark = join(dataDir, UNFINISHED_MARK);
  return existsSync(mark) ? readFileSync(mark, "utf8") : undefined;
}

/** Throws ConfigError where a restore or a repair was interrupted. */
export function refuseUnfinishedRestore(dataDir: string): void {
  const advice = unfinishedRestore(dataDir);
  if (advice !== undefined) throw new ConfigError(advice);
}
