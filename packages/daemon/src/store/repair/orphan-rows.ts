import type Database from "better-sqlite3";
import { type Column, type CopiedTable, columnsOf, quoted } from "./copy-tables.ts";
import { freePages } from "./file-header.ts";
import { leafRows, type StoredValue } from "./leaf-pages.ts";

/**
 * Adds rows whose page can't be reached from the root of its table. A leaf page doesn't name its table. So pages of
 * tables that could be read are left out, and the rest must fit the columns of exactly one damaged table.
 */
export function addOrphanRows(
  image: string,
  from: Database.Database,
  to: Database.Database,
  copied: readonly CopiedTable[],
): readonly CopiedTable[] {
  const damaged = copied.filter(({ isWhole }) => !isWhole).map(({ name }) => ({ name, columns: columnsOf(to, name) }));
  if (damaged.length === 0) return copied;
  const taken = takenPages(
    image,
    from,
    copied.filter(({ isWhole }) => isWhole).map(({ name }) => name),
  );
  const added = new Map<string, number>();
  to.exec("begin");
  for (const { rowid, values } of leafRows(image, taken)) {
    const [table, ...others] = damaged.filter(({ columns }) => fits(columns, values));
    if (table === undefined || others.length > 0) continue;
    added.set(table.name, (added.get(table.name) ?? 0) + insert(to, table, rowid, values));
  }
  to.exec("commit");
  return copied.map((table) => ({ ...table, rows: table.rows + (added.get(table.name) ?? 0) }));
}

/** Pages of whole tables, and those that SQLite has freed. */
function takenPages(image: string, from: Database.Database, whole: readonly string[]): ReadonlySet<number> {
  const taken = new Set(freePages(image));
  const pages = from.prepare("select pageno from dbstat where name = ?").pluck();
  for (const name of [...whole, "sqlite_schema", "sqlite_sequence"]) {
    try {
      for (const page of pages.iterate(name)) taken.add(page as number);
    } catch {
      // Its rows fit none of the damaged tables, or are there already.
    }
  }
  return taken;
}

const isRowid = ({ type, pk }: Column): boolean => pk > 0 && type.toLowerCase() === "integer";

function fits(columns: readonly Column[], values: readonly StoredValue[]): boolean {
  return (
    columns.length === values.length &&
    columns.every((column, index) => {
      const value = values[index] as StoredValue;
      if (value === null) return column.notnull === 0 || isRowid(column);
      if (/text/i.test(column.type)) return typeof value === "string";
      if (/int/i.test(column.type)) return typeof value === "bigint" && !isRowid(column);
      return true;
    })
  );
}

function insert(
  to: Database.Database,
  { name, columns }: { readonly name: string; readonly columns: readonly Column[] },
  rowid: bigint,
  values: readonly StoredValue[],
): number {
  const placeholders = columns.map(() => "?").join(", ");
  const given = columns.map((column, index) => (isRowid(column) ? rowid : values[index]));
  return to.prepare(`insert or ignore into ${quoted(name)} values (${placeholders})`).run(...given).changes;
}
