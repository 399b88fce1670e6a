import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "./config-error.ts";

/** Exists in the data directory during a restore or repair; it says what to do after an interruption. */
export const UNFINISHED_MARK = "restore-unfinished";
/** A restore copies to this folder before it replaces files. */
export const STAGE = "restore-staged";

/** The advice of a running or interrupted restore or repair. */
export function unfinishedRestore(dataDir: string): string | undefined {
  const mark = join(dataDir, UNFINISHED_MARK);
  return existsSync(mark) ? readFileSync(mark, "utf8") : undefined;
}

/** Throws ConfigError where a restore or a repair was interrupted. */
export function refuseUnfinishedRestore(dataDir: string): void {
  const advice = unfinishedRestore(dataDir);
  if (advice !== undefined) throw new ConfigError(advice);
}
