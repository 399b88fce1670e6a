import { join } from "node:path";
import { DataDirectoryInUse, DataDirectoryUnusable, lockDataDirectory } from "../../store/sql/data-directory-lock.ts";
import { ConfigError } from "./config-error.ts";
import { giveToOwnerOf } from "./file-access.ts";

/**
 * Locks the data directory for work that needs the daemon stopped; returns the function that unlocks it. Throws
 * ConfigError, whose message says to stop the daemon and then `nextStep`.
 */
export function lockOffline(dataDir: string, nextStep: string): () => void {
  try {
    const unlock = lockDataDirectory(dataDir);
    giveToOwnerOf(
      dataDir,
      ["lock.db", "tocsind.pid"].map((name) => join(dataDir, name)),
    );
    return unlock;
  } catch (error) {
    if (error instanceof DataDirectoryInUse) {
      throw new ConfigError(`${dataDir} is in use. Stop the daemon, then ${nextStep}.`);
    }
    if (error instanceof DataDirectoryUnusable) throw new ConfigError(error.message);
    throw error;
  }
}
