import type { DataSource, EntityManager, EntitySchema } from "typeorm";
import { createMutex } from "../../kernel/mutex.ts";
import type { AuditKey } from "../../remediate/audit/audit-chain.ts";
import type { PostgresSourceOptions } from "./postgres-data-source.ts";
import { sqliteSource } from "./sqlite-data-source.ts";
import { newWriteTurns, type WriteTurns, writeTurns } from "./write-lock.ts";
import { createWriteWatch } from "./write-watch.ts";

export type DatabaseTarget = {
  /** The key of the audit log; needed only to write or check it. */
  readonly auditKey?: AuditKey;
} & (
  | {
      readonly kind: "sqlite";
      readonly path: string;
      /** Of the process, where several of its threads write the file (`newWriteTurns`). */
      readonly turns?: SharedArrayBuffer | undefined;
    }
  | {
      readonly kind: "postgres";
      readonly url: string;
      /** Default: 10. */
      readonly connectionsMax?: number | undefined;
    }
);

/** The database of incidents and all that hangs on them, on either engine. */
export interface Database {
  readonly kind: DatabaseTarget["kind"];
  /** Sees only what is committed. */
  readonly reader: EntityManager;
  /**
   * One transaction; what it throws rolls it back. Inside, use query builders and `query`, never `save`,
   * which would begin a transaction of its own.
   */
  write<Result>(work: (transaction: EntityManager) => Promise<Result>): Promise<Result>;
  /** Why nothing can be written now, as far as the last write knows. */
  unwritable(): string | undefined;
  close(): Promise<void>;
}

const POOL_CONNECTIONS_MAX = 10;

/** The tables that TypeORM knows, and a hook for each connection. */
export interface Schema {
  readonly entities: readonly EntitySchema[];
  readonly onOpen: (source: DataSource) => void;
}

export async function openWithSchema(target: DatabaseTarget, schema: Schema): Promise<Database> {
  return target.kind === "sqlite"
    ? openSqliteDatabase(target, schema, writeTurns(target.turns ?? newWriteTurns()))
    : openPostgresDatabase(target, schema);
}

/** Only to read from, beside whatever daemon is at work on it. Its schema is taken as it is. */
export async function openReaderWithSchema(
  target: DatabaseTarget,
  { entities, onOpen }: Schema,
): Promise<Pick<Database, "reader"> & { close(): Promise<void> }> {
  const source =
    target.kind === "sqlite"
      ? sqliteSource({ path: target.path, isReadOnly: true, entities })
      : await postgresSource({ url: target.url, connectionsMax: 2, isReadOnly: true, entities });
  await source.initialize();
  onOpen(source);
  return { reader: source.manager, close: () => source.destroy() };
}

/** pg and TLS are loaded only where PostgreSQL is used. */
export const postgresSource = async (options: PostgresSourceOptions): Promise<DataSource> =>
  (await import("./postgres-data-source.ts")).postgresSource(options);

type Opened<Kind extends DatabaseTarget["kind"]> = Extract<DatabaseTarget, { readonly kind: Kind }>;

/**
 * TypeORM has one connection a data source here, and transactions that overlap on it would run into each
 * other: writes stand in a queue, and reads have a connection of their own.
 */
async function openSqliteDatabase(
  { path }: Opened<"sqlite">,
  { entities, onOpen }: Schema,
  turns: WriteTurns,
): Promise<Database> {
  const writer = await sqliteSource({ path, entities }).initialize();
  const reader = await sqliteSource({ path, isReadOnly: true, entities }).initialize();
  for (const source of [writer, reader]) onOpen(source);
  const writes = createWriteWatch();
  const mutex = createMutex();

  const transact = async <Result>(work: (transaction: EntityManager) => Promise<Result>): Promise<Result> => {
    const runner = writer.createQueryRunner();
    // Not deferred: another process' or thread's commit between our first read and write would fail us.
    await runner.query("begin immediate");
    try {
      const result = await work(runner.manager);
      await runner.query("commit");
      return result;
    } catch (error) {
      // A full disk has rolled back by itself; that there is nothing to roll back must not hide it.
      await runner.query("rollback").catch(() => undefined);
      throw error;
    }
  };
  return {
    kind: "sqlite",
    reader: reader.manager,
    write: (work) =>
      mutex(async () => {
        const end = await turns.take();
        return writes.watch(transact(work)).finally(end);
      }),
    unwritable: writes.problem,
    async close() {
      await mutex(async () => undefined);
      await reader.destroy();
      await writer.destroy();
    },
  };
}

async function openPostgresDatabase(target: Opened<"postgres">, { entities, onOpen }: Schema): Promise<Database> {
  const { url, connectionsMax = POOL_CONNECTIONS_MAX } = target;
  const source = await postgresSource({ url, connectionsMax, entities });
  await source.initialize();
  onOpen(source);
  const writes = createWriteWatch();
  return {
    kind: "postgres",
    reader: source.manager,
    write: (work) => writes.watch(source.transaction(work)),
    unwritable: writes.problem,
    close: () => source.destroy(),
  };
}
