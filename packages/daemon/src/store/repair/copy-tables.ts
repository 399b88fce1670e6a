import type Database from "better-sqlite3";

export interface CopiedTable {
  readonly name: string;
  readonly rows: number;
  /** False where some of it couldn't be read. */
  readonly isWhole: boolean;
}

interface SchemaEntry {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

const VIRTUAL = /^create virtual table/i;

/** Names that SQLite makes itself. */
const OWN = /^sqlite_/;

/** The schema of the damaged file; empty where its page can't be read. */
export function readSchema(from: Database.Database): readonly SchemaEntry[] {
  try {
    return from.prepare("select type, name, sql from sqlite_schema").all() as SchemaEntry[];
  } catch {
    return [];
  }
}

/** Makes the tables, copies each as far as it can be read from both ends, then makes indices and triggers. */
export function copyTables(
  from: Database.Database,
  to: Database.Database,
  schema: readonly SchemaEntry[],
): { readonly tables: readonly CopiedTable[]; readonly leftOut: readonly string[] } {
  const tables = schema.filter(({ type, name, sql }) => type === "table" && sql !== null && !OWN.test(name));
  const indices = tables.filter(({ sql }) => VIRTUAL.test(sql as string));
  for (const { sql } of indices) to.exec(sql as string);
  const isPartOf = (index: SchemaEntry, name: string): boolean => name.startsWith(`${index.name}_`);
  const ordinary = tables.filter((table) => !indices.includes(table));
  for (const { name, sql } of ordinary) {
    // A full-text index makes the tables that it consists of, and puts its first rows into them.
    if (indices.some((index) => isPartOf(index, name))) to.exec(`delete from ${quoted(name)}`);
    else to.exec(sql as string);
  }
  const copied = ordinary.map(({ name }) => copyTable(from, to, name));
  for (const index of indices) {
    if (copied.every(({ name, isWhole }) => isWhole || !isPartOf(index, name))) continue;
    to.exec(`drop table ${quoted(index.name)}`);
    to.exec(index.sql as string);
    copied.push({ name: index.name, rows: 0, isWhole: false });
  }
  copySequences(from, to);
  const leftOut = schema.filter(
    ({ type, sql }) => type !== "table" && sql !== null && !hasSucceeded(() => to.exec(sql)),
  );
  return { tables: copied, leftOut: leftOut.map(({ name }) => name) };
}

/** Copies into a table that is there, without what is in it already. */
export function copyTable(from: Database.Database, to: Database.Database, name: string): CopiedTable {
  const columns = columnsOf(to, name).toSorted((one, other) => one.pk - other.pk);
  const names = columns.map((column) => quoted(column.name)).join(", ");
  const keys = columns.filter(({ pk }) => pk > 0).map((column) => quoted(column.name));
  const key = keys.length > 0 ? keys : ["rowid"];
  const insert = to.prepare(
    `insert or ignore into ${quoted(name)} (${names}) values (${columns.map(() => "?").join(", ")})`,
  );
  let rows = 0;
  const read = (direction: "asc" | "desc"): boolean => {
    const order = key.map((column) => `${column} ${direction}`).join(", ");
    try {
      const found = from
        .prepare(`select ${names} from ${quoted(name)} order by ${order}`)
        .raw()
        .safeIntegers();
      for (const row of found.iterate()) rows += insert.run(...(row as unknown[])).changes;
      return true;
    } catch {
      return false;
    }
  };
  to.exec("begin");
  const isWhole = read("asc");
  if (!isWhole) read("desc");
  to.exec("commit");
  return { name, rows, isWhole };
}

function copySequences(from: Database.Database, to: Database.Database): void {
  hasSucceeded(() => {
    const found = from.prepare("select name, seq from sqlite_sequence").raw().all() as [string, number][];
    for (const [name, seq] of found) {
      to.prepare("delete from sqlite_sequence where name = ?").run(name);
      to.prepare("insert into sqlite_sequence (name, seq) values (?, ?)").run(name, seq);
    }
  });
}

function hasSucceeded(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/** A row of `pragma table_info`. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  /** The place in the primary key, from 1; 0 for none. */
  readonly pk: number;
}

export const columnsOf = (database: Database.Database, table: string): readonly Column[] =>
  database.pragma(`table_info(${quoted(table)})`) as Column[];

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
