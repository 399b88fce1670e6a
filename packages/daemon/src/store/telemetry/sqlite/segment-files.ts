import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DAY_MS } from "../../../kernel/clock.ts";
import { randomId } from "../../../kernel/ids.ts";
import { syncFolder } from "../../../kernel/sync-file.ts";
import { firstKeyAt, type KeyRange } from "./event-keys.ts";

/**
 * The archive's files: a folder of segments, and `events.db` beside it, for telemetry of earlier versions and of days too
 * far from today. A segment holds the records from the time in its name up to the next segment or the end of its day
 * (UTC). A name is never used again: SQLite must not find the write-ahead log of an older file.
 */
export interface Segment extends KeyRange {
  readonly name: string;
  readonly path: string;
  /** Milliseconds; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

const SEGMENT = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(\d{3})Z-[0-9a-f]{8}\.db$/;
const UNFINISHED = /^new-/;
const DROPPED = /\.dropped$/;
const LOGS = ["-wal", "-shm"] as const;

export const folderOf = (path: string): string => path.replace(/\.db$/, "");

/** The day, in whole days since 1970. */
export const dayOf = (time: number): number => Math.floor(time / DAY_MS);

export const isSegmentName = (name: string): boolean => startOf(name) !== undefined;

/** Segments in the order of time. */
export function listSegments(folder: string): Segment[] {
  return segmentsNamed(folder, namesIn(folder));
}

function segmentsNamed(folder: string, names: readonly string[]): Segment[] {
  const starts = names.flatMap((name) => {
    const start = startOf(name);
    return start === undefined ? [] : [{ name, start }];
  });
  starts.sort((a, b) => a.start - b.start || (a.name < b.name ? -1 : 1));
  return starts.map(({ name, start }, index) => {
    const end = Math.min(starts[index + 1]?.start ?? Number.POSITIVE_INFINITY, (dayOf(start) + 1) * DAY_MS);
    return { name, path: join(folder, name), start, end, from: firstKeyAt(start), to: firstKeyAt(end) - 1n };
  });
}

function startOf(name: string): number | undefined {
  const [match, year, month, day, hour, minute, second, ms] = SEGMENT.exec(name) ?? [];
  if (match === undefined) return undefined;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return Number.isNaN(time) ? undefined : time;
}

/** Makes a segment: `prepare` fills a file that nobody sees before it is whole. */
export function createSegment(folder: string, start: number, prepare: (path: string) => void): void {
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) syncFolder(dirname(folder));
  const id = randomId().slice(0, 8);
  const unfinished = join(folder, `new-${id}.db`);
  try {
    prepare(unfinished);
    renameSync(unfinished, join(folder, `${new Date(start).toISOString().replaceAll(/[-:.]/g, "")}-${id}.db`));
  } catch (error) {
    removeWithLogs(unfinished);
    throw error;
  }
  syncFolder(folder);
}

/** Gives the space back as soon as no other thread reads the file any more. */
export function removeEventFile(path: string): void {
  const dropped = `${path}.dropped`;
  renameSync(path, dropped);
  for (const log of LOGS) rmSync(path + log, { force: true });
  rmSync(dropped, { force: true });
}

/** Replaces a closed file by an empty one. Its log goes first. A reader with the old file open keeps reading that. */
export function replaceEventFile(path: string, prepare: (path: string) => void): void {
  const unfinished = join(dirname(path), `${basename(path)}.new`);
  removeWithLogs(unfinished);
  prepare(unfinished);
  for (const log of LOGS) rmSync(path + log, { force: true });
  renameSync(unfinished, path);
  syncFolder(dirname(path));
}

/** Removes what an interrupted creation or removal left. */
export function removeLeftovers(folder: string): void {
  const names = namesIn(folder);
  for (const name of names) {
    const isOrphan = LOGS.some((log) => name.endsWith(log) && !existsSync(join(folder, name.slice(0, -log.length))));
    if (UNFINISHED.test(name) || DROPPED.test(name) || isOrphan) rmSync(join(folder, name), { force: true });
  }
}

/** Bytes that a file takes on the disk, its logs included. */
export function bytesOf(path: string): number {
  return ["", ...LOGS].reduce((sum, suffix) => sum + sizeOf(path + suffix), 0);
}

export function bytesIn(folder: string): number {
  return namesIn(folder).reduce((sum, name) => sum + sizeOf(join(folder, name)), 0);
}

/** Tells a file from one that took its place. */
export const identityOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function removeWithLogs(path: string): void {
  for (const suffix of ["", ...LOGS]) rmSync(path + suffix, { force: true });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return [];
    throw error;
  }
}
