import { rmSync } from "node:fs";
import Database from "better-sqlite3";
import { systemClock } from "../../kernel/clock.ts";
import type { Telemetry } from "../../model/telemetry.ts";
import { telemetryOf } from "../../model/telemetry-record.ts";
import { openEmbeddedQueue } from "../queue/embedded-queue.ts";
import { quickCheck } from "../sql/quick-check.ts";
import { openEventFile } from "../telemetry/sqlite/event-file.ts";
import { createKeyCounter } from "../telemetry/sqlite/event-keys.ts";
import { type CopiedTable, copyTable, copyTables, readSchema } from "./copy-tables.ts";
import { writeImage } from "./file-image.ts";
import { type LeafRow, leafRows, type StoredValue } from "./leaf-pages.ts";
import { addOrphanRows } from "./orphan-rows.ts";

export type RepairKind = "queue" | "database" | "archive";

export interface RepairedFile {
  /** True where nothing is known to be lost: what was damaged lay twice. */
  readonly isWhole: boolean;
  readonly tables: readonly CopiedTable[];
  /** Indices that what was recovered doesn't allow. */
  readonly leftOut: readonly string[];
}

/** Nothing of the file can be recovered. */
export class Irreparable extends Error {}

/** Writes what can be read of a damaged file and its WAL to a new file. `identity`: of a queue that lost its own. */
export async function repairFile(
  path: string,
  fresh: string,
  kind: RepairKind,
  identity?: string,
): Promise<RepairedFile> {
  for (const end of ["", "-wal", "-shm"]) rmSync(fresh + end, { force: true });
  const image = `${fresh}.image`;
  try {
    writeImage(path, image);
    if (quickCheck(image).length === 0) {
      await copyWhole(image, fresh);
      return { isWhole: true, tables: [], leftOut: [] };
    }
    if (kind === "queue") return { isWhole: false, ...repairQueue(image, fresh, identity), leftOut: [] };
    if (kind === "archive") return { isWhole: false, ...(await repairArchive(image, fresh)), leftOut: [] };
    return { isWhole: false, ...repairDatabase(image, fresh) };
  } finally {
    for (const end of ["", "-wal", "-shm"]) rmSync(image + end, { force: true });
  }
}

async function copyWhole(image: string, fresh: string): Promise<void> {
  const database = new Database(image, { readonly: true });
  await database.backup(fresh);
  database.close();
}

function repairDatabase(image: string, fresh: string) {
  const from = new Database(image);
  const to = new Database(fresh);
  try {
    const schema = readSchema(from);
    if (schema.length === 0) throw new Irreparable("its schema can't be read");
    to.pragma("journal_mode = WAL");
    // The tables that a full-text index consists of are copied like others.
    to.unsafeMode(true);
    const { tables, leftOut } = copyTables(from, to, schema);
    return { tables: addOrphanRows(image, from, to, tables), leftOut };
  } finally {
    to.close();
    from.close();
  }
}

const QUEUE_TABLES = ["identity", "service", "refusal", "answer", "claim", "sequence_gap", "database_gap"] as const;

function repairQueue(image: string, fresh: string, identity: string | undefined) {
  openEmbeddedQueue({ path: fresh, clock: systemClock, bytesMax: Number.MAX_SAFE_INTEGER }).close();
  const from = new Database(image);
  const to = new Database(fresh);
  try {
    const own = to.prepare("select id from identity").pluck().get() as string;
    to.exec("delete from identity");
    const tables = QUEUE_TABLES.map((name) => readableTable(from, to, name));
    to.prepare("insert or ignore into identity values (1, ?)").run(identity ?? own);
    tables.push(copyBatches(image, to));
    const sequence = readSequence(from);
    to.prepare("update sqlite_sequence set seq = max(seq, ?) where name = 'batch'").run(sequence);
    return { tables };
  } finally {
    to.close();
    from.close();
  }
}

function readableTable(from: Database.Database, to: Database.Database, name: string): CopiedTable {
  try {
    return copyTable(from, to, name);
  } catch {
    return { name, rows: 0, isWhole: false };
  }
}

function readSequence(from: Database.Database): number {
  try {
    return (from.prepare("select seq from sqlite_sequence where name = 'batch'").pluck().get() as number) ?? 0;
  } catch {
    return 0;
  }
}

/** Rows that were removed as consumed may come back; the start removes them again. */
function copyBatches(image: string, to: Database.Database): CopiedTable {
  const insert = to.prepare(
    "insert or ignore into batch (position, total, organization_id, events, bytes, payload) values (?, 0, ?, ?, ?, ?)",
  );
  let rows = 0;
  to.exec("begin");
  for (const row of leafRows(image)) {
    const batch = batchOf(row);
    if (batch) rows += insert.run(row.rowid, ...batch).changes;
  }
  to.exec("commit");
  return { name: "batch", rows, isWhole: false };
}

const isText = (value: StoredValue | undefined): value is string => typeof value === "string";
const isInteger = (value: StoredValue | undefined): value is bigint => typeof value === "bigint";

/** By the types of its columns, in the order of new files or of those that were upgraded. */
function batchOf({ rowid, values }: LeafRow): [string, bigint, bigint, Buffer] | undefined {
  if (values.length !== 6 || values[0] !== null || rowid <= 0n) return undefined;
  const rest = values.slice(2);
  const [organization, events, bytes, payload] = isText(rest[0]) ? rest : [rest[1], rest[2], rest[3], rest[0]];
  const isBatch = isText(organization) && isInteger(events) && isInteger(bytes) && Buffer.isBuffer(payload);
  return isBatch ? [organization, events, bytes, payload] : undefined;
}

const RECORDS_IN_STEP = 5_000;

/** The full-text index is rebuilt from the records. */
async function repairArchive(image: string, fresh: string) {
  const file = openEventFile(fresh, { readonly: false });
  const counter = createKeyCounter();
  let rows = 0;
  let step: Telemetry[] = [];
  const flush = (): void => {
    file.insert(step, counter);
    rows += step.length;
    step = [];
  };
  try {
    for (const row of leafRows(image)) {
      const telemetry = recordOf(row);
      if (telemetry) step.push(telemetry);
      if (step.length >= RECORDS_IN_STEP) flush();
    }
    flush();
  } finally {
    file.close();
  }
  return { tables: [{ name: "record", rows, isWhole: false }] };
}

const ID_BYTES = 16;

function recordOf({ values }: LeafRow): Telemetry | undefined {
  const [key, id, json] = values;
  if (values.length !== 3 || key !== null || !Buffer.isBuffer(id) || id.length !== ID_BYTES || !isText(json)) {
    return undefined;
  }
  try {
    const telemetry = telemetryOf(json);
    const isWhole =
      Number.isFinite(telemetry.timestamp) &&
      [telemetry.id, telemetry.organizationId, telemetry.service].every((text) => typeof text === "string") &&
      telemetry.id.replaceAll("-", "") === id.toString("hex");
    return isWhole ? telemetry : undefined;
  } catch {
    return undefined;
  }
}
