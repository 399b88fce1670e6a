import type { EntityManager, EntitySchema, FindOptionsWhere, ObjectLiteral } from "typeorm";

/** SQLite takes at most 32,766 parameters in a statement. */
const ROWS_IN_STATEMENT_MAX = 1000;

interface Conflict {
  /** Columns to overwrite, and the key that tells a conflict. */
  readonly overwrite?: { readonly columns: readonly string[]; readonly key: readonly string[] };
  readonly ignore?: boolean;
}

/** Inserts rows, in as many statements as their number asks for. */
export async function insertRows<Row extends ObjectLiteral>(
  transaction: EntityManager,
  table: EntitySchema<Row>,
  rows: readonly Partial<Row>[],
  conflict: Conflict = {},
): Promise<void> {
  for (const part of inParts(rows)) {
    // TypeORM's type for values walks into JSON columns and refuses `unknown`; the rows are typed by their table.
    const insert = transaction
      .createQueryBuilder()
      .insert()
      .into(table)
      .values(part as never);
    if (conflict.overwrite) insert.orUpdate([...conflict.overwrite.columns], [...conflict.overwrite.key]);
    else if (conflict.ignore) insert.orIgnore();
    await insert.updateEntity(false).execute();
  }
}

type Column = ReturnType<EntityManager["connection"]["getMetadata"]>["columns"][number];

function cellOf({ propertyName, transformer }: Column, row: ObjectLiteral): unknown {
  const value: unknown = row[propertyName];
  return transformer && !Array.isArray(transformer) ? (transformer.to(value) as unknown) : value;
}

/**
 * Inserts rows in one statement, whose text is the same for any number of them: it is prepared once, and costs a tenth of
 * what `insertRows` does where there are few.
 */
export async function insertMany<Row extends ObjectLiteral>(
  transaction: EntityManager,
  table: EntitySchema<Row>,
  rows: readonly Partial<Row>[],
): Promise<void> {
  if (rows.length === 0) return;
  const { tableName, columns } = transaction.connection.getMetadata(table);
  const written = columns.filter(({ isGenerated }) => !isGenerated);
  const cells = rows.map((row) => written.map((column) => cellOf(column, row)));
  const types = written.map(({ type }) => String(type));
  const { sql, values } = rowTable(transaction, types, cells);
  const names = written.map(({ databaseName }) => databaseName).join(", ");
  await transaction.query(place(transaction, `insert into ${tableName} (${names}) ${sql}`), values);
}

/**
 * One row by columns that tell it: `findOneBy`, at a fifth of what it costs, for what is asked with nearly every request.
 * Of several, the one with the highest value of the column `newest`.
 */
export async function readRow<Row extends ObjectLiteral>(
  manager: EntityManager,
  table: EntitySchema<Row>,
  where: Readonly<Record<string, string | number>>,
  newest?: string,
): Promise<Row | undefined> {
  const { tableName, columns } = manager.connection.getMetadata(table);
  const conditions = Object.keys(where).map((column) => `${column} = ?`);
  const last = newest === undefined ? "" : `order by ${newest} desc limit 1`;
  const sql = place(manager, `select * from ${tableName} where ${conditions.join(" and ")} ${last}`);
  const [found] = (await manager.query(sql, Object.values(where))) as Record<string, unknown>[];
  if (!found) return undefined;
  const fields = columns.map(({ propertyName, databaseName, transformer }) => {
    const value = found[databaseName];
    return [propertyName, transformer && !Array.isArray(transformer) ? (transformer.from(value) as unknown) : value];
  });
  return Object.fromEntries(fields) as Row;
}

/** A row without the columns that only the store uses. */
export const withoutColumns = <Row extends object, Column extends keyof Row & string>(
  row: Row,
  columns: readonly Column[],
): Omit<Row, Column> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name as Column))) as Omit<Row, Column>;

/** Sets these fields of the rows that are so. */
export async function updateRows<Row extends ObjectLiteral>(
  transaction: EntityManager,
  table: EntitySchema<Row>,
  where: FindOptionsWhere<Row>,
  fields: Partial<Row>,
): Promise<void> {
  // As for what is inserted: TypeORM's type refuses what is in JSON columns.
  const update = transaction
    .createQueryBuilder()
    .update(table)
    .set(fields as never);
  await update.where(where).updateEntity(false).execute();
}

/** Sets all that is given of one row: `updateRows`, in a statement whose text is the same for every row, as `readRow`. */
export async function updateRow<Row extends ObjectLiteral>(
  transaction: EntityManager,
  table: EntitySchema<Row>,
  where: Readonly<Record<string, string | number>>,
  fields: Partial<Row>,
): Promise<void> {
  const { tableName, columns } = transaction.connection.getMetadata(table);
  const given = columns.filter(({ propertyName }) => fields[propertyName] !== undefined);
  const values = given.map((column) => cellOf(column, fields));
  const [set, conditions] = [given.map(({ databaseName }) => databaseName), Object.keys(where)].map((names) =>
    names.map((name) => `${name} = ?`),
  ) as [string[], string[]];
  const sql = `update ${tableName} set ${set.join(", ")} where ${conditions.join(" and ")}`;
  await transaction.query(place(transaction, sql), [...values, ...Object.values(where)]);
}

export function* inParts<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_IN_STATEMENT_MAX) {
    yield rows.slice(start, start + ROWS_IN_STATEMENT_MAX);
  }
}

/** Question marks as the engine wants its parameters. */
export function place(manager: EntityManager, sql: string): string {
  if (manager.connection.options.type !== "postgres") return sql;
  let number = 0;
  return sql.replace(/\?/g, () => `$${++number}`);
}

/**
 * Texts as one parameter, for `in (${sql})`: as a table of its own, so that each is looked up in the index, and their
 * number is not bounded by that of parameters.
 */
export const textList = (manager: EntityManager, values: readonly string[]): { sql: string; value: unknown } =>
  manager.connection.options.type === "postgres"
    ? { sql: "select unnest(cast(? as text[]))", value: values }
    : { sql: "select value from json_each(?)", value: JSON.stringify(values) };

/** Rows as a table to select from, of one text for any number of them; PostgreSQL is told the types of the columns. */
export const rowTable = (
  manager: EntityManager,
  types: readonly string[],
  rows: readonly (readonly unknown[])[],
): { sql: string; values: unknown[] } =>
  manager.connection.options.type === "postgres"
    ? {
        sql: `select * from unnest(${types.map((type) => `cast(? as ${type}[])`).join(", ")})`,
        values: types.map((_, column) => rows.map((row) => row[column])),
      }
    : {
        sql: `select ${types.map((_, column) => `value->>${column}`).join(", ")} from json_each(?)`,
        values: [JSON.stringify(rows)],
      };

/** TypeORM answers a raw DELETE … RETURNING with the rows on SQLite, with rows and a count on PostgreSQL. */
export const rowCount = (answer: unknown): number => {
  const rows = Array.isArray(answer) && Array.isArray(answer[0]) ? (answer[0] as unknown[]) : answer;
  return Array.isArray(rows) ? rows.length : 0;
};

/** Of the rows of a table that were written first, in the order of their times, those from before a time go; answers how many. */
export async function deleteFirstBefore(
  manager: EntityManager,
  { table, time }: { readonly table: string; readonly time: string },
  before: number,
  most: number,
): Promise<number> {
  const gone = await manager.query(
    place(
      manager,
      `delete from ${table} where seq in (
         select seq from (select seq, ${time} from ${table} order by seq limit ?) as first
         where ${time} < ?) returning seq`,
    ),
    [most, before],
  );
  return rowCount(gone);
}
