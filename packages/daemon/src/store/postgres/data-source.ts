import { DataSource, type DataSourceOptions } from "typeorm";
import { tables } from "../table-list.ts";
import { LossTolerantClient } from "./client.ts";
import { KEEP_ALIVE, onConnect } from "./pool.ts";

const CONNECT_TIMEOUT_MS = 10_000;
const READ_ONLY = onConnect({ default_transaction_read_only: "on" });

export interface PostgresSourceOptions {
  readonly url: string;
  readonly connectionsMax: number;
  /** Default: false. */
  readonly isReadOnly?: boolean;
  /** Default: none. */
  readonly migrations?: DataSourceOptions["migrations"];
}

export const postgresSource = ({
  url,
  connectionsMax,
  isReadOnly = false,
  migrations = [],
}: PostgresSourceOptions): DataSource =>
  new DataSource({
    extra: { Client: LossTolerantClient, ...KEEP_ALIVE, ...(isReadOnly ? READ_ONLY : {}) },
    type: "postgres",
    url,
    entities: tables,
    migrations,
    applicationName: "tocsin",
    poolSize: connectionsMax,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
  });
