import type Database from "better-sqlite3";
import type { RememberedAnswer, TelemetryQueue } from "../../ingest/queue.ts";
import type { ServiceRegistry } from "../../ingest/services.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { ErrorCode } from "../../kernel/errors.ts";
import { ApplicationError, coerceError } from "../../kernel/errors.ts";
import { type Logger, silentLogger } from "../../kernel/logger.ts";
import type { AcceptedBatch } from "../../model/accepted-batch.ts";
import { decodeBatch, encodeBatch } from "../../model/batch-codec.ts";
import { QueueShareTaken } from "../../model/queue-share.ts";
import { allowReturningSpace, returnFreeSpace } from "../sql/free-space.ts";
import { createGroupCommit } from "../sql/group-commit.ts";
import { isDiskTrouble, openSqlite } from "../sql/open-sqlite.ts";
import { type BatchRow, type BatchRows, openBatchRows } from "./batch-rows.ts";
import { openDatabaseGaps } from "./database-gaps.ts";
import { type Answers, openAnswers } from "./embedded-answers.ts";
import { createFairRows, type FairRows } from "./fair-rows.ts";
import { consumerOf, identityOf, prepareQueueFile } from "./queue-file.ts";
import { openQueueSequence } from "./queue-sequence.ts";
import { createRefusalStore } from "./sqlite-refusals.ts";
import { countWaitingBatches, type WaitingBatches } from "./waiting-batches.ts";

export type EmbeddedQueue = ReturnType<typeof openEmbeddedQueue>;

const BEHIND =
  "The queue lies behind the database: an older copy was restored, or the file is damaged. New events get positions after it. Events that were accepted and not yet processed may be missing; run: tocsind check";

const DATABASE_BEHIND =
  "The database lies behind the queue: an older copy of it was restored. It lacks the effects of batches that were consumed meanwhile, such as incidents. New events are processed; run: tocsind check";

const TRIM_ROWS_MAX = 4000;
/** Past it the names are read from the disk again. */
const SERVICES_IN_MEMORY_MAX = 200_000;
const RETRY_AFTER_SECONDS = 5;

interface EmbeddedQueueOptions {
  readonly path: string;
  readonly clock: Clock;
  /** The file's size past which events are refused with 503. */
  readonly bytesMax: number;
  readonly logger?: Logger;
  /** Called once for every unreadable row. */
  readonly damaged?: () => void;
}

/** The durable queue of one process: an append-only log in SQLite with group commits, written by the ingest role alone. */
export function openEmbeddedQueue(options: EmbeddedQueueOptions) {
  const database = openSqlite(options.path, { synchronous: "FULL" });
  database.pragma("wal_autocheckpoint = 4000");
  prepareQueueFile(database);
  allowReturningSpace(database);
  const statements = prepare(database);
  const answers = openAnswers(database, options.clock);
  const waiting = countWaitingBatches(database);
  const trimming = createTrimming(database, statements, waiting);
  const sequence = openQueueSequence(database);
  const databaseGaps = openDatabaseGaps(database);
  const commits = createLog(database, statements, answers, waiting);
  const capacity = createCapacity(database, options.bytesMax);
  const rows = openBatchRows(database, {
    identity: identityOf(database),
    logger: silentLogger,
    damaged: () => undefined,
    ...options,
  });
  const telemetry: TelemetryQueue = {
    append(batches, remembered) {
      const [first] = batches;
      if (first) {
        const bytes = batches.reduce((sum, batch) => sum + batch.body.length, 0);
        const left = capacity(bytes);
        if (left < 0)
          return Promise.reject(unavailable("queue_full", "The queue is full (setting TOCSIN_QUEUE_BYTES_MAX)"));
        const held = waiting.bytesOf(first.organizationId);
        if (held > 0 && held + bytes > left) return Promise.reject(new QueueShareTaken(first.organizationId));
      }
      return commits.add({ batches, remembered });
    },
    recall: async (organizationId, route, key) => answers.recall(organizationId, route, key),
    waitingOf: waiting.eventsOf,
  };
  return {
    ...telemetry,
    /** The name under which the worker of this file stores its consumed positions. */
    consumer: consumerOf(database),
    /** Records an answer before its batches are published elsewhere; durable when it resolves. `append` ends it. */
    claim: (claim: RememberedAnswer): Promise<void> => commits.add({ batches: [], claim }),
    /** The claim of this key that has not ended. */
    claimed: answers.claimed,
    /** Removes expired answers and claims, a bounded number a call; true where more are left. */
    forget: answers.forget,
    ...createRegistry(database, statements),
    ...createRefusalStore(database),
    /** Events appended and not yet consumed. */
    depth: waiting.events,
    read: rows.read,
    /** True where batches of this organization wait; of any organization where none is named. */
    holds: (organizationId?: string): boolean =>
      organizationId === undefined ? !waiting.isEmpty() : waiting.bytesOf(organizationId) > 0,
    /** When the first waiting event was accepted; undefined where none waits or its batch is damaged. */
    oldestAt: (): number | undefined => acceptedAt(statements.first.get() as Buffer | undefined),
    ...createOutlet(database, rows, trimming.trimLanes),
    /** Makes new rows come after this position, which a consumer has reached. Logs a gap where the file ended before it. */
    raise(consumed: number): void {
      const gap = sequence.raise(consumed, options.clock.now());
      if (gap) options.logger?.error(BEHIND, { file: options.path, ...gap });
    },
    /** Gaps between the file's end and a consumed position, until an operator acknowledges them. */
    gaps: sequence.gaps,
    /** Logs where the database lacks batches that left this queue as consumed, up to the position that it names. */
    compareDatabase(consumed: number): void {
      const gap = databaseGaps.compare(consumed, options.clock.now());
      if (gap) options.logger?.error(DATABASE_BEHIND, { queue: options.path, ...gap });
    },
    databaseGaps,
    /** Organizations with batches in the queue. */
    lanes: waiting.lanes,
    ...trimming,
    /** Returns the space of a past backlog to the disk, a bounded part a call; true where more is left. */
    returnSpace: (): boolean => returnFreeSpace(database),
    close(): void {
      commits.flush();
      database.close();
    },
  };
}

interface Appended {
  readonly batches: readonly AcceptedBatch[];
  readonly remembered?: RememberedAnswer | undefined;
  readonly claim?: RememberedAnswer;
}

/** The log proper: appends in groups. */
function createLog(database: Database.Database, statements: Statements, answers: Answers, waiting: WaitingBatches) {
  const write = database.transaction((group: readonly Appended[]): readonly Stored[] => {
    const stored: Stored[] = [];
    for (const { batches, remembered, claim } of group) {
      for (const batch of batches) {
        const payload = encodeBatch(batch);
        const events = batch.kind === "rejected" ? 0 : batch.count;
        statements.append.run(batch.organizationId, events, payload.length, payload);
        stored.push({ lane: batch.organizationId, events, bytes: payload.length });
      }
      if (remembered) answers.keep(remembered);
      if (claim) answers.claim(claim);
    }
    return stored;
  });
  return createGroupCommit<Appended>(
    (group) => {
      for (const { lane, events, bytes } of write.immediate(group)) waiting.add(lane, events, bytes);
    },
    (error) =>
      isDiskTrouble(error)
        ? unavailable("storage_unavailable", "The disk refused the event", error)
        : coerceError(error),
  );
}

interface Stored {
  readonly lane: string;
  readonly events: number;
  readonly bytes: number;
}

/** Removes consumed rows. Counts change after the commit: on a full disk the transaction rolls back. */
function createTrimming(database: Database.Database, statements: Statements, waiting: WaitingBatches) {
  const remove = database.transaction((consumed: ReadonlyMap<string, number>): readonly Removed[] => {
    const removed: Removed[] = [];
    let left = TRIM_ROWS_MAX;
    for (const [lane, position] of consumed) {
      if (left <= 0) break;
      const [rows, last, events, bytes] = statements.consumed.get(lane, position, left) as Removable;
      if (last === null) continue;
      statements.trim.run(lane, last);
      removed.push({ lane, rows, events, bytes });
      left -= rows;
    }
    return removed;
  });
  const trimLanes = (consumed: ReadonlyMap<string, number>): boolean => {
    const removed = remove(consumed);
    for (const { lane, events, bytes } of removed) waiting.remove(lane, events, bytes);
    return removed.reduce((sum, { rows }) => sum + rows, 0) >= TRIM_ROWS_MAX;
  };
  return {
    /** As `trim`, each organization up to its own position. */
    trimLanes,
    /** Removes everything up to this position, a bounded number of rows a call; true where more are left. */
    trim: (position: number): boolean => trimLanes(new Map(waiting.lanes().map((lane) => [lane, position]))),
  };
}

interface Removed extends Stored {
  readonly rows: number;
}

/** The way out of a spool: rows in fair order, removed once they are published. */
function createOutlet(
  database: Database.Database,
  rows: BatchRows,
  trimLanes: (consumed: ReadonlyMap<string, number>) => boolean,
) {
  let fairRows: FairRows | undefined;
  /** Published and not removed yet, as on a full disk. */
  const reached = new Map<string, number>();
  const open = (): FairRows => {
    if (!fairRows) {
      fairRows = createFairRows(database, rows);
      fairRows.reset(new Map());
    }
    return fairRows;
  };
  const removePublished = (): void => {
    while (reached.size > 0 && trimLanes(reached));
    reached.clear();
  };
  return {
    /** The next rows for a reader in the same process, fair between organizations. */
    next(eventsMax: number, isHeldBack: (lane: string) => boolean): readonly BatchRow[] {
      const found = open().next(eventsMax, isHeldBack);
      if (found.length === 0) removePublished();
      return found;
    },
    /** These rows are published elsewhere: they are removed and not returned again. */
    published(done: readonly BatchRow[]): void {
      open().advance(done);
      for (const { lane, position } of done) reached.set(lane, position);
      removePublished();
    },
  };
}

type Removable = [rows: number, last: number | null, events: number, bytes: number];

/** The bytes left after an append; negative: full. Measured after each hundredth of the limit, and while full. */
function createCapacity(database: Database.Database, bytesMax: number): (appending: number) => number {
  const pageSize = database.pragma("page_size", { simple: true }) as number;
  const measure = (): number => {
    const pages = database.pragma("page_count", { simple: true }) as number;
    const free = database.pragma("freelist_count", { simple: true }) as number;
    return bytesMax - (pages - free) * pageSize;
  };
  let left = measure();
  let since = 0;
  return (appending) => {
    since += appending;
    if (left < 0 || since > bytesMax / 100) {
      left = measure();
      since = 0;
    }
    return left;
  };
}

/** Reports no damage: the reader that takes the batch out does. */
function acceptedAt(payload: Buffer | undefined): number | undefined {
  try {
    return payload && decodeBatch(payload).receivedAt;
  } catch {
    return undefined;
  }
}

type Statements = ReturnType<typeof prepare>;

function prepare(database: Database.Database) {
  return {
    append: database.prepare(
      "insert into batch (total, organization_id, events, bytes, payload) values (0, ?, ?, ?, ?)",
    ),
    consumed: database
      .prepare(
        `select count(*), max(position), sum(events), sum(bytes) from (
           select position, events, bytes from batch where organization_id = ? and position <= ?
           order by position limit ?
         )`,
      )
      .raw(),
    trim: database.prepare("delete from batch where organization_id = ? and position <= ?"),
    first: database.prepare("select payload from batch where events > 0 order by position limit 1").pluck(),
    addService: database.prepare("insert or ignore into service values (?, ?)"),
    organizationCount: database.prepare("select count(distinct organization_id) from service").pluck(),
    services: database.prepare("select name from service where organization_id = ?").pluck(),
  };
}

function createRegistry(database: Database.Database, statements: Statements): ServiceRegistry {
  const memory = new Map<string, Set<string>>();
  let held = 0;
  let organizations = statements.organizationCount.get() as number;
  const of = (organizationId: string): Set<string> => {
    let names = memory.get(organizationId);
    if (!names) {
      if (held > SERVICES_IN_MEMORY_MAX) {
        memory.clear();
        held = 0;
      }
      names = new Set(statements.services.all(organizationId) as string[]);
      // Names that callers invent must not fill the memory.
      if (names.size === 0) return names;
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
    holdsOrganization: async (organizationId) => of(organizationId).size > 0,
    organizationCount: async () => organizations,
    async register(organizationId, services, limit, allOrNone) {
      // No await in here: within this one writer, looking and adding is one step.
      const names = of(organizationId);
      const fresh = services.filter((service) => !names.has(service));
      const left = Math.max(0, limit - names.size);
      const taken = fresh.length <= left ? fresh : allOrNone ? [] : fresh.slice(0, left);
      database.transaction(() => {
        for (const service of taken) statements.addService.run(organizationId, service);
      })();
      if (taken.length > 0 && names.size === 0) {
        organizations += 1;
        memory.set(organizationId, names);
      }
      for (const service of taken) names.add(service);
      held += taken.length;
      return fresh.slice(taken.length);
    },
  };
}

const unavailable = (code: ErrorCode, message: string, cause?: unknown): ApplicationError =>
  new ApplicationError(code, `${message}. Nothing was stored. Try again.`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });
