import type { QueueCountStore, QueueCounts } from "../../ingest/queue.ts";
import { DAY_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { Database } from "../sql/database.ts";
import { query, queryOne, raw, sql, writeStatement } from "../sql/statement.ts";

/** Longer than the second between two reports, with time for a slow transaction. */
const REPORTER_MS = 5 * SECOND_MS;
/** Longer than counts stay in the memory of either end. */
const QUIET_MS = 5 * SECOND_MS;
/** A worker that is silent for so long died, or can't write and will return. */
const WORKER_LOST_MS = 15 * SECOND_MS;
/** A worker that handled nothing for so long says nothing about the age of what waits. */
const WORKER_FRESH_MS = 5 * SECOND_MS;
/** A watermark trails by seven seconds where nothing waits; one that trails by more says that something does. */
const WATERMARK_LAG_MS = 15 * SECOND_MS;

interface TotalRow {
  readonly accepted: number;
  readonly handled: number;
  readonly since: number;
  readonly changed_at: number;
  readonly reporter: string;
}

interface WorkersRow {
  readonly busy: number | null;
  readonly fresh: number | null;
  readonly latest: number | null;
  readonly watermark: number | null;
}

/** `partitions`: as the settings have it. */
export function createQueueCountStore(database: Database, partitions: number): QueueCountStore {
  return {
    accept: (process, { events, firstAt }, now) =>
      database.write(async (transaction) => {
        const hasEvents = raw(events > 0 ? "1 = 1" : "1 = 0");
        const mayReport = sql`reporter = ${process} or reporter_until < ${now}`;
        await query(
          transaction,
          sql`update queue_count set
                since = case when ${hasEvents} and accepted <= handled then ${firstAt} else since end,
                changed_at = case when ${hasEvents} then ${now} else changed_at end,
                accepted = accepted + ${events},
                reporter = case when ${mayReport} then ${process} else reporter end,
                reporter_until = case when ${mayReport} then ${now + REPORTER_MS} else reporter_until end
              where id = 1`,
        );
        const total = await queryOne<TotalRow>(transaction, sql`select * from queue_count where id = 1`);
        const workers = await queryOne<WorkersRow>(
          transaction,
          sql`select max(case when busy = 1 and updated_at > ${now - WORKER_LOST_MS} then 1 else 0 end) as busy,
                     min(case when updated_at > ${now - WORKER_FRESH_MS} then reached end) as fresh,
                     max(reached) as latest,
                     (select min(processed_until) from partition_lease where partition < ${partitions}) as watermark
              from queue_worker`,
        );
        return countsOf(process, total as TotalRow, workers as WorkersRow, now);
      }),
    handle: (worker, { events, isBusy, reachedAt }, now) =>
      database.write(async (transaction) => {
        await query(
          transaction,
          sql`insert into queue_worker (id, busy, reached, updated_at)
              values (${worker}, ${isBusy ? 1 : 0}, ${reachedAt}, ${now})
              on conflict (id) do update
                set busy = excluded.busy, reached = excluded.reached, updated_at = excluded.updated_at`,
        );
        await query(transaction, sql`delete from queue_worker where updated_at < ${now - DAY_MS}`);
        if (events === 0) return;
        await query(
          transaction,
          sql`update queue_count set handled = handled + ${events}, changed_at = ${now} where id = 1`,
        );
      }),
    async reset(quietSince) {
      const reset = sql`update queue_count set accepted = 0, handled = 0 where id = 1 and changed_at = ${quietSince}`;
      await writeStatement(database, reset);
    },
  };
}

function countsOf(process: string, total: TotalRow, workers: WorkersRow, now: number): QueueCounts {
  // Either end may be the first to report its count.
  const depth = Math.max(0, total.accepted - total.handled);
  const reached = workers.fresh ?? workers.latest ?? 0;
  // A partition that nobody processes, while others progress.
  const watermark = workers.watermark ?? now;
  const oldest = now - watermark > WATERMARK_LAG_MS ? Math.min(reached, watermark) : reached;
  const isQuiet = now - total.changed_at > QUIET_MS && (workers.busy ?? 0) === 0;
  return {
    depth,
    oldestAt: depth === 0 ? undefined : Math.max(total.since, oldest),
    isReporter: total.reporter === process,
    quietSince: isQuiet && total.accepted !== total.handled ? total.changed_at : undefined,
  };
}
