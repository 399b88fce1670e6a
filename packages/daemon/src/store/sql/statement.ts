import sqlTag, { empty, join, raw as rawTag, type Sql } from "sql-template-tag";
import type { EntityManager } from "typeorm";
import type { Database } from "./database.ts";

/**
 * SQL with its parameters: sql`select … where id = ${id}`. A value becomes a parameter, a nested `sql` becomes part of the
 * text. Texts of one shape are equal, so that the engine prepares them once.
 */
export const sql = sqlTag;
/** Text of the program as part of a statement: a name of a table, a constant bound. Never anything from outside. */
export const raw = (text: string | number): Sql => rawTag(String(text));
export { empty, join, type Sql };

export const isPostgres = ({ connection }: EntityManager): boolean => connection.options.type === "postgres";

/** Runs a statement. Returns its rows, which are none for a statement that returns nothing. Integers are numbers. */
export async function query<Row = unknown>(manager: EntityManager, statement: Sql): Promise<Row[]> {
  const text = isPostgres(manager) ? statement.text : statement.sql;
  return rowsOf(await manager.query(text, statement.values));
}

/** TypeORM answers UPDATE and DELETE with rows and a count on PostgreSQL, and with a count on SQLite. */
function rowsOf<Row>(answer: unknown): Row[] {
  const rows: unknown = Array.isArray(answer) && Array.isArray(answer[0]) ? answer[0] : answer;
  return Array.isArray(rows) ? rows : [];
}

/** The first row of a statement, or undefined. */
export const queryOne = async <Row>(manager: EntityManager, statement: Sql): Promise<Row | undefined> =>
  (await query<Row>(manager, statement))[0];

/** Runs a statement in a transaction of its own, and returns its rows. */
export const writeStatement = <Row = unknown>(database: Pick<Database, "write">, statement: Sql): Promise<Row[]> =>
  database.write((transaction) => query(transaction, statement));

/** The same for a statement that returns the rows that it changed; answers their number. */
export const countChanged = async (database: Pick<Database, "write">, statement: Sql): Promise<number> =>
  (await writeStatement(database, statement)).length;

/** The number of rows that `select 1 from …` finds. A limit in it bounds the cost. */
export const countFound = async (manager: EntityManager, found: Sql): Promise<number> =>
  (await queryOne<{ count: number }>(manager, sql`select count(*) as count from (${found}) as found`))?.count ?? 0;

/** Texts as one parameter, for sql`… in (${texts})`: a table that uses the index, for any number of texts. */
export const textTable = (manager: EntityManager, texts: readonly string[]): Sql =>
  isPostgres(manager)
    ? sql`select unnest(cast(${texts} as text[]))`
    : sql`select value from json_each(${JSON.stringify(texts)})`;

/** Rows as a table to select from, with one text for any number of rows. `types` are PostgreSQL's types of the columns. */
export const rowTable = (
  manager: EntityManager,
  types: readonly string[],
  rows: readonly (readonly unknown[])[],
): Sql =>
  isPostgres(manager)
    ? sql`select * from unnest(${join(types.map((type, column) => sql`cast(${rows.map((row) => row[column])} as ${raw(type)}[])`))})`
    : sql`select ${join(types.map((_, column) => raw(`value->>${column}`)))} from json_each(${JSON.stringify(rows)})`;
