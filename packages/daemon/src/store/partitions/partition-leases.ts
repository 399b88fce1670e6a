import type { EntityManager } from "typeorm";
import type {
  GroupState,
  PartitionLeaseStore,
  PartitionReport,
  PartitionState,
} from "../../consumer-group/lease-store.ts";
import { type Clock, DAY_MS, MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { PartitionLease } from "../../model/partition.ts";
import type { Database } from "../sql/database.ts";
import { empty, isPostgres, query, queryOne, rowTable, type Sql, sql } from "../sql/statement.ts";

/** A holder without a heartbeat for so long has lost its partitions; with one a second another holds them within five. */
const LEASE_MS = 4 * SECOND_MS;
/** An ingest process that is down keeps the telemetry that it accepted, so its last report counts until the next one. */
const UNPUBLISHED_KEPT_MS = DAY_MS;
/** After a report that nothing waits, it may have accepted more. A process that returns does so sooner. */
const PUBLISHED_KEPT_MS = 10 * MINUTE_MS;

/** A lease that ends later than a new one is from before the clock was set back: it has expired, too. */
const isExpired = (expiresAt: number, now: number): boolean => expiresAt < now || expiresAt > now + LEASE_MS;

type Run = <Row>(statement: Sql) => Promise<Row[]>;

/** The leases of partitions; its transactions are small, and a heartbeat is four statements. */
export function createPartitionLeaseStore(database: Database, clock: Clock): PartitionLeaseStore {
  const transact = <Result>(work: (run: Run, now: number, transaction: EntityManager) => Promise<Result>) =>
    database.write(async (transaction) => {
      const run: Run = (statement) => query(transaction, statement);
      // Leases expire by the database's clock, since those of the workers differ.
      const now = isPostgres(transaction) ? await databaseTime(transaction) : clock.now();
      return work(run, now, transaction);
    });
  return {
    heartbeat: (member, reports, partitions) =>
      transact(async (run, now, transaction) => {
        await run(
          sql`insert into worker_member (id, seen_at) values (${member}, ${now})
              on conflict (id) do update set seen_at = excluded.seen_at`,
        );
        await run(sql`delete from worker_member where seen_at < ${now - LEASE_MS} or seen_at > ${now + LEASE_MS}`);
        await report(run, transaction, { member, reports, expiresAt: now + LEASE_MS });
        return read(run, partitions, now, clock.now());
      }),
    assign: (targets) =>
      transact(async (run, _now, transaction) => {
        await run(
          sql`with given (partition, target) as (${rowTable(transaction, ["integer", "text"], [...targets])})
              update partition_lease set target = given.target from given
              where partition_lease.partition = given.partition`,
        );
      }),
    acquire: (member, partitions) =>
      transact(async (run, now, transaction) => {
        const wanted = rowTable(
          transaction,
          ["integer"],
          partitions.map((partition) => [partition]),
        );
        // A transaction that commits under the old lease holds a key share lock. Its partition is acquired by a later heartbeat.
        const free = await run<{ partition: number }>(
          sql`select partition from partition_lease
              where partition in (${wanted})
                and (owner is null or owner = ${member} or expires_at < ${now} or expires_at > ${now + LEASE_MS})
              ${isPostgres(transaction) ? sql`for update skip locked` : empty}`,
        );
        const leases: PartitionLease[] = [];
        for (const { partition } of free) {
          const [acquired] = await run<{ epoch: number }>(
            sql`update partition_lease set owner = ${member}, epoch = epoch + 1, expires_at = ${now + LEASE_MS}
                where partition = ${partition} returning epoch`,
          );
          if (acquired) leases.push({ partition, epoch: acquired.epoch });
        }
        return leases;
      }),
    release: (member, leases) =>
      transact(async (run) => {
        for (const { partition, epoch } of leases) {
          await run(
            sql`update partition_lease set owner = null, expires_at = 0
                where partition = ${partition} and epoch = ${epoch} and owner = ${member}`,
          );
        }
      }),
    leave: (member) =>
      transact(async (run) => {
        await run(sql`delete from worker_member where id = ${member}`);
      }),
  };
}

interface Renewal {
  readonly member: string;
  readonly reports: readonly PartitionReport[];
  readonly expiresAt: number;
}

async function report(run: Run, transaction: EntityManager, { member, reports, expiresAt }: Renewal): Promise<void> {
  if (reports.length === 0) return;
  const given = rowTable(
    transaction,
    ["integer", "bigint", "double precision", "bigint", "bigint", "bigint"],
    reports.map((each) => [
      each.partition,
      each.epoch,
      each.load,
      each.listeningSince,
      each.processedUntil,
      each.reportedAt,
    ]),
  );
  await run(
    sql`with given (partition, epoch, load, listening_since, processed_until, reported_at) as (${given})
        update partition_lease set expires_at = ${expiresAt}, load = given.load,
          listening_since = given.listening_since, processed_until = given.processed_until,
          reported_at = given.reported_at
        from given where partition_lease.partition = given.partition and partition_lease.epoch = given.epoch
          and partition_lease.owner = ${member}`,
  );
}

interface LeaseRow extends Omit<PartitionState, "isExpired"> {
  readonly expiresAt: number;
}

async function read(run: Run, partitions: number, now: number, listeningSince: number): Promise<GroupState> {
  let rows = await readLeases(run, partitions);
  if (rows.length < partitions) {
    for (let partition = 0; partition < partitions; partition += 1) {
      await run(
        sql`insert into partition_lease (partition, epoch, expires_at, load, listening_since, processed_until, reported_at)
            values (${partition}, 0, 0, 0, ${listeningSince}, ${listeningSince}, ${listeningSince})
            on conflict (partition) do nothing`,
      );
    }
    rows = await readLeases(run, partitions);
  }
  const members = await run<{ id: string }>(sql`select id from worker_member order by id`);
  await run(
    sql`delete from unpublished_telemetry
        where seen_at < ${now - UNPUBLISHED_KEPT_MS} or (oldest_at = seen_at and seen_at < ${now - PUBLISHED_KEPT_MS})`,
  );
  const [oldest] = await run<{ at: number | null }>(sql`select min(oldest_at) as at from unpublished_telemetry`);
  return {
    members: members.map(({ id }) => id),
    partitions: rows.map(({ expiresAt, ...row }) => ({ ...row, isExpired: isExpired(expiresAt, now) })),
    publishedUntil: oldest?.at ?? null,
  };
}

const readLeases = (run: Run, partitions: number): Promise<LeaseRow[]> =>
  run<LeaseRow>(
    sql`select partition, epoch, owner, target, load, expires_at as "expiresAt", listening_since as "listeningSince",
               processed_until as "processedUntil", reported_at as "reportedAt"
        from partition_lease where partition < ${partitions} order by partition`,
  );

/** Milliseconds by the clock of PostgreSQL. */
async function databaseTime(transaction: EntityManager): Promise<number> {
  const time = await queryOne<{ now: number }>(
    transaction,
    sql`select floor(extract(epoch from clock_timestamp()) * 1000) as now`,
  );
  return time?.now as number;
}

/** True where all of these leases hold; on PostgreSQL they then hold until the transaction ends. */
export async function holdLeases(transaction: EntityManager, leases: readonly PartitionLease[]): Promise<boolean> {
  if (leases.length === 0) return true;
  const given = rowTable(
    transaction,
    ["integer", "bigint"],
    leases.map(({ partition, epoch }) => [partition, epoch]),
  );
  const held = await query(
    transaction,
    sql`with given (partition, epoch) as (${given})
        select lease.partition from partition_lease as lease
        join given on lease.partition = given.partition and lease.epoch = given.epoch
        order by lease.partition ${isPostgres(transaction) ? sql`for key share of lease` : empty}`,
  );
  return held.length === leases.length;
}
