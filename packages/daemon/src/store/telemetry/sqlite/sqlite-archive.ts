import type { Archive } from "../../../archive/archive.ts";
import { MIB } from "../../../kernel/bytes.ts";
import { type Clock, systemClock } from "../../../kernel/clock.ts";
import { getFromFiles, sampleFiles, searchFiles, walkFiles } from "./event-search.ts";
import { createOpenFiles, type OpenFiles } from "./open-files.ts";
import { bytesIn, bytesOf, folderOf } from "./segment-files.ts";
import { openSegmentWriter, type SegmentWriterOptions } from "./segment-writer.ts";

export interface SqliteArchiveOptions {
  readonly readonly?: boolean;
  readonly clock?: Clock;
  /** The most bytes that it may take on the disk, of which a segment is a small part. 0 for no bound. */
  readonly bytesMax?: number;
  /** The size past which a day's segment is followed by another, in place of one that fits the archive. */
  readonly segmentBytes?: number;
  /** Default: writes are not counted in a database. */
  readonly writeCounts?: SegmentWriterOptions["writeCounts"];
}

/** Dropping one frees so much at a time, and so many are asked for a word that none holds. */
const SEGMENTS_BY_SIZE = 32;
const SEGMENT_BYTES_MIN = 1024 * MIB;
const SEGMENT_BYTES_MIN_BOUNDED = 4 * MIB;

/** Telemetry in SQLite: `events.db` at this path and a folder of segments beside it. One process writes. */
export function openSqliteArchive(path: string, options: SqliteArchiveOptions = {}): Archive {
  if (options.readonly) {
    const files = createOpenFiles({ path, folder: folderOf(path), readonly: true });
    return { ...reading(path, files), ...NOT_WRITING, close: async () => files.closeAll() };
  }
  const bytesMax = options.bytesMax ?? 0;
  const writer = openSegmentWriter({
    path,
    clock: options.clock ?? systemClock,
    writeCounts: options.writeCounts,
    segmentBytes: (archiveBytes) => options.segmentBytes ?? segmentBytesFor(bytesMax, archiveBytes),
  });
  return {
    ...reading(path, writer.files),
    add: async (telemetry) => writer.add(telemetry),
    removeBefore: async (time, most) => writer.removeBefore(time, most),
    dropOldestOver: async (bytes) => (writer.bytes() > bytes ? writer.dropOldest() : undefined),
    close: async () => writer.close(),
  };
}

const segmentBytesFor = (bytesMax: number, archiveBytes: number): number =>
  bytesMax > 0
    ? Math.max(SEGMENT_BYTES_MIN_BOUNDED, bytesMax / SEGMENTS_BY_SIZE)
    : Math.max(SEGMENT_BYTES_MIN, archiveBytes / SEGMENTS_BY_SIZE);

const reading = (path: string, files: OpenFiles) => ({
  search: (...[scope, query]: Parameters<Archive["search"]>) => searchFiles(files, scope, query),
  walk: (...[scope, query]: Parameters<Archive["walk"]>) => walkFiles(files, scope, query),
  sample: (...[scope, query]: Parameters<Archive["sample"]>) => sampleFiles(files, scope, query),
  get: (...[scope, id]: Parameters<Archive["get"]>) => getFromFiles(files, scope, id),
  bytes: async () => bytesIn(folderOf(path)) + bytesOf(path),
  closeUnused: async () => files.closeUnused(),
});

const refuse = async (): Promise<never> => {
  throw new Error("This archive was opened for reading.");
};

const NOT_WRITING = { add: refuse, removeBefore: refuse, dropOldestOver: refuse };
