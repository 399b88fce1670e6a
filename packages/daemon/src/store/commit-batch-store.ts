import type { EntityManager } from "typeorm";
import type { ServiceKey, StateChange } from "../detect/engine/detection-engine.ts";
import { DAY_MS } from "../kernel/clock.ts";
import type { ConsumerProgress, Progress } from "../model/accepted-batch.ts";
import { serviceHash } from "../model/partition.ts";
import { STREAM_CHANGES_KEPT, STREAM_CHANGES_TRIM_AT } from "../model/stream-limits.ts";
import type {
  CommitBatch,
  CommitBatchStore,
  CommitOutcome,
  OpenIncidents,
  StoredState,
} from "../pipeline/commit-batch.ts";
import { forgetDecisions, forgetExclusions } from "./correlation/ledger.ts";
import { detectionStateTable } from "./detection/detection-tables.ts";
import { writeListing } from "./detection/log-template-store.ts";
import { readSensitivities } from "./detection/sensitivity-store.ts";
import { forgetShadows } from "./detection/shadow-store.ts";
import { holdLeases } from "./partitions/partition-leases.ts";
import { laneOf, positionsByLane } from "./queue/consumer-lanes.ts";
import { createReplays, releaseReplays } from "./queue/dead-letter-store.ts";
import { consumedBatchTable, consumerTable, deadLetterTable } from "./queue/queue-tables.ts";
import { addDeployments } from "./signals/deployment-store.ts";
import { addCounts } from "./signals/telemetry-counts.ts";
import type { Database } from "./sql/database.ts";
import { inParts, insertRows } from "./sql/sql-rows.ts";
import { join, query, sql } from "./sql/statement.ts";
import type { WriteCounts } from "./telemetry/sqlite/write-counts.ts";
import { type UnitOfWorkOptions, unitsWithin } from "./unit-of-work.ts";

const CONSUMED_KEPT_MS = DAY_MS;
const TIDY_ROWS_MAX = 5000;
/** Dead letters kept, over all organizations, and for how long. */
const DEAD_LETTERS_KEPT = 100_000;
const DEAD_LETTERS_KEPT_MS = 30 * DAY_MS;

/** `writeCounts` belongs to an archive in files beside the database. */
export function createCommitBatchStore(
  database: Database,
  options: UnitOfWorkOptions,
  writeCounts?: Pick<WriteCounts, "store" | "stored">,
): CommitBatchStore {
  const { reader } = database;
  const run =
    (isDryRun: boolean) =>
    async (batch: CommitBatch, openIncidents: OpenIncidents, now: number): Promise<CommitOutcome> => {
      try {
        const counts = await database.write(async (transaction) => {
          if (!(await holdLeases(transaction, batch.leases))) throw new Rollback("lease_lost");
          if (batch.progress !== null && !(await writeProgress(transaction, batch.progress, now)))
            throw new Rollback("already_consumed");
          await openIncidents(unitsWithin(transaction, options), batch.candidates, now);
          await writeStates(transaction, batch.states);
          await writeListing(transaction, batch.states);
          await writeDeadLetters(transaction, batch);
          await addDeployments(transaction, batch.deployments);
          await addCounts(transaction, batch.counts);
          if (isDryRun) throw new Rollback("rolled_back");
          return writeCounts?.store(transaction);
        });
        if (counts) writeCounts?.stored(counts);
        return "stored";
      } catch (error) {
        if (error instanceof Rollback) return error.outcome;
        throw error;
      }
    };
  return {
    commit: run(false),
    dryRun: run(true),
    async positions(consumer) {
      const rows = await reader
        .createQueryBuilder(consumerTable, "consumer")
        .where("consumer.name = :name or consumer.name like :lanes", {
          name: consumer,
          lanes: `${laneOf(consumer, "%")}`,
        })
        .getMany();
      return positionsByLane(consumer, rows);
    },
    async consumed(batches) {
      if (batches.length === 0) return new Set();
      const rows = await reader
        .createQueryBuilder(consumedBatchTable, "batch")
        .where("batch.id in (:...batches)", { batches })
        .getMany();
      return new Set(rows.map(({ id }) => id));
    },
    states: (keys) => readStates(reader, keys),
    sensitivities: (organizationIds) => readSensitivities(reader, organizationIds),
    async due(now, limit, partitions) {
      const query = reader.createQueryBuilder(detectionStateTable, "state").where("state.wakeAt <= :now", { now });
      if (partitions) query.andWhere("state.serviceHash % :partitions in (:...held)", { ...partitions });
      return query.orderBy("state.wakeAt", "ASC").limit(limit).getMany();
    },
    ...createReplays(database),
    tidy: (now) => tidy(database, now),
  };
}

/** Rolls back a transaction that did not fail. */
class Rollback extends Error {
  readonly outcome: CommitOutcome;
  constructor(outcome: CommitOutcome) {
    super();
    this.outcome = outcome;
  }
}

/** False where another worker has stored a part of this progress. */
async function writeProgress(transaction: EntityManager, progress: Progress, now: number): Promise<boolean> {
  if ("consumers" in progress) return moveConsumers(transaction, progress.consumers);
  let written = 0;
  for (const part of inParts(progress.batches)) {
    const rows = join(part.map((id) => sql`(${id}, ${now})`));
    const inserted = await query(
      transaction,
      sql`insert into consumed_batch (id, consumed_at) values ${rows} on conflict (id) do nothing returning id`,
    );
    written += inserted.length;
  }
  return written === progress.batches.length;
}

/** False where the position of any consumer has changed: another worker was quicker. */
async function moveConsumers(transaction: EntityManager, consumers: readonly ConsumerProgress[]): Promise<boolean> {
  const added = join(consumers.map(({ consumer }) => sql`(${consumer}, 0)`));
  await query(transaction, sql`insert into consumer (name, position) values ${added} on conflict (name) do nothing`);
  const moves = consumers.map(
    ({ consumer, from, position }) =>
      sql`(cast(${consumer} as text), cast(${from} as bigint), cast(${position} as bigint))`,
  );
  const moved = await query(
    transaction,
    sql`with given (name, before, after) as (values ${join(moves)})
      update consumer set position = given.after from given
      where consumer.name = given.name and consumer.position = given.before returning consumer.name`,
  );
  return moved.length === consumers.length;
}

async function writeStates(transaction: EntityManager, states: readonly StateChange[]): Promise<void> {
  const rows = states.map(({ organizationId, service, state, wakeAt }) => {
    return { organizationId, service, state, wakeAt, serviceHash: serviceHash(organizationId, service) };
  });
  await insertRows(transaction, detectionStateTable, rows, { overwrite: true });
}

async function writeDeadLetters(transaction: EntityManager, { deadLetters, replayed }: CommitBatch): Promise<void> {
  const rows = deadLetters.map((deadLetter) => ({ ...deadLetter, replayAskedAt: null, replayEventId: null }));
  await insertRows(transaction, deadLetterTable, rows, { ignore: true });
  for (const part of inParts(replayed)) {
    await transaction.createQueryBuilder().delete().from(deadLetterTable).where("id in (:...part)", { part }).execute();
  }
}

async function readStates(reader: EntityManager, keys: readonly ServiceKey[]): Promise<StoredState[]> {
  const found = new Map<string, string>();
  const byOrganization = Map.groupBy(keys, ({ organizationId }) => organizationId);
  for (const [organizationId, group] of byOrganization) {
    for (const part of inParts(group)) {
      const rows = await reader
        .createQueryBuilder(detectionStateTable, "state")
        .where("state.organizationId = :organizationId and state.service in (:...services)", {
          organizationId,
          services: part.map(({ service }) => service),
        })
        .getMany();
      for (const row of rows) found.set(`${organizationId} ${row.service}`, row.state);
    }
  }
  return keys.map((key) => ({ key, state: found.get(`${key.organizationId} ${key.service}`) ?? null }));
}

async function tidy(database: Database, now: number): Promise<number> {
  return database.write(async (transaction) => {
    await query(
      transaction,
      sql`delete from consumed_batch where id in (select id from consumed_batch where consumed_at < ${now - CONSUMED_KEPT_MS} limit ${TIDY_ROWS_MAX})`,
    );
    const deletedDeadLetters = await query(
      transaction,
      sql`delete from dead_letter where seq in (
           select seq from dead_letter
           where received_at < ${now - DEAD_LETTERS_KEPT_MS} or seq <= (select max(seq) from dead_letter) - ${DEAD_LETTERS_KEPT} order by seq limit ${TIDY_ROWS_MAX}) returning seq`,
    );
    await forgetDecisions(transaction, now, TIDY_ROWS_MAX);
    await forgetShadows(transaction, now, TIDY_ROWS_MAX);
    await forgetExclusions(transaction, now, TIDY_ROWS_MAX);
    await releaseReplays(transaction, now);
    const heads = await query<{ id: string; seq: number }>(
      transaction,
      sql`select organization_id as id, seq from stream_head where seq > ${STREAM_CHANGES_TRIM_AT} and exists (
           select 1 from stream_change where organization_id = stream_head.organization_id and seq < stream_head.seq - ${STREAM_CHANGES_TRIM_AT})`,
    );
    for (const { id, seq } of heads) {
      await query(
        transaction,
        sql`delete from stream_change where organization_id = ${id} and seq <= ${seq - STREAM_CHANGES_KEPT}`,
      );
    }
    return deletedDeadLetters.length;
  });
}
