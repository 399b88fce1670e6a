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
import { place, rowTable } from "../sql/sql-rows.ts";

/** A holder that was not heard of for so long has lost its partitions; with one heartbeat a second another has them within five. */
const LEASE_MS = 4 * SECOND_MS;
/** An ingest process that is down keeps what it accepted, so that its last report counts until it reports again. */
const UNPUBLISHED_KEPT_MS = DAY_MS;
/** It may have accepted something since a report that nothing waits. One that comes back does so sooner. */
const PUBLISHED_KEPT_MS = 10 * MINUTE_MS;

/** A lease that ends later than one taken now was taken before the clock was set back: it has expired, too. */
const isExpired = (expiresAt: number, now: number): boolean => expiresAt < now || expiresAt > now + LEASE_MS;

type Run = <Row>(sql: string, parameters?: readonly unknown[]) => Promise<Row[]>;

/** The leases of partitions; its transactions are small, and a heartbeat is four statements. */
export function createPartitionLeaseStore(database: Database, clock: Clock): PartitionLeaseStore {
  const isPostgres = database.kind === "postgres";
  const transact = <Result>(work: (run: Run, now: number, transaction: EntityManager) => Promise<Result>) =>
    database.write(async (transaction) => {
      const run: Run = async (sql, parameters = []) =>
        rowsOf(await transaction.query(place(transaction, sql), [...parameters]));
      // Expiry goes by one clock, whatever those of the workers say.
      const [time] = isPostgres
        ? await run<{ now: string }>("select floor(extract(epoch from clock_timestamp()) * 1000) as now")
        : [];
      return work(run, time ? Number(time.now) : clock.now(), transaction);
    });
  return {
    heartbeat: (member, reports, partitions) =>
      transact(async (run, now, transaction) => {
        await run(
          "insert into worker_member (id, seen_at) values (?, ?) on conflict (id) do update set seen_at = excluded.seen_at",
          [member, now],
        );
        await run("delete from worker_member where seen_at < ? or seen_at > ?", [now - LEASE_MS, now + LEASE_MS]);
        await report(run, transaction, { member, reports, expiresAt: now + LEASE_MS });
        return read(run, partitions, now, clock.now());
      }),
    assign: (targets) =>
      transact(async (run, _now, transaction) => {
        const { sql, values } = rowTable(transaction, ["integer", "text"], [...targets]);
        await run(
          `with given (partition, target) as (${sql})
           update partition_lease set target = given.target from given where partition_lease.partition = given.partition`,
          values,
        );
      }),
    acquire: (member, partitions) =>
      transact(async (run, now, transaction) => {
        const { sql, values } = rowTable(
          transaction,
          ["integer"],
          partitions.map((partition) => [partition]),
        );
        // A transaction that commits under the old lease holds a key share lock: its partition is taken at the next heartbeat.
        const lock = isPostgres ? "for update skip locked" : "";
        const free = await run<{ partition: number }>(
          `select partition from partition_lease
           where partition in (${sql}) and (owner is null or owner = ? or expires_at < ? or expires_at > ?) ${lock}`,
          [...values, member, now, now + LEASE_MS],
        );
        const leases: PartitionLease[] = [];
        for (const { partition } of free) {
          const [taken] = await run<{ epoch: number | string }>(
            "update partition_lease set owner = ?, epoch = epoch + 1, expires_at = ? where partition = ? returning epoch",
            [member, now + LEASE_MS, partition],
          );
          if (taken) leases.push({ partition: Number(partition), epoch: Number(taken.epoch) });
        }
        return leases;
      }),
    release: (member, leases) =>
      transact(async (run) => {
        for (const { partition, epoch } of leases) {
          await run(
            "update partition_lease set owner = null, expires_at = 0 where partition = ? and epoch = ? and owner = ?",
            [partition, epoch, member],
          );
        }
      }),
    leave: (member) =>
      transact(async (run) => {
        await run("delete from worker_member where id = ?", [member]);
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
  const { sql, values } = rowTable(
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
    `with given (partition, epoch, load, listening_since, processed_until, reported_at) as (${sql})
     update partition_lease set expires_at = ?, load = given.load, listening_since = given.listening_since,
       processed_until = given.processed_until, reported_at = given.reported_at
     from given where partition_lease.partition = given.partition and partition_lease.epoch = given.epoch
       and partition_lease.owner = ?`,
    [...values, expiresAt, member],
  );
}

interface LeaseRow {
  readonly partition: number;
  readonly epoch: number | string;
  readonly owner: string | null;
  readonly expires_at: number | string;
  readonly target: string | null;
  readonly load: number;
  readonly listening_since: number | string;
  readonly processed_until: number | string;
  readonly reported_at: number | string;
}

async function read(run: Run, partitions: number, now: number, listeningSince: number): Promise<GroupState> {
  let rows = await readLeases(run, partitions);
  if (rows.length < partitions) {
    for (let partition = 0; partition < partitions; partition += 1) {
      await run(
        `insert into partition_lease (partition, epoch, expires_at, load, listening_since, processed_until, reported_at)
         values (?, 0, 0, 0, ?, ?, ?) on conflict (partition) do nothing`,
        [partition, listeningSince, listeningSince, listeningSince],
      );
    }
    rows = await readLeases(run, partitions);
  }
  const members = await run<{ id: string }>("select id from worker_member order by id");
  await run("delete from unpublished_telemetry where seen_at < ? or (oldest_at = seen_at and seen_at < ?)", [
    now - UNPUBLISHED_KEPT_MS,
    now - PUBLISHED_KEPT_MS,
  ]);
  const [oldest] = await run<{ at: number | string | null }>("select min(oldest_at) as at from unpublished_telemetry");
  return {
    members: members.map(({ id }) => id),
    partitions: rows.map((row) => toState(row, now)),
    publishedUntil: oldest?.at === null || oldest === undefined ? null : Number(oldest.at),
  };
}

const readLeases = (run: Run, partitions: number): Promise<LeaseRow[]> =>
  run<LeaseRow>("select * from partition_lease where partition < ? order by partition", [partitions]);

const toState = (row: LeaseRow, now: number): PartitionState => ({
  partition: Number(row.partition),
  epoch: Number(row.epoch),
  owner: row.owner,
  isExpired: isExpired(Number(row.expires_at), now),
  target: row.target,
  load: Number(row.load),
  listeningSince: Number(row.listening_since),
  processedUntil: Number(row.processed_until),
  reportedAt: Number(row.reported_at),
});

/** TypeORM answers an UPDATE or DELETE with rows and a count on PostgreSQL. */
const rowsOf = <Row>(answer: unknown): Row[] => {
  const rows = Array.isArray(answer) && Array.isArray(answer[0]) ? (answer[0] as unknown) : answer;
  return Array.isArray(rows) ? (rows as Row[]) : [];
};

/** True where all of these leases hold; on PostgreSQL they then hold until the transaction ends. */
export async function holdLeases(transaction: EntityManager, leases: readonly PartitionLease[]): Promise<boolean> {
  if (leases.length === 0) return true;
  const isPostgres = transaction.connection.options.type === "postgres";
  const { sql, values } = rowTable(
    transaction,
    ["integer", "bigint"],
    leases.map(({ partition, epoch }) => [partition, epoch]),
  );
  const held = (await transaction.query(
    place(
      transaction,
      `with given (partition, epoch) as (${sql})
       select lease.partition from partition_lease as lease
       join given on lease.partition = given.partition and lease.epoch = given.epoch
       order by lease.partition ${isPostgres ? "for key share of lease" : ""}`,
    ),
    values,
  )) as unknown[];
  return held.length === leases.length;
}
