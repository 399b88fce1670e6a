import type { EntityManager } from "typeorm";
import { ApplicationError, notFound } from "../../kernel/errors.ts";
import { CHANNELS_MAX, DELIVERIES_COUNTED_MAX } from "../../model/record-limits.ts";
import type { Scope } from "../../model/scope.ts";
import type { NotificationChannel } from "../../notify/channel.ts";
import type { ChannelHealth, ChannelStore, KnownChannel } from "../../notify/channel-store.ts";
import type { Database } from "../sql/database.ts";
import { writeLocked } from "../sql/organization-lock.ts";
import { insertRows, updateRows, withoutColumns } from "../sql/sql-rows.ts";
import { countFound, query, raw, type Sql, sql } from "../sql/statement.ts";
import { listDeliveries, replay } from "./delivery-store.ts";
import { type ChannelRow, channelTable, deliveryTable, ticketTable } from "./notification-tables.ts";

const REMOVED_AT_ONCE_MAX = 1000;

export function createChannelStore(database: Database): ChannelStore {
  const { reader } = database;
  return {
    async list({ organizationId }) {
      const rows = await reader.find(channelTable, { where: { organizationId }, order: { name: "ASC" } });
      return Promise.all(rows.map((row) => known(reader, row)));
    },
    get: async (scope, id) => known(reader, await findChannel(reader, scope, id)),
    add: (scope, channel) =>
      writeLocked(database, scope, async (transaction) => {
        const { organizationId } = scope;
        if ((await transaction.countBy(channelTable, { organizationId })) >= CHANNELS_MAX) {
          throw new ApplicationError(
            "limit_reached",
            `An organization has at most ${CHANNELS_MAX} channels. Delete one first.`,
          );
        }
        await checkName(transaction, channel);
        await insertRows(transaction, channelTable, [{ ...channel, failures: 0 }]);
        return known(transaction, await findChannel(transaction, scope, channel.id));
      }),
    change: (scope, id, decide, now) =>
      writeLocked(database, scope, async (transaction) => {
        const row = await findChannel(transaction, scope, id);
        const { channel, revive } = decide(toChannel(row));
        if (channel.name !== row.name) await checkName(transaction, channel);
        await updateRows(transaction, channelTable, { id }, channel);
        if (revive) await reviveChannel(transaction, id, now);
        return known(transaction, await findChannel(transaction, scope, id));
      }),
    remove: (scope, id) => removeChannel(database, scope, id),
    deliveries: (scope, filter) => listDeliveries(reader, scope, filter),
    replay: (scope, id, now) => writeLocked(database, scope, (transaction) => replay(transaction, scope, id, now)),
  };
}

/** Throws `not_found`. */
export async function findChannel(manager: EntityManager, { organizationId }: Scope, id: string): Promise<ChannelRow> {
  const row = await manager.findOneBy(channelTable, { id, organizationId });
  if (!row) throw notFound("channel_not_found", `Notification channel ${id}`);
  return row;
}

async function checkName(transaction: EntityManager, { organizationId, name }: NotificationChannel): Promise<void> {
  if (await transaction.existsBy(channelTable, { organizationId, name })) {
    throw new ApplicationError(
      "already_exists",
      `A channel with the name ${name} already exists. Choose another name.`,
    );
  }
}

/** Makes all waiting deliveries due at once. A worker that has the channel still records its attempt. */
async function reviveChannel(transaction: EntityManager, id: string, now: number): Promise<void> {
  for (const statement of [
    sql`update notification_channel set failures = 0, paused_until = null, last_error = null where id = ${id}`,
    sql`update notification_delivery set free_at = ${now}
        where channel_id = ${id} and status = 'pending' and free_at > ${now}`,
    sql`update notification_channel set free_at = ${now} where id = ${id} and claim is null`,
  ]) {
    await query(transaction, statement);
  }
}

/** Disables the channel, so that no new deliveries come, deletes those that wait in steps, and then the channel. */
async function removeChannel(database: Database, scope: Scope, id: string): Promise<void> {
  const { organizationId } = scope;
  const step = (statement: Sql): Promise<number> =>
    writeLocked(database, scope, async (transaction) => {
      await findChannel(transaction, scope, id);
      await updateRows(transaction, channelTable, { id }, { enabled: false });
      return (await query(transaction, statement)).length;
    });
  const isOwn = sql`organization_id = ${organizationId} and channel_id = ${id}`;
  const limit = raw(`limit ${REMOVED_AT_ONCE_MAX}`);
  const deliveries = sql`delete from notification_delivery where seq in (
    select seq from notification_delivery where ${isOwn} and status = 'pending' ${limit}) returning seq`;
  const tickets = sql`delete from notification_ticket where (channel_id, incident_id) in (
    select channel_id, incident_id from notification_ticket where ${isOwn} ${limit}) returning incident_id`;
  while ((await step(deliveries)) === REMOVED_AT_ONCE_MAX);
  while ((await step(tickets)) === REMOVED_AT_ONCE_MAX);
  await writeLocked(database, scope, async (transaction) => {
    // Somebody may have switched it on meanwhile.
    await transaction.delete(deliveryTable, { channelId: id, organizationId, status: "pending" });
    await transaction.delete(ticketTable, { channelId: id, organizationId });
    await transaction.delete(channelTable, { id, organizationId });
  });
}

async function known(manager: EntityManager, row: ChannelRow): Promise<KnownChannel> {
  const [waiting, dead] = [await countOf(manager, row, "pending"), await countOf(manager, row, "dead")];
  const { failures: consecutiveFailures, lastError, lastDeliveredAt, pausedUntil } = row;
  const health: ChannelHealth = { consecutiveFailures, lastError, lastDeliveredAt, pausedUntil, waiting, dead };
  return { channel: toChannel(row), health };
}

const countOf = (
  manager: EntityManager,
  { organizationId, id }: Pick<ChannelRow, "organizationId" | "id">,
  status: "pending" | "dead",
): Promise<number> =>
  countFound(
    manager,
    sql`select 1 from notification_delivery
        where organization_id = ${organizationId} and channel_id = ${id} and status = ${status}
        limit ${DELIVERIES_COUNTED_MAX}`,
  );

export const toChannel = (row: ChannelRow): NotificationChannel =>
  withoutColumns(row, ["claim", "availableAt", "pausedUntil", "failures", "lastError", "lastDeliveredAt"]);
