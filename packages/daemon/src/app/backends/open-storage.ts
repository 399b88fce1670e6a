import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Archive } from "../../archive/archive.ts";
import { auditKeyOf } from "../../remediate/audit/audit-chain.ts";
import type { DatabaseTarget } from "../../store/sql/database.ts";
import { openSqliteArchive, type SqliteArchiveOptions } from "../../store/telemetry/sqlite/sqlite-archive.ts";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import { ARCHIVE_FILE, DATABASE_FILE } from "../config/data-files.ts";
import { shareConnections } from "./database-connections.ts";
/** `writeLock` is the one of the process; `role` selects the share of the connections. */
export const databaseTarget = (
  config: Config,
  writeLock?: SharedArrayBuffer,
  role?: "core" | "worker" | "queueCounts",
): DatabaseTarget =>
  config.databaseUrl
    ? {
        kind: "postgres",
        url: config.databaseUrl,
        auditKey: auditKeyOf(config.secretKey),
        connectionsMax: role && shareConnections(config)[role],
      }
    : {
        kind: "sqlite",
        path: join(config.dataDir, DATABASE_FILE),
        writeLock,
        auditKey: auditKeyOf(config.secretKey),
      };

/** The existing database. Throws ConfigError where a command would create it. */
export function existingDatabase(config: Config): DatabaseTarget {
  const target = databaseTarget(config);
  if (target.kind === "sqlite" && !existsSync(target.path)) {
    throw new ConfigError(`There is no database ${target.path}; TOCSIN_DATA_DIR names the directory.`);
  }
  return target;
}

export async function openArchive(
  config: Config,
  options: Pick<SqliteArchiveOptions, "writeCounts"> & { readonly readonly: boolean },
): Promise<Archive> {
  if (!config.databaseUrl) {
    return openSqliteArchive(join(config.dataDir, ARCHIVE_FILE), { ...options, bytesMax: config.archiveMaxBytes });
  }
  const { openPostgresArchive } = await import("../../store/telemetry/postgres/postgres-archive.ts");
  const { coreArchive, workerArchive } = shareConnections(config);
  return openPostgresArchive(config.databaseUrl, { connectionsMax: options.readonly ? coreArchive : workerArchive });
}
