import { DataSource, type DataSourceOptions } from "typeorm";
import { tables } from "../table-list.ts";
import { LOG_BYTES_KEPT } from "./open.ts";

const BUSY_TIMEOUT_MS = 5000;

export interface SqliteSourceOptions {
  readonly path: string;
  /** Default: false. */
  readonly isReadOnly?: boolean;
  /** Default: none. */
  readonly migrations?: DataSourceOptions["migrations"];
}

export const sqliteSource = ({ path, isReadOnly = false, migrations = [] }: SqliteSourceOptions): DataSource =>
  new DataSource({
    type: "better-sqlite3",
    database: path,
    entities: tables,
    migrations,
    enableWAL: !isReadOnly,
    prepareDatabase: (database: { pragma(sql: string): unknown }) => {
      database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
      database.pragma("synchronous = FULL");
      database.pragma(`journal_size_limit = ${LOG_BYTES_KEPT}`);
      if (isReadOnly) database.pragma("query_only = ON");
    },
  });
