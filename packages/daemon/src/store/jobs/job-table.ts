import type { EntityManager } from "typeorm";
import type { Job, JobStore } from "../../jobs/job.ts";
import { randomId } from "../../kernel/ids.ts";
import type { Database } from "../sql/database.ts";
import { isPostgres, query, queryOne, raw, type Sql, sql } from "../sql/statement.ts";

/** A table whose rows are jobs: with the columns organization_id, claim, free_at (when it is available) and attempts. */
interface JobTableOptions {
  readonly table: string;
  /** The condition of jobs that wait or run, as its partial index has it. */
  readonly isOpen: string;
  /** The order in which jobs are claimed. */
  readonly order: string;
  readonly leaseMs: number;
}

interface StoredJob extends Job {
  readonly seq: number;
}
/** The columns of a job that the job table reads and changes. */
export interface JobRow {
  seq: number;
  organizationId: string;
  /** The order in which jobs are claimed; `placeInLine` alternates between organizations. */
  place: number;
  attempts: number;
  /** The lease of a worker; null while the job waits. */
  claim: string | null;
  /** When a worker may claim it: at once, after a pause, or when the lease expires. */
  availableAt: number;
}

/** A job that may be claimed. */
export type AvailableJob = Readonly<Pick<JobRow, "seq" | "organizationId">>;

interface JobTable extends Omit<JobStore<StoredJob>, "claim"> {
  /** Offers available jobs to `begin`, in order, until one answers. Other workers may claim them first. */
  claimNext<Claimed>(
    now: number,
    begin: (next: AvailableJob) => Promise<Claimed | undefined>,
  ): Promise<Claimed | undefined>;
  /** Claims one job by compare-and-set: its lease's claim; undefined if it is not available any more. */
  claimOne(transaction: EntityManager, seq: number, now: number): Promise<string | undefined>;
  /** Locks the row if the worker still owns the job, so that no other worker claims it within the transaction. */
  isOwn(transaction: EntityManager, job: StoredJob): Promise<boolean>;
}

const CLAIMS_MAX = 10;

export function createJobTable({ reader, write }: Database, options: JobTableOptions): JobTable {
  const { leaseMs } = options;
  const [table, isOpen, order] = [raw(options.table), raw(options.isOpen), raw(options.order)];
  const run = (statement: Sql): Promise<unknown[]> => write((transaction) => query(transaction, statement));
  const owned = ({ seq, claim }: StoredJob): Sql => sql`seq = ${seq} and claim = ${claim}`;
  return {
    async claimNext(now, begin) {
      for (let tries = 0; tries < CLAIMS_MAX; tries++) {
        const next = await queryOne<AvailableJob>(
          reader,
          sql`select seq, organization_id as "organizationId" from ${table}
              where ${isOpen} and free_at <= ${now} order by ${order} limit 1`,
        );
        if (!next) return undefined;
        const claimed = await begin(next);
        if (claimed) return claimed;
      }
      return undefined;
    },
    async claimOne(transaction, seq, now) {
      const claim = randomId();
      const claimed = await query(
        transaction,
        sql`update ${table} set claim = ${claim}, free_at = ${now + leaseMs}, attempts = attempts + 1
            where seq = ${seq} and ${isOpen} and free_at <= ${now} returning seq`,
      );
      return claimed.length > 0 ? claim : undefined;
    },
    async isOwn(transaction, job) {
      const lock = raw(isPostgres(transaction) ? "for update" : "");
      return (await query(transaction, sql`select 1 from ${table} where ${owned(job)} ${lock}`)).length > 0;
    },
    renew: async (job, now) =>
      (await run(sql`update ${table} set free_at = ${now + leaseMs} where ${owned(job)} returning seq`)).length > 0,
    async release(job, availableAt, isAttempt) {
      const attempts = raw(isAttempt ? "attempts" : "attempts - 1");
      await run(
        sql`update ${table} set claim = null, free_at = ${availableAt}, attempts = ${attempts} where ${owned(job)}`,
      );
    },
    async reclaim() {
      await run(sql`update ${table} set claim = null, free_at = 0 where ${isOpen} and claim is not null`);
    },
    async countOpen() {
      const found = await queryOne<{ count: number }>(
        reader,
        sql`select count(*) as count from ${table} where ${isOpen}`,
      );
      return Number(found?.count);
    },
  };
}

/** The place of a new job: after its organization's own, else with the first, so that organizations alternate. */
export async function placeInLine(
  transaction: EntityManager,
  table: string,
  isOpen: string,
  organizationId: string,
): Promise<number> {
  const found = await queryOne<{ first: number | null; own: number | null }>(
    transaction,
    sql`select
      (select min(place) from ${raw(table)} where ${raw(isOpen)}) as first,
      (select max(place) from ${raw(table)} where ${raw(isOpen)} and organization_id = ${organizationId}) as own`,
  );
  const own = found?.own ?? null;
  return Math.max(found?.first ?? 0, own === null ? 0 : own + 1);
}
