import type { EntityManager } from "typeorm";
import { randomId } from "../../kernel/ids.ts";
import { LEASE_MS, type ReportJob, type ReportJobStore } from "../../report/store.ts";
import type { Database } from "../sql/database.ts";
import { place, rowCount, updateRows } from "../sql/sql-rows.ts";
import { toRun } from "./report-runs.ts";
import { type RunRow, runTable, settingsTable } from "./report-tables.ts";

/** Where other workers are quicker. */
const CLAIM_TRIES_MAX = 10;

/** Whatever is written for a run compares its claim in the same statement or transaction. */
export function createReportJobStore({ reader, write }: Pick<Database, "reader" | "write">): ReportJobStore {
  const query = (sql: string, parameters: readonly unknown[]): Promise<unknown> =>
    write((transaction) => transaction.query(place(transaction, sql), [...parameters]));
  const own = <Result>(
    { seq, claim }: ReportJob,
    work: (transaction: EntityManager, row: RunRow) => Promise<Result>,
  ): Promise<boolean> =>
    write(async (transaction) => {
      // Locks the row where the engine has locks of rows: nobody takes it in between.
      const sql = "update report_run set claim = claim where seq = ? and claim = ? returning seq";
      if (rowCount(await transaction.query(place(transaction, sql), [seq, claim])) === 0) return false;
      await work(transaction, (await transaction.findOneBy(runTable, { seq })) as RunRow);
      return true;
    });
  return {
    async claim(now) {
      for (let tries = 0; tries < CLAIM_TRIES_MAX; tries += 1) {
        const next = await nextInLine(reader, now);
        if (!next) return undefined;
        const job = await write((transaction) => begin(transaction, next.seq, now));
        if (job) return job;
      }
      return undefined;
    },
    async renew({ seq, claim }, now) {
      const sql = "update report_run set free_at = ? where seq = ? and claim = ? returning seq";
      return rowCount(await query(sql, [now + LEASE_MS, seq, claim])) === 1;
    },
    prepared: (job, numbers, deletedCount) =>
      own(job, (transaction, { seq }) => updateRows(transaction, runTable, { seq }, { ...numbers, deletedCount })),
    delivered: (job, delivery) =>
      own(job, (transaction, { seq, deliveries }) => {
        const after = deliveries.map((each) => (each.recipient === delivery.recipient ? delivery : each));
        return updateRows(transaction, runTable, { seq }, { deliveries: after });
      }),
    end: (job, { status, error }, now) =>
      own(job, async (transaction, { seq, organizationId, deliveries }) => {
        await updateRows(transaction, runTable, { seq }, { status, error, claim: null, completedAt: now });
        const reached = deliveries.some((delivery) => delivery.status === "delivered");
        if (reached) await updateRows(transaction, settingsTable, { organizationId }, { lastReportAt: now });
      }),
    async giveBack({ seq, claim }, from, counts) {
      const sql =
        "update report_run set claim = null, free_at = ?, attempts = attempts - ? where seq = ? and claim = ?";
      await query(sql, [from, counts ? 0 : 1, seq, claim]);
    },
    async takeOver() {
      await query("update report_run set claim = null, free_at = 0 where status = 'running' and claim is not null", []);
    },
    countOpen: () => reader.countBy(runTable, { status: "running" }),
  };
}

const nextInLine = (reader: EntityManager, now: number): Promise<RunRow | null> =>
  reader
    .createQueryBuilder(runTable, "run")
    .where("run.status = 'running' and run.freeAt <= :now", { now })
    .orderBy("run.place", "ASC")
    .addOrderBy("run.seq", "ASC")
    .limit(1)
    .getOne();

/** Undefined where another worker was quicker. */
async function begin(transaction: EntityManager, seq: number, now: number): Promise<ReportJob | undefined> {
  const claim = randomId();
  const sql = `update report_run set claim = ?, free_at = ?, attempts = attempts + 1
    where seq = ? and status = 'running' and free_at <= ? returning seq`;
  const taken = await transaction.query(place(transaction, sql), [claim, now + LEASE_MS, seq, now]);
  if (rowCount(taken) === 0) return undefined;
  const row = (await transaction.findOneBy(runTable, { seq })) as RunRow;
  return { seq, run: toRun(row), scheduled: row.period !== null, attempts: row.attempts, claim };
}
