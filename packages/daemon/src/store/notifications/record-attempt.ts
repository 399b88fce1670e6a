import type { EntityManager } from "typeorm";
import type { ClaimedMessage, TryResult } from "../../notify/outbox.ts";
import { insertRows } from "../sql/sql-rows.ts";
import { empty, query, queryOne, type Sql, sql, textTable } from "../sql/statement.ts";
import { type ChannelRow, ticketTable } from "./notification-tables.ts";
import { moveUp } from "./outbox-repository.ts";

/** Records an attempt and releases the channel. `isOutdated`: the channel changed since, so a failure doesn't count. */
export async function recordTry(
  transaction: EntityManager,
  message: ClaimedMessage,
  result: TryResult,
  isOutdated: boolean,
  now: number,
): Promise<void> {
  const { channel, deliveries } = message;
  const update = (set: Sql): Promise<void> => updateDeliveries(transaction, message, set);
  const moveOthersUp = (at: number): Promise<void> =>
    moveUp(transaction, channel.id, [...new Set(deliveries.map(({ incidentId }) => incidentId))], at);
  if (result.outcome === "released") {
    await update(sql`attempts = attempts - 1`);
    return releaseChannel(transaction, channel, now);
  }
  if (result.ticket) await keepTicket(transaction, message, result.ticket, now);
  const settled = sql`free_at = null, settled_at = ${now}`;
  if (result.outcome === "delivered") {
    await update(sql`status = 'delivered', ${settled}, last_error = null`);
    await moveOthersUp(now);
    const healthy = sql`, failures = 0, last_error = null, paused_until = null, last_delivered_at = ${now}`;
    return releaseChannel(transaction, channel, now, healthy);
  }
  const { reason, after } = result;
  const taken = result.taken.length > 0 ? JSON.stringify(result.taken) : null;
  if (isOutdated) {
    await update(sql`attempts = attempts - 1, taken = ${taken}`);
    return releaseChannel(transaction, channel, now);
  }
  if (after.next === "dead") {
    await update(sql`status = 'dead', ${settled}, taken = ${taken}, last_error = ${reason}`);
    await moveOthersUp(now);
  } else {
    await update(sql`free_at = null, taken = ${taken}, last_error = ${reason}`);
    await moveOthersUp(after.at);
  }
  const failing = sql`, failures = ${message.failures + 1}, last_error = ${reason}, paused_until = ${after.pausesUntil}`;
  return releaseChannel(transaction, channel, now, failing);
}

/** A delivery that was given up meanwhile stays so. */
async function updateDeliveries(transaction: EntityManager, { deliveries }: ClaimedMessage, set: Sql): Promise<void> {
  const ids = textTable(
    transaction,
    deliveries.map(({ id }) => id),
  );
  await query(transaction, sql`update notification_delivery set ${set} where id in (${ids}) and status = 'pending'`);
}

/** Ends the lease. The channel is next available when a delivery is due and its pause is over, not before `now`. */
export async function releaseChannel(
  transaction: EntityManager,
  { id }: Pick<ChannelRow, "id">,
  now: number,
  change: Sql = empty,
): Promise<void> {
  await query(transaction, sql`update notification_channel set claim = null ${change} where id = ${id}`);
  const due = await queryOne<{ availableAt: number | null; pausedUntil: number | null }>(
    transaction,
    sql`select paused_until as "pausedUntil", (
          select min(free_at) from notification_delivery
          where channel_id = ${id} and status = 'pending' and free_at is not null) as "availableAt"
        from notification_channel where id = ${id}`,
  );
  const first = due?.availableAt ?? null;
  const availableAt = first === null ? null : Math.max(now, first, due?.pausedUntil ?? 0);
  await query(transaction, sql`update notification_channel set free_at = ${availableAt} where id = ${id}`);
}

async function keepTicket(
  transaction: EntityManager,
  { channel, deliveries }: ClaimedMessage,
  { key, url }: { readonly key: string; readonly url: string },
  now: number,
): Promise<void> {
  const { id: channelId, organizationId } = channel;
  const row = { channelId, incidentId: deliveries[0].incidentId, organizationId, key, url, usedAt: now };
  await insertRows(transaction, ticketTable, [row], { overwrite: true });
}
