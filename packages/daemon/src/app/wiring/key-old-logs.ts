import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import { foreignLogs, keyLog, plainLogs } from "../../store/remediation/key-logs.ts";
import type { Database } from "../../store/sql/database.ts";
import type { Config } from "../config/config.ts";

const PAGE = 1_000;
const NAMED_MAX = 100;

/**
 * Gives audit logs from before the chain had a key their key: once in the life of a data directory, so that nobody who
 * can write the database puts a log back into the old form, changes it, and has the next start sign it.
 */
export async function keyOldLogs(
  { dataDir }: Pick<Config, "dataDir">,
  database: Pick<Database, "reader" | "write">,
  logger: Logger,
): Promise<void> {
  const foreign = await foreignLogs(database, NAMED_MAX);
  if (foreign.length > 0) {
    logger.error(
      "Audit logs were sealed under another secret key, and entries of this process will not fit them. Set TOCSIN_SECRET_KEY to the same value in every process that shares the database",
      { organizations: foreign },
    );
  }
  const marker = join(dataDir, "audit-log-keyed");
  if (existsSync(marker)) {
    for (const { organizationId, head } of await plainLogs(database, NAMED_MAX)) {
      logger.error("An audit log is back in its old form, without a key; it isn't trusted", {
        organizationId,
        ...head,
      });
    }
    return;
  }
  for (let keyed = 1; keyed > 0; ) {
    keyed = 0;
    for (const log of await plainLogs(database, PAGE)) {
      if (!(await keyLog(database, log, systemClock.now()))) continue;
      keyed++;
      logger.warn("An audit log from an older version has a key from here on", {
        organizationId: log.organizationId,
        ...log.head,
      });
    }
  }
  const text = "Audit logs have a key. See docs/audit.md before you remove this file.\n";
  writeFileSync(marker, text, { mode: 0o600, flush: true });
}
