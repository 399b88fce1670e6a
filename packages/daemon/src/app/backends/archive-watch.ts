import { join } from "node:path";
import { systemClock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import type { Database } from "../../store/sql/database.ts";
import { noticeArchiveGaps, noticedArchiveGaps } from "../../store/telemetry/sqlite/archive-gaps.ts";
import { createWriteCounts, type WriteCounts } from "../../store/telemetry/sqlite/write-counts.ts";
import type { Config } from "../config/config.ts";
import { DATABASE_FILE } from "../config/data-files.ts";
import type { Metrics } from "../runtime/metrics.ts";

interface ArchiveWatch {
  /** Undefined on PostgreSQL, whose archive is in the database itself. */
  readonly writeCounts: WriteCounts | undefined;
  readonly warnings: () => Promise<readonly string[]>;
}

interface ArchiveWatchDeps {
  readonly config: Config;
  readonly database: Database;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

const NAMED_MAX = 3;

const GAP_FOUND =
  "A file of the archive is missing or lacks the last writes to it: it was lost, cut off or replaced by an older copy. Telemetry that was stored in it is missing; run: tocsind check";

/**
 * Finds files of the embedded archive that were lost or replaced by older ones. Call it before the archive opens, which
 * recreates missing files.
 */
export function openArchiveWatch({ config, database, logger, metrics }: ArchiveWatchDeps): ArchiveWatch {
  if (database.kind === "postgres") return { writeCounts: undefined, warnings: async () => [] };
  for (const { name, known, found } of noticeArchiveGaps(join(config.dataDir, DATABASE_FILE), systemClock.now())) {
    logger.error(GAP_FOUND, { file: join(config.dataDir, name), known, found });
  }
  const gaps = () => noticedArchiveGaps(database.reader);
  metrics.gauge(
    "tocsin_archive_behind",
    "Files of the archive that were missing or older than the database knew, until an operator acknowledges it.",
    async () => (await gaps()).length,
  );
  return {
    writeCounts: createWriteCounts(database),
    warnings: async () => warningsOf((await gaps()).map(({ name }) => name)),
  };
}

function warningsOf(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const named = names.slice(0, NAMED_MAX).join(", ") + (names.length > NAMED_MAX ? ", …" : "");
  return [
    `${names.length} files of the archive were missing or older than the database knew (${named}), and telemetry in ` +
      "them is missing; run tocsind check, then tocsind check --acknowledge",
  ];
}
