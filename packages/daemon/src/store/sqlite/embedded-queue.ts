import type Database from "better-sqlite3";
import { encodeBatch } from "../../ingest/batch-codec.ts";
import type { RememberedAnswer, TelemetryQueue } from "../../ingest/queue.ts";
import type { ServiceRegistry } from "../../ingest/services.ts";
import type { Clock } from "../../kernel/clock.ts";
import { ApplicationError, coerceError } from "../../kernel/errors.ts";
import { randomId } from "../../kernel/ids.ts";
import { type Logger, silentLogger } from "../../kernel/logger.ts";
import type { AcceptedBatch } from "../../model/accepted-batch.ts";
import { type Answers, openAnswers } from "./answers.ts";
import { type BatchRow, openBatchRows } from "./batch-rows.ts";
import { createGroupCommit } from "./group-commit.ts";
import { isDiskTrouble, openSqlite } from "./open.ts";

/**
 * The durable queue of a single process: an append-only log in SQLite, written by the ingest role alone.
 *
 * Appends are committed in groups: whatever requests arrive while the loop is busy, or while the disk
 * syncs the group before, share one transaction and one fsync, and are answered together.
 */
export interface EmbeddedQueue extends TelemetryQueue, ServiceRegistry {
  /** The name under which this file's worker keeps how far it has consumed. */
  readonly consumer: string;
  /** Events appended and not yet consumed. */
  depth(): number;
  /** What follows this position, oldest first, up to about so many events. */
  read(after: number, eventsMax: number): readonly BatchRow[];
  /** Removes what is consumed up to this position, a bounded number of rows a call; true where more is left. */
  trim(consumed: number): boolean;
  /**
   * Notes what a request with an Idempotency-Key will be answered, before its batches are published elsewhere;
   * durable when it resolves. Done with when its answer is appended.
   */
  claim(answer: RememberedAnswer): Promise<void>;
  /** The claim of this key, while it is held and not done with. */
  claimed(organizationId: string, route: string, key: string): RememberedAnswer | undefined;
  /** Removes answers and claims past their time, a bounded number of rows a call; true where more is left. */
  forget(): boolean;
  close(): void;
}

/**
 * The name under which a worker keeps how far it has consumed this very file. A new file counts its positions
 * from the start again: under one name for all, its events would be taken for consumed.
 */
export const consumerOf = (database: Database.Database): string => `embedded:${identityOf(database)}`;

/** Of this very file. */
export const identityOf = (database: Database.Database): string =>
  database.prepare("select id from identity").pluck().get() as string;

const TRIM_ROWS_MAX = 4000;
/** Past it the names are read from the disk again. */
const SERVICES_IN_MEMORY_MAX = 200_000;
const RETRY_AFTER_SECONDS = 5;

const SCHEMA = `
  create table if not exists identity (only integer primary key check (only = 1), id text not null);
  create table if not exists batch (
    position integer primary key autoincrement,
    total integer not null, -- events up to and including this row
    payload blob not null
  );
  create table if not exists service (
    organization_id text not null, name text not null,
    primary key (organization_id, name)
  ) without rowid;
`;

export interface EmbeddedQueueOptions {
  readonly path: string;
  readonly clock: Clock;
  /** The file's size past which events are refused with 503. */
  readonly bytesMax: number;
  readonly logger?: Logger;
  /** Told of every row that can't be read, once. */
  readonly damaged?: () => void;
}

export function openEmbeddedQueue(options: EmbeddedQueueOptions): EmbeddedQueue {
  const database = openSqlite(options.path, { synchronous: "FULL" });
  database.pragma("wal_autocheckpoint = 4000");
  database.exec(SCHEMA);
  database.prepare("insert or ignore into identity values (1, ?)").run(randomId());
  const statements = prepare(database);
  const answers = openAnswers(database, options.clock);
  const log = createLog(database, statements, answers);
  const isFull = createFullness(database, options.bytesMax);
  const rows = openBatchRows(database, {
    identity: identityOf(database),
    logger: silentLogger,
    damaged: () => undefined,
    ...options,
  });
  let consumedTotal = 0;

  return {
    consumer: consumerOf(database),
    append(batches, remembered) {
      const bytes = batches.reduce((sum, batch) => sum + batch.body.length, 0);
      if (batches.length > 0 && isFull(bytes))
        return Promise.reject(unavailable("The queue is full (setting TOCSIN_QUEUE_BYTES_MAX)"));
      return log.commits.add({ batches, remembered });
    },
    recall: async (organizationId, route, key) => answers.recall(organizationId, route, key),
    claim: (claim) => log.commits.add({ batches: [], claim }),
    claimed: answers.claimed,
    forget: answers.forget,
    ...createRegistry(database, statements),
    depth: () => log.total() - consumedTotal,
    read: rows.read,
    trim(consumed) {
      const row = statements.totalAt.get(consumed) as { total: number } | undefined;
      if (row) consumedTotal = row.total;
      // The last consumed row stays: its total and its position are where counting goes on after a restart.
      return statements.trim.run(consumed, TRIM_ROWS_MAX).changes === TRIM_ROWS_MAX;
    },
    close() {
      log.commits.flush();
      database.close();
    },
  };
}

interface Appended {
  readonly batches: readonly AcceptedBatch[];
  readonly remembered?: RememberedAnswer | undefined;
  readonly claim?: RememberedAnswer;
}

/** The log proper: appends in groups, and counts the events it ever held. */
function createLog(database: Database.Database, statements: Statements, answers: Answers) {
  let total = (statements.lastTotal.get() as { total: number } | undefined)?.total ?? 0;
  const write = database.transaction((group: readonly Appended[], before: number): number => {
    let after = before;
    for (const { batches, remembered, claim } of group) {
      for (const batch of batches) {
        after += batch.kind === "rejected" ? 0 : batch.count;
        statements.append.run(after, encodeBatch(batch));
      }
      if (remembered) answers.keep(remembered);
      if (claim) answers.claim(claim);
    }
    return after;
  });
  const commits = createGroupCommit<Appended>(
    (group) => {
      total = write.immediate(group, total);
    },
    (error) => (isDiskTrouble(error) ? unavailable("The disk refused the event", error) : coerceError(error)),
  );
  return { commits, total: () => total };
}

/** Measures the file now and then, by how much was appended since; every time while it is full. */
function createFullness(database: Database.Database, bytesMax: number): (appending: number) => boolean {
  const pageSize = database.pragma("page_size", { simple: true }) as number;
  const measure = (): boolean => {
    const pages = database.pragma("page_count", { simple: true }) as number;
    const free = database.pragma("freelist_count", { simple: true }) as number;
    return (pages - free) * pageSize > bytesMax;
  };
  let full = measure();
  let since = 0;
  return (appending) => {
    since += appending;
    if (full || since > bytesMax / 100) {
      full = measure();
      since = 0;
    }
    return full;
  };
}

type Statements = ReturnType<typeof prepare>;

function prepare(database: Database.Database) {
  return {
    append: database.prepare("insert into batch (total, payload) values (?, ?)"),
    lastTotal: database.prepare("select total from batch order by position desc limit 1"),
    totalAt: database.prepare("select total from batch where position <= ? order by position desc limit 1"),
    trim: database.prepare(
      "delete from batch where position in (select position from batch where position < ? order by position limit ?)",
    ),
    addService: database.prepare("insert or ignore into service values (?, ?)"),
    services: database.prepare("select name from service where organization_id = ?").pluck(),
  };
}

function createRegistry(database: Database.Database, statements: Statements): ServiceRegistry {
  const memory = new Map<string, Set<string>>();
  let held = 0;
  const of = (organizationId: string): Set<string> => {
    let names = memory.get(organizationId);
    if (!names) {
      if (held > SERVICES_IN_MEMORY_MAX) {
        memory.clear();
        held = 0;
      }
      names = new Set(statements.services.all(organizationId) as string[]);
      memory.set(organizationId, names);
      held += names.size + 1;
    }
    return names;
  };
  return {
    knows(organizationId, services) {
      const names = of(organizationId);
      for (const service of services) if (!names.has(service)) return false;
      return true;
    },
    async register(organizationId, services, limit, allOrNone) {
      // No await in here: within this one writer, looking and adding is one step.
      const names = of(organizationId);
      const fresh = services.filter((service) => !names.has(service));
      const room = Math.max(0, limit - names.size);
      const taken = fresh.length <= room ? fresh : allOrNone ? [] : fresh.slice(0, room);
      database.transaction(() => {
        for (const service of taken) statements.addService.run(organizationId, service);
      })();
      for (const service of taken) names.add(service);
      held += taken.length;
      return fresh.slice(taken.length);
    },
  };
}

const unavailable = (message: string, cause?: unknown): ApplicationError =>
  new ApplicationError("unavailable", `${message}; nothing was stored. Try again.`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });
