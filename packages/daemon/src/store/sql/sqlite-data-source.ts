import { DataSource, type DataSourceOptions, type EntitySchema } from "typeorm";
import { LOG_BYTES_KEPT } from "./open-sqlite.ts";

const BUSY_TIMEOUT_MS = 5000;

export interface SqliteSourceOptions {
  readonly path: string;
  /** Default: false. */
  readonly isReadOnly?: boolean;
  /** Default: none. */
  readonly entities?: readonly EntitySchema[];
  /** Default: none. */
  readonly migrations?: DataSourceOptions["migrations"];
}

export function sqliteSource({
  path,
  isReadOnly = false,
  entities = [],
  migrations = [],
}: SqliteSourceOptions): DataSource {
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

/**
 * For SQLite TypeORM writes numbers into the SQL, and dates are numbers here: hardly a statement was like the one before,
 * and each was compiled anew. An integer that is bound as a BigInt means the same to SQLite as one that is written.
 */
function bindIntegers({ driver }: DataSource): void {
  const write = driver.escapeQueryWithParameters.bind(driver);
  driver.escapeQueryWithParameters = (sql, parameters) => {
    const given = Object.entries(parameters);
    if (given.length > BOUND_MAX) return write(sql, parameters);
    const bound = given.map(([name, value]) => [name, Number.isSafeInteger(value) ? BigInt(value) : value]);
    return write(sql, Object.fromEntries(bound));
  };
}
