import { statfs } from "node:fs/promises";
import type { Archive } from "../../archive/archive.ts";
import { createUpkeep, type Disk } from "../../archive/upkeep.ts";
import { SECOND_MS, systemClock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import type { Config } from "../config/config.ts";
import type { Metrics } from "../runtime/metrics.ts";
import { RETENTION_MS, retentionCutoff, type Task } from "../runtime/schedule.ts";

const REMOVED_AT_ONCE_MAX = 5_000;
/** A run ends after this time; the next one continues. */
const REMOVAL_MS_MAX = 30_000;
/** At the highest measured intake of one machine, 200 MiB arrive in this time. */
const UPKEEP_MS = 10 * SECOND_MS;
/** A reader keeps the space of a dropped segment for at most this time. */
const CLOSE_UNUSED_MS = 2 * SECOND_MS;
const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface ArchiveTaskDeps {
  readonly archive: Archive;
  readonly config: Config;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Retention, the size bound and the low-disk bound, for the role that writes the archive. */
export function archiveTasks({ archive, config, logger, metrics }: ArchiveTaskDeps): Task[] {
  const { archiveMaxBytes, diskFreeBytesMin, databaseUrl, dataDir, eventRetentionDays } = config;
  for (const reason of ["size", "disk"] as const) metrics.archiveDropped.inc({ reason }, 0);
  const upkeep = createUpkeep({
    archive,
    bytesMax: archiveMaxBytes,
    disk: databaseUrl === undefined ? () => diskOf(dataDir) : undefined,
    freeBytesMin: diskFreeBytesMin,
    logger,
    dropped: (reason) => metrics.archiveDropped.inc({ reason }),
  });
  metrics.gauge("tocsin_archive_bytes", "Bytes that the archive of telemetry takes.", upkeep.bytes);
  if (databaseUrl === undefined) {
    metrics.gauge("tocsin_disk_free_bytes", "Bytes that are free on the data directory's disk.", upkeep.freeBytes);
  }
  return [
    removalTask(archive, eventRetentionDays),
    { name: "bound the archive", everyMs: UPKEEP_MS, run: upkeep.run },
    closeUnusedTask(archive),
  ];
}

/** For each role that reads the archive. */
export const closeUnusedTask = (archive: Pick<Archive, "closeUnused">): Task => ({
  name: "close unused archive files",
  everyMs: CLOSE_UNUSED_MS,
  run: () => archive.closeUnused(),
});

const removalTask = (archive: Pick<Archive, "removeBefore">, days: number): Task => ({
  name: "remove old telemetry",
  everyMs: RETENTION_MS,
  async run() {
    const cutoff = retentionCutoff(systemClock.now(), days);
    const until = systemClock.now() + REMOVAL_MS_MAX;
    while (systemClock.now() < until && (await archive.removeBefore(cutoff, REMOVED_AT_ONCE_MAX)) > 0) {
      await nextTick();
    }
  },
});

async function diskOf(path: string): Promise<Disk> {
  const { bsize, blocks, bavail } = await statfs(path);
  return { totalBytes: blocks * bsize, freeBytes: bavail * bsize };
}
