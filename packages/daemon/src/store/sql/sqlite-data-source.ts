import { DataSource, type DataSourceOptions, type EntitySchema } from "typeorm";
import { LOG_BYTES_KEPT } from "./open-sqlite.ts";

const BUSY_TIMEOUT_MS = 5000;

export interface SourceOptions {
  readonly isReadOnly?: boolean;
  readonly entities?: readonly EntitySchema[];
  readonly migrations?: DataSourceOptions["migrations"];
}

export function sqliteSource({
  path,
  isReadOnly = false,
  entities = [],
  migrations = [],
}: SourceOptions & { readonly path: string }): DataSource {
  const source = new DataSource({
    type: "better-sqlite3",
    database: path,
    entities: [...entities],
    migrations,
    enableWAL: !isReadOnly,
    prepareDatabase: (database: { pragma(sql: string): unknown }) => {
      database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
      database.pragma("synchronous = FULL");
      database.pragma(`journal_size_limit = ${LOG_BYTES_KEPT}`);
      if (isReadOnly) database.pragma("query_only = ON");
    },
  });
  bindIntegers(source);
  return source;
}

/** Longer statements write many rows. Their numbers would count toward SQLite's limit of 32,766 parameters. */
const BOUND_MAX = 100;

/** TypeORM writes numbers into the SQL for SQLite, so that each statement was compiled again. This binds them. */
function bindIntegers({ driver }: DataSource): void {
  const write = driver.escapeQueryWithParameters.bind(driver);
  driver.escapeQueryWithParameters = (sql, parameters) => {
    const given = Object.entries(parameters);
    if (given.length > BOUND_MAX) return write(sql, parameters);
    const bound = given.map(([name, value]) => [name, Number.isSafeInteger(value) ? BigInt(value) : value]);
    return write(sql, Object.fromEntries(bound));
  };
}
