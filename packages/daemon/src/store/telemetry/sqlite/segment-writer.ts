import { basename } from "node:path";
import type { DroppedPart } from "../../../archive/archive.ts";
import { MIB } from "../../../kernel/bytes.ts";
import { type Clock, DAY_MS } from "../../../kernel/clock.ts";
import { createMutex } from "../../../kernel/mutex.ts";
import type { Telemetry } from "../../../model/telemetry.ts";
import { isDiskTrouble } from "../../sql/open-sqlite.ts";
import { type EventFile, type KeyedRecord, openEventFile } from "./event-file.ts";
import { createKeyCounter, firstKeyAt, type KeyCounter, type KeyRange, storedTime, timeOfKey } from "./event-keys.ts";
import { createOpenFiles, type OpenFiles } from "./open-files.ts";
import {
  bytesIn,
  bytesOf,
  createSegment,
  dayOf,
  folderOf,
  listSegments,
  removeEventFile,
  removeLeftovers,
  replaceEventFile,
  type Segment,
} from "./segment-files.ts";
import type { WriteCounts } from "./write-counts.ts";

export interface SegmentWriterOptions {
  /** The path of `events.db`; the folder of segments lies beside it. */
  readonly path: string;
  readonly clock: Clock;
  /** The size past which a day's segment is followed by another, given what the archive takes. */
  readonly segmentBytes: (archiveBytes: number) => number;
  readonly writeCounts?: Pick<WriteCounts, "wrote" | "forget"> | undefined;
}

const RECORDS_IN_TRANSACTION_MAX = 10_000;
/** Senders choose the times, and could ask for thousands of files. */
const DAYS_BACK_MAX = 90;
const DAYS_AHEAD_MAX = 2;
/** The most records that move to the new segment, since they lie behind the time at which it begins. */
const MOVED_RECORDS_MAX = 20_000;
const MOVED_CHARS_MAX = 64 * MIB;
/** A segment that could not be cut is looked at again when it has grown by this part of its size. */
const REGROWTH = 1 / 8;
/** A smaller `events.db` is not worth replacing. */
const REPLACED_BYTES_MIN = 16 * MIB;

/** The one writer of the archive's files. */
export function openSegmentWriter(options: SegmentWriterOptions) {
  const { path, clock } = options;
  const folder = folderOf(path);
  removeLeftovers(folder);
  const list = new SegmentList(folder);
  const files = createOpenFiles({ path, folder, readonly: false, segments: () => list.segments });
  const today = (): number => dayOf(clock.now());
  const since = files.outside().segmentsSince(() => firstSegmentedTime(files.outside(), today()));
  /** The segment of a time; it is made where the day has none. Undefined where `events.db` holds that time. */
  const segmentAt = (time: number): Segment | undefined => {
    const found = list.segments.findLast(({ start }) => start <= time);
    if (found && time < found.end) return found;
    const day = dayOf(time);
    if (time < since || day < today() - DAYS_BACK_MAX || day > today() + DAYS_AHEAD_MAX) return undefined;
    list.create(day * DAY_MS, () => undefined);
    return segmentAt(time);
  };
  const append = createAppend(files, list, options);
  const removal = createRemoval({ ...options, files, list, since });
  return {
    files,
    add(telemetry: readonly Telemetry[]): void {
      for (let start = 0; start < telemetry.length; start += RECORDS_IN_TRANSACTION_MAX) {
        const group = telemetry.slice(start, start + RECORDS_IN_TRANSACTION_MAX);
        // The full-text index takes keys in growing order in one piece; out of order it would write a piece each.
        const inOrder = group.sort((a, b) => a.timestamp - b.timestamp);
        for (const [segment, records] of divide(inOrder, segmentAt)) append(segment, records);
      }
    },
    ...removal,
    bytes: () => bytesIn(folder) + bytesOf(path),
    close: files.closeAll,
  };
}

/** The folder as its only writer knows it. */
class SegmentList {
  readonly folder: string;
  segments: readonly Segment[];
  constructor(folder: string) {
    this.folder = folder;
    this.segments = listSegments(folder);
  }
  refresh(): void {
    this.segments = listSegments(this.folder);
  }
  create(start: number, fill: (file: EventFile) => void): void {
    try {
      createSegment(this.folder, start, (unfinished) => {
        const file = openEventFile(unfinished, { readonly: false });
        try {
          fill(file);
        } finally {
          file.close();
        }
      });
    } finally {
      // Readers go by the folder: where only its sync failed, the segment is there.
      this.refresh();
    }
  }
}

/** `events.db` of an earlier version keeps taking the days that it holds already, so that no record is stored twice. */
function firstSegmentedTime(outside: EventFile, today: number): number {
  const keys = outside.keys();
  if (!keys) return storedTime(Number.NEGATIVE_INFINITY);
  return (Math.min(dayOf(timeOfKey(keys.to)), today + DAYS_AHEAD_MAX) + 1) * DAY_MS;
}

/** Stores records in a segment, and cuts that one where it is grown. */
function createAppend(files: OpenFiles, list: SegmentList, options: SegmentWriterOptions) {
  const { path, segmentBytes, writeCounts } = options;
  const counter = createCounter(files);
  /** Segments that could not be cut, and the size at which to try again. */
  const uncut = new Map<string, number>();
  let bytesMax = segmentBytes(bytesIn(list.folder) + bytesOf(path));
  return (segment: Segment | undefined, telemetry: readonly Telemetry[]): void => {
    const file = segment ? files.open(segment) : files.outside();
    if (!file) throw new Error(`${segment?.path} is gone, although no other process may remove it.`);
    const writes = file.insert(telemetry, counter);
    writeCounts?.wrote(nameOf(path, segment), writes);
    if (!segment) return;
    const bytes = file.bytes();
    if (bytes < (uncut.get(segment.name) ?? bytesMax)) return;
    uncut.delete(segment.name);
    bytesMax = segmentBytes(bytesIn(list.folder) + bytesOf(path));
    if (bytes < bytesMax) return;
    const middle = telemetry[Math.floor(telemetry.length / 2)]?.timestamp ?? segment.start;
    if (!cutSegment(list, segment, file, storedTime(middle))) uncut.set(segment.name, bytes * (1 + REGROWTH));
    for (const name of uncut.keys()) if (!list.segments.some((each) => each.name === name)) uncut.delete(name);
  };
}

/** Relative to the folder of `events.db`. */
const nameOf = (path: string, segment: Segment | undefined): string =>
  segment ? `${basename(folderOf(path))}/${segment.name}` : basename(path);

/** Begins a new segment at a time within this one and copies later records; false where there are too many. */
function cutSegment(list: SegmentList, segment: Segment, file: EventFile, at: number): boolean {
  if (at <= segment.start || at >= segment.end) return false;
  const moved = recordsFrom(file, { from: firstKeyAt(at), to: segment.to });
  if (!moved) return false;
  try {
    list.create(at, (next) => next.insertKeyed(moved));
    file.discount(moved.length);
    return true;
  } catch (error) {
    // The records are stored already; a full disk puts off the cut and nothing else.
    if (isDiskTrouble(error)) return false;
    throw error;
  }
}

/** Undefined where they are more than may move. */
function recordsFrom(file: EventFile, range: KeyRange): KeyedRecord[] | undefined {
  const moved: KeyedRecord[] = [];
  let chars = 0;
  for (const record of file.records(range, MOVED_RECORDS_MAX + 1)) {
    chars += record.json.length;
    if (moved.length === MOVED_RECORDS_MAX || chars > MOVED_CHARS_MAX) return undefined;
    moved.push(record);
  }
  return moved;
}

interface RemovalDeps extends SegmentWriterOptions {
  readonly files: OpenFiles;
  readonly list: SegmentList;
  readonly since: number;
}

function createRemoval({ files, list, path, clock, since, writeCounts }: RemovalDeps) {
  const mutex = createMutex();
  /** False where the segment was dropped meanwhile. */
  const drop = (segment: Segment): Promise<boolean> =>
    mutex(async () => {
      await writeCounts?.forget(nameOf(path, segment));
      if (!list.segments.some(({ name }) => name === segment.name)) return false;
      files.close(segment);
      removeEventFile(segment.path);
      list.refresh();
      return true;
    });
  /** False where a reader or a full disk prevents it, so that the file stays for now. */
  const emptyOutside = (): boolean => {
    if (!files.outside().checkpoint()) return false;
    const writes = files.outside().writes();
    files.closeOutside();
    try {
      replaceEventFile(path, (unfinished) => {
        const file = openEventFile(unfinished, { readonly: false });
        file.segmentsSince(() => since);
        file.continueWrites(writes);
        file.close();
      });
      return true;
    } catch (error) {
      if (isDiskTrouble(error)) return false;
      throw error;
    }
  };
  return {
    /** Removes what happened before this time: whole files at once, else at most `most` records. Returns how many. */
    async removeBefore(time: number, most: number): Promise<number> {
      let removed = 0;
      for (const segment of list.segments.filter(({ end }) => end <= time)) {
        removed += Math.max(1, files.open(segment)?.count() ?? 0);
        await drop(segment);
      }
      const key = firstKeyAt(time);
      const newest = files.outside().keys()?.to;
      const isOver = newest === undefined || newest < key;
      if (isOver && bytesOf(path) > REPLACED_BYTES_MIN && emptyOutside()) return removed + most;
      const boundary = list.segments.find(({ start, end }) => start < time && end > time);
      for (const file of [files.outside(), boundary && files.open(boundary)]) {
        if (removed < most) removed += file?.removeBefore(key, most - removed) ?? 0;
      }
      return removed;
    },
    /** Removes the oldest file that is not being written; undefined where there is none. */
    async dropOldest(): Promise<DroppedPart | undefined> {
      const bytes = bytesOf(path);
      const keys = files.outside().keys();
      // `events.db` is dropped once it is older than every segment and takes no new telemetry.
      if (keys && bytes > REPLACED_BYTES_MIN && clock.now() >= since) {
        const dropped = { bytes, from: timeOfKey(keys.from), to: timeOfKey(keys.to) };
        if (emptyOutside()) return dropped;
      }
      const [oldest] = list.segments;
      if (!oldest || list.segments.length === 1 || oldest.end > clock.now()) return undefined;
      const dropped = { bytes: bytesOf(oldest.path), from: oldest.start, to: oldest.end };
      return (await drop(oldest)) ? dropped : undefined;
    },
  };
}

/** Consecutive records of one segment each. */
function* divide(
  inOrder: readonly Telemetry[],
  segmentAt: (time: number) => Segment | undefined,
): Generator<[Segment | undefined, readonly Telemetry[]]> {
  for (let first = 0; first < inOrder.length; ) {
    const segment = segmentAt(storedTime((inOrder[first] as Telemetry).timestamp));
    let next = first + 1;
    const isSame = ({ timestamp }: Telemetry): boolean =>
      segment ? storedTime(timestamp) < segment.end : segmentAt(storedTime(timestamp)) === undefined;
    while (next < inOrder.length && isSame(inOrder[next] as Telemetry)) next += 1;
    yield [segment, inOrder.slice(first, next)];
    first = next;
  }
}

/** It goes on where the newest record's ended. */
function createCounter(files: OpenFiles): KeyCounter {
  const newest = files.segments().at(-1);
  const key = (newest && files.open(newest)?.keys()?.to) ?? files.outside().keys()?.to ?? 0n;
  return createKeyCounter(key);
}
