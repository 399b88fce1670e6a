import { MIB } from "../../kernel/bytes.ts";
import { bytesOrNone, integer, setting } from "./setting-values.ts";

/** Bounds of stored telemetry. */
export const archiveSettings = {
  eventRetentionDays: setting(30, integer(1, 3650), "Days that telemetry is kept, by its event time."),
  archiveMaxBytes: setting(
    0,
    bytesOrNone(64 * MIB),
    "Maximum size of the archive, bytes; beyond it, the oldest telemetry is dropped before its retention ends; at least 64 MiB; 0: no bound.",
  ),
  diskFreeBytesMin: setting(
    undefined,
    bytesOrNone(MIB),
    "Free bytes on the disk of the data directory, below which the oldest telemetry is dropped. Default: 5 % of the disk, at most 1 GiB. At least 1 MiB, or 0 for no bound.",
  ),
} as const;
