import { MIB } from "../../kernel/bytes.ts";
import { bytesOrNone, integer, setting } from "./setting-values.ts";

/** Bounds of stored telemetry. */
export const archiveSettings = {
  eventRetentionDays: setting(
    "TOCSIN_EVENT_RETENTION_DAYS",
    30,
    integer(1, 3650),
    "Days that telemetry is kept, by its own time.",
  ),
  archiveMaxBytes: setting(
    "TOCSIN_ARCHIVE_MAX_BYTES",
    0,
    bytesOrNone(64 * MIB),
    "Bytes that the archive of telemetry may take; past them the oldest telemetry is dropped, whatever its retention; 64 MiB at least; 0: no bound.",
  ),
  diskFreeBytesMin: setting(
    "TOCSIN_DISK_FREE_BYTES_MIN",
    undefined,
    bytesOrNone(MIB),
    "Bytes that stay free on the data directory's disk; below them the oldest telemetry is dropped; default: 5 % of the disk, 1 GiB at the most; 1 MiB at least; 0: no mark.",
  ),
} as const;
