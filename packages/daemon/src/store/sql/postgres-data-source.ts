import { DataSource } from "typeorm";
import { LossTolerantClient, TimeLimitedClient, timeLimits } from "./postgres-client.ts";
import { KEEP_ALIVE, onConnect } from "./postgres-pool.ts";
import type { SourceOptions } from "./sqlite-data-source.ts";

const CONNECT_TIMEOUT_MS = 10_000;

export interface PostgresSourceOptions extends SourceOptions {
  readonly url: string;
  readonly connectionsMax: number;
}

/** A migration takes as long as it takes. */
const PATIENT = { Client: LossTolerantClient };

const timeLimited = (isReadOnly: boolean) => ({
  Client: TimeLimitedClient,
  ...onConnect({ ...timeLimits(), ...(isReadOnly ? { default_transaction_read_only: "on" } : {}) }),
});

export const postgresSource = ({
  url,
  connectionsMax,
  isReadOnly = false,
  entities = [],
  migrations,
}: PostgresSourceOptions): DataSource =>
  new DataSource({
    extra: { ...KEEP_ALIVE, ...(migrations === undefined ? timeLimited(isReadOnly) : PATIENT) },
    type: "postgres",
    url,
    entities: [...entities],
    ...(migrations === undefined ? {} : { migrations }),
    applicationName: "tocsin",
    poolSize: connectionsMax,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
  });
