import type { EntityManager } from "typeorm";
import type { ClaimedMessage, TryResult } from "../../notify/outbox.ts";
import { insertRows, place, textList } from "../sql/sql-rows.ts";
import { moveUp } from "./first-in-line.ts";
import { type ChannelRow, ticketTable } from "./notification-tables.ts";

/**
 * Writes what came of a try, and lets the channel go. It is the caller's, and its organization is locked. `outdated`: the
 * channel was changed since it was claimed. Who set something right wants it tried, and no failure of before held against it.
 */
export async function recordTry(
  transaction: EntityManager,
  message: ClaimedMessage,
  result: TryResult,
  outdated: boolean,
  now: number,
): Promise<void> {
  const { channel, deliveries } = message;
  if (result.outcome === "released") {
    await updateDeliveries(transaction, message, "attempts = attempts - 1");
    return releaseChannel(transaction, channel, now);
  }
  if (result.ticket) await keepTicket(transaction, message, result.ticket, now);
  const incidentIds = [...new Set(deliveries.map(({ incidentId }) => incidentId))];
  const settled = "free_at = null, settled_at = ?";
  if (result.outcome === "delivered") {
    await updateDeliveries(transaction, message, `status = 'delivered', ${settled}, last_error = null`, now);
    await moveUp(transaction, channel.id, incidentIds, now);
    const well = "failures = 0, last_error = null, paused_until = null, last_delivered_at = ?";
    return releaseChannel(transaction, channel, now, well, now);
  }
  const { reason, after } = result;
  const taken = result.taken.length > 0 ? JSON.stringify(result.taken) : null;
  if (outdated) {
    await updateDeliveries(transaction, message, "attempts = attempts - 1, taken = ?", taken);
    return releaseChannel(transaction, channel, now);
  }
  if (after.next === "dead") {
    await updateDeliveries(
      transaction,
      message,
      `status = 'dead', ${settled}, taken = ?, last_error = ?`,
      now,
      taken,
      reason,
    );
    await moveUp(transaction, channel.id, incidentIds, now);
  } else {
    await updateDeliveries(transaction, message, "free_at = null, taken = ?, last_error = ?", taken, reason);
    await moveUp(transaction, channel.id, incidentIds, after.at);
  }
  const ill = "failures = ?, last_error = ?, paused_until = ?";
  return releaseChannel(transaction, channel, now, ill, message.failures + 1, reason, after.pausesUntil);
}

async function updateDeliveries(
  transaction: EntityManager,
  { deliveries }: ClaimedMessage,
  set: string,
  ...values: readonly unknown[]
): Promise<void> {
  const ids = textList(
    transaction,
    deliveries.map(({ id }) => id),
  );
  // One that was given up meanwhile stays so.
  const sql = `update notification_delivery set ${set} where id in (${ids.sql}) and status = 'pending'`;
  await transaction.query(place(transaction, sql), [...values, ids.value]);
}

/**
 * Nobody has it from then on; it is due when the first of what waits is, and not before a pause is over. What is due
 * already counts from now on: whoever waited longest for a turn has it first.
 */
export async function releaseChannel(
  transaction: EntityManager,
  { id }: Pick<ChannelRow, "id">,
  now: number,
  set = "failures = failures",
  ...values: readonly unknown[]
): Promise<void> {
  const query = (sql: string, parameters: readonly unknown[]): Promise<unknown> =>
    transaction.query(place(transaction, sql), [...parameters]);
  await query(`update notification_channel set claim = null, ${set} where id = ?`, [...values, id]);
  const [due] = (await query(
    `select paused_until as "pausedUntil", (select min(free_at) from notification_delivery
       where channel_id = ? and status = 'pending' and free_at is not null) as "availableAt"
     from notification_channel where id = ?`,
    [id, id],
  )) as [{ availableAt: number | string | null; pausedUntil: number | string | null }];
  const availableAt =
    due.availableAt === null ? null : Math.max(now, Number(due.availableAt), Number(due.pausedUntil ?? 0));
  await query("update notification_channel set free_at = ? where id = ?", [availableAt, id]);
}

async function keepTicket(
  transaction: EntityManager,
  { channel, deliveries }: ClaimedMessage,
  { key, url }: { readonly key: string; readonly url: string },
  now: number,
): Promise<void> {
  const { id: channelId, organizationId } = channel;
  const row = { channelId, incidentId: deliveries[0].incidentId, organizationId, key, url, usedAt: now };
  await insertRows(transaction, ticketTable, [row], {
    overwrite: { columns: ["ticket_key", "url", "used_at"], key: ["channel_id", "incident_id"] },
  });
}
