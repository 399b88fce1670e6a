import type { DataSource, EntityManager, EntitySchema } from "typeorm";
import { createMutex } from "../../kernel/mutex.ts";
import type { AuditKey } from "../../remediate/audit/audit-chain.ts";
import type { PostgresSourceOptions } from "./postgres-data-source.ts";
import { sqliteSource } from "./sqlite-data-source.ts";
import { createWriteLock, newLockMemory, type WriteLock } from "./write-lock.ts";
import { createWriteWatch } from "./write-watch.ts";

export type DatabaseTarget = {
  /** The key of the audit log; needed only to write or check it. */
  readonly auditKey?: AuditKey;
} & (
  | {
      readonly kind: "sqlite";
      readonly path: string;
      /** The memory of the process's write lock, where several of its threads write the file. */
      readonly writeLock?: SharedArrayBuffer | undefined;
    }
  | {
      readonly kind: "postgres";
      readonly url: string;
      /** Default: 10. */
      readonly connectionsMax?: number | undefined;
    }
);

/** The database of incidents and everything else but telemetry and the queue, on either engine. */
export interface Database {
  readonly kind: DatabaseTarget["kind"];
  /** Sees only what is committed. */
  readonly reader: EntityManager;
  /** One transaction; an error rolls it back. Never use `save` in it, which would begin one of its own. */
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
    ? openSqliteDatabase(target, schema, createWriteLock(target.writeLock ?? newLockMemory()))
    : openPostgresDatabase(target, schema);
}

/** For reading only, beside a running daemon. The schema is not changed. */
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

/** A data source has one connection, on which transactions must not overlap: writes are queued, reads have their own. */
async function openSqliteDatabase(
  { path }: Opened<"sqlite">,
  { entities, onOpen }: Schema,
  lock: WriteLock,
): Promise<Database> {
  const writer = await sqliteSource({ path, entities }).initialize();
  const reader = await sqliteSource({ path, isReadOnly: true, entities }).initialize();
  for (const source of [writer, reader]) onOpen(source);
  const writes = createWriteWatch();
  const mutex = createMutex();

  const transact = async <Result>(work: (transaction: EntityManager) => Promise<Result>): Promise<Result> => {
    const runner = writer.createQueryRunner();
    // Not deferred: a commit of another process or thread between our first read and write would fail the transaction.
    await runner.query("begin immediate");
    try {
      const result = await work(runner.manager);
      await runner.query("commit");
      return result;
    } catch (error) {
      // A full disk has rolled back already; the failed rollback must not hide its error.
      await runner.query("rollback").catch(() => undefined);
      throw error;
    }
  };
  return {
    kind: "sqlite",
    reader: reader.manager,
    write: (work) =>
      mutex(async () => {
        const release = await lock.acquire();
        return writes.watch(transact(work)).finally(release);
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
