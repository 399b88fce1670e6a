import type { EntityManager } from "typeorm";
import type { QueueCountStore, QueueCounts } from "../../ingest/queue.ts";
import { DAY_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { Database } from "../sql/database.ts";
import { place } from "../sql/sql-rows.ts";

/** Longer than the second between two reports, with room for a slow transaction. */
const REPORTER_MS = 5 * SECOND_MS;
/** Longer than counts stay in the memory of either end. */
const QUIET_MS = 5 * SECOND_MS;
/** A worker that says nothing for so long died, or can't write and will come again. */
const WORKER_LOST_MS = 15 * SECOND_MS;
/** A worker that handled nothing for so long says nothing about the age of what waits. */
const WORKER_FRESH_MS = 5 * SECOND_MS;
/** A watermark trails by seven seconds where nothing waits; one that trails by more says that something does. */
const WATERMARK_LAG_MS = 15 * SECOND_MS;

interface TotalRow {
  readonly accepted: string | number;
  readonly handled: string | number;
  readonly since: string | number;
  readonly changed_at: string | number;
  readonly reporter: string;
}

interface WorkersRow {
  readonly busy: string | number | null;
  readonly fresh: string | number | null;
  readonly latest: string | number | null;
  readonly watermark: string | number | null;
}

const ACCEPT = `
  update queue_count set
    since = case when ? > 0 and accepted <= handled then ? else since end,
    changed_at = case when ? > 0 then ? else changed_at end,
    accepted = accepted + ?,
    reporter = case when reporter = ? or reporter_until < ? then ? else reporter end,
    reporter_until = case when reporter = ? or reporter_until < ? then ? else reporter_until end
  where id = 1`;

const WORKERS = `
  select max(case when busy = 1 and updated_at > ? then 1 else 0 end) as busy,
         min(case when updated_at > ? then reached end) as fresh, max(reached) as latest,
         (select min(processed_until) from partition_lease where partition < ?) as watermark
  from queue_worker`;

const HANDLE = `
  insert into queue_worker (id, busy, reached, updated_at) values (?, ?, ?, ?)
  on conflict (id) do update
    set busy = excluded.busy, reached = excluded.reached, updated_at = excluded.updated_at`;

/** `partitions`: as the settings have it. */
export function createQueueCountStore(database: Database, partitions: number): QueueCountStore {
  return {
    accept: (process, { events, firstAt }, now) =>
      database.write(async (transaction) => {
        const until = now + REPORTER_MS;
        const lease = [process, now, process, process, now, until];
        await run(transaction, ACCEPT, [events, firstAt, events, now, events, ...lease]);
        const [total] = await run<TotalRow>(transaction, "select * from queue_count where id = 1", []);
        const [workers] = await run<WorkersRow>(transaction, WORKERS, [
          now - WORKER_LOST_MS,
          now - WORKER_FRESH_MS,
          partitions,
        ]);
        return countsOf(process, total as TotalRow, workers as WorkersRow, now);
      }),
    handle: (worker, { events, isBusy, reachedAt }, now) =>
      database.write(async (transaction) => {
        await run(transaction, HANDLE, [worker, isBusy ? 1 : 0, reachedAt, now]);
        await run(transaction, "delete from queue_worker where updated_at < ?", [now - DAY_MS]);
        if (events === 0) return;
        await run(transaction, "update queue_count set handled = handled + ?, changed_at = ? where id = 1", [
          events,
          now,
        ]);
      }),
    async reset(quietSince) {
      const sql = "update queue_count set accepted = 0, handled = 0 where id = 1 and changed_at = ?";
      await database.write((transaction) => run(transaction, sql, [quietSince]));
    },
  };
}

const run = <Row>(transaction: EntityManager, sql: string, parameters: readonly unknown[]): Promise<Row[]> =>
  transaction.query(place(transaction, sql), [...parameters]);

function countsOf(process: string, total: TotalRow, workers: WorkersRow, now: number): QueueCounts {
  // Either end may be the first to say what it counted.
  const depth = Math.max(0, Number(total.accepted) - Number(total.handled));
  const reached = Number(workers.fresh ?? workers.latest ?? 0);
  // A partition that nobody processes, while others get on.
  const watermark = Number(workers.watermark ?? now);
  const oldest = now - watermark > WATERMARK_LAG_MS ? Math.min(reached, watermark) : reached;
  const changedAt = Number(total.changed_at);
  const isQuiet = now - changedAt > QUIET_MS && Number(workers.busy ?? 0) === 0;
  return {
    depth,
    oldestAt: depth === 0 ? undefined : Math.max(Number(total.since), oldest),
    isReporter: total.reporter === process,
    quietSince: isQuiet && Number(total.accepted) !== Number(total.handled) ? changedAt : undefined,
  };
}
