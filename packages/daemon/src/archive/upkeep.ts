import { toIso } from "../kernel/clock.ts";
import type { Logger } from "../kernel/logger.ts";
import type { Archive, DroppedPart } from "./archive.ts";

/** Why telemetry was dropped before the end of its retention. */
export type DropReason = "size" | "disk";

/** The file system of the archive. */
export interface Disk {
  readonly totalBytes: number;
  readonly freeBytes: number;
}

export interface UpkeepDeps {
  readonly archive: Pick<Archive, "bytes" | "dropOldestOver">;
  /** The most bytes that the archive may take; 0 for no bound. */
  readonly bytesMax: number;
  /** Undefined where the archive lies on a disk of another machine. */
  readonly disk: (() => Promise<Disk>) | undefined;
  /** The low-disk mark, bytes; undefined for the default of this disk, 0 for none. */
  readonly freeBytesMin: number | undefined;
  readonly logger: Logger;
  readonly dropped: (reason: DropReason) => void;
}

/**
 * Writes are about to fail below 5 %, where Elasticsearch stops them (its flood-stage watermark). A higher mark would
 * drop telemetry at every spike of other programs. journald gave up its own 15 % for that reason in 2013.
 */
const FREE_SHARE_MIN = 0.05;
const FREE_BYTES_MIN = 1024 ** 3;
/** A run drops no more; the next one continues. */
const DROPPED_AT_ONCE_MAX = 100;

export const lowDiskMark = ({ totalBytes }: Disk): number => Math.min(FREE_BYTES_MIN, totalBytes * FREE_SHARE_MIN);

/** Keeps the archive within its size and space on its disk, by dropping the oldest telemetry. */
export function createUpkeep(deps: UpkeepDeps) {
  const { archive, bytesMax, logger } = deps;
  let bytes: number | undefined;
  let freeBytes: number | undefined;
  let isStuck = false;

  const shrinkTo = async (target: number, reason: DropReason, say: (part: DroppedPart) => void): Promise<void> => {
    for (let parts = 0; parts < DROPPED_AT_ONCE_MAX; parts++) {
      const part = await archive.dropOldestOver(target);
      if (!part) return;
      deps.dropped(reason);
      say(part);
    }
  };
  const boundSize = async (): Promise<void> => {
    if (bytesMax === 0) return;
    await shrinkTo(bytesMax, "size", (part) =>
      logger.warn("The archive exceeds its size bound; oldest telemetry dropped", { ...shown(part), bytesMax }),
    );
  };
  const keepDiskFree = async (): Promise<void> => {
    if (!deps.disk) return;
    const disk = await deps.disk();
    const free = disk.freeBytes;
    freeBytes = free;
    const mark = deps.freeBytesMin ?? lowDiskMark(disk);
    if (free >= mark) {
      isStuck = false;
      return;
    }
    // The disk shows a dropped file as free once its last reader closes it, so count what was dropped.
    const before = await archive.bytes();
    await shrinkTo(before - (mark - free), "disk", (part) =>
      logger.warn("The disk is low; oldest telemetry dropped", { ...shown(part), freeBytes: free, freeBytesMin: mark }),
    );
    if (isStuck || (await archive.bytes()) < before) return;
    isStuck = true;
    logger.error("The disk is low, and no older telemetry is left to drop; free some space", {
      freeBytes: free,
      freeBytesMin: mark,
    });
  };
  return {
    async run(): Promise<void> {
      await boundSize();
      await keepDiskFree();
      bytes = await archive.bytes();
    },
    /** As the last run measured them; measured at once before the first run has ended. */
    bytes: async (): Promise<number> => bytes ?? archive.bytes(),
    /** NaN where the archive lies on a disk of another machine. */
    freeBytes: async (): Promise<number> => freeBytes ?? (await deps.disk?.())?.freeBytes ?? Number.NaN,
  };
}

const shown = ({ bytes, from, to }: DroppedPart) => ({ bytes, from: toIso(from), to: toIso(to) });
