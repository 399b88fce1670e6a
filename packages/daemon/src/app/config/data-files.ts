import { lstatSync, readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { isSegmentName, listSegments } from "../../store/telemetry/sqlite/segment-files.ts";

/** The embedded queue; with RabbitMQ, the spool. */
export const QUEUE_FILE = "queue.db";
export const DATABASE_FILE = "tocsin.db";

/** The archive's first file, beside a folder of segments. */
export const ARCHIVE_FILE = "events.db";
const ARCHIVE_FOLDER = "events";

/**
 * SQLite files of a data directory, in the order of a backup's snapshots. The queue comes first. The worker deletes
 * only consumed batches, so a batch missing from a later snapshot of the database is still in the queue's. The archive
 * comes last: it is written before the position moves, and stores a repeated event once.
 */
const DATABASES = [QUEUE_FILE, DATABASE_FILE];
/** With PostgreSQL, other files may remain from an earlier setup. */
const DATABASES_WITH_POSTGRES = [QUEUE_FILE];

const FILES = [`${QUEUE_FILE}.starts`, "audit-log-keyed", "jwt-secret", "secret-key"];
const FOLDERS = [`${QUEUE_FILE}.damaged`, "probe-output"];
/** Files that SQLite creates beside a database; they belong to one state of it. */
export const COMPANIONS = ["-wal", "-shm", "-journal"];

/** True for a SQLite file and for its companions. */
export const isSqliteFile = (name: string): boolean => /\.db(-wal|-shm|-journal)?$/.test(name);

export type DatabaseKind = "sqlite" | "postgres";

/** The existing SQLite files, relative to the data directory. */
export const databaseFiles = (dataDir: string, kind: DatabaseKind): string[] => [
  ...(kind === "sqlite" ? DATABASES : DATABASES_WITH_POSTGRES).filter((name) => isFile(join(dataDir, name))),
  ...(kind === "sqlite" ? archiveFiles(dataDir) : []),
];

/** Files of the archive, ordered by time. A running daemon adds segments and drops the oldest. */
export const archiveFiles = (dataDir: string): string[] => [
  ...(isFile(join(dataDir, ARCHIVE_FILE)) ? [ARCHIVE_FILE] : []),
  ...listSegments(join(dataDir, ARCHIVE_FOLDER)).map(({ name }) => `${ARCHIVE_FOLDER}/${name}`),
];

export const isArchiveFile = (path: string): boolean => path === ARCHIVE_FILE || path.startsWith(`${ARCHIVE_FOLDER}/`);

/** The other existing files of a backup, relative to the data directory. */
export const plainFiles = (dataDir: string): string[] => [
  ...FILES.filter((name) => isFile(join(dataDir, name))),
  ...FOLDERS.flatMap((folder) => filesBelow(dataDir, folder)),
];

/** Entries of the data directory that a restore replaces, including SQLite's companions. */
export const dataEntries = (dataDir: string, kind: DatabaseKind): string[] =>
  [
    ...(kind === "sqlite" ? [...DATABASES, ARCHIVE_FILE] : DATABASES_WITH_POSTGRES).flatMap((name) => [
      name,
      ...COMPANIONS.map((companion) => name + companion),
    ]),
    ...(kind === "sqlite" ? [ARCHIVE_FOLDER] : []),
    ...FILES,
    ...FOLDERS,
  ].filter((name) => lstatSync(join(dataDir, name), { throwIfNoEntry: false }) !== undefined);

/** True for a path that a backup may hold; a manifest may have been tampered with. */
export function isDataFile(path: string): boolean {
  const [first = "", ...rest] = path.split("/");
  if (rest.length === 0) return DATABASES.includes(first) || first === ARCHIVE_FILE || FILES.includes(first);
  if (first === ARCHIVE_FOLDER) return rest.length === 1 && isSegmentName(rest[0] as string);
  return FOLDERS.includes(first) && rest.every((part) => /^[\w-][\w.-]*$/.test(part));
}

const isFile = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

function filesBelow(dataDir: string, folder: string): string[] {
  if (!lstatSync(join(dataDir, folder), { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(join(dataDir, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dataDir.length + 1))
    .map((path) => path.replaceAll(sep, "/"))
    .filter(isDataFile);
}
