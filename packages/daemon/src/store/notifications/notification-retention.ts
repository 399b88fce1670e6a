import { DEAD_KEPT_MS, DELIVERED_KEPT_MS, TICKET_KEPT_MS, WAITING_MAX } from "../../notify/outbox.ts";
import type { Database } from "../sql/database.ts";
import { lockOrganization } from "../sql/organization-lock.ts";
import { place, rowCount, textList } from "../sql/sql-rows.ts";
import { moveUp } from "./first-in-line.ts";
import { type ChannelRow, channelTable, deliveryTable } from "./notification-tables.ts";
import { wake } from "./outbox-repository.ts";

const REMOVED_AT_ONCE_MAX = 1000;
const CHANNELS_AT_ONCE_MAX = 200;
const BEHIND = `The channel is behind: more than ${WAITING_MAX} notifications waited for it, and this was the oldest.`;

/** Forgets what is old, a bounded number; and of what waits for a channel gives up the oldest where it is too much. */
export async function tidy(database: Database, now: number): Promise<number> {
  const forgotten =
    (await forget(database, "delivered", now - DELIVERED_KEPT_MS)) +
    (await forget(database, "dead", now - DEAD_KEPT_MS)) +
    (await forgetTickets(database, now - TICKET_KEPT_MS));
  let givenUp = 0;
  let after = "";
  for (;;) {
    const channels = await waitingChannels(database, after);
    for (const channel of channels) givenUp += await giveUpOldest(database, channel, now);
    if (channels.length < CHANNELS_AT_ONCE_MAX) return forgotten + givenUp;
    after = channels.at(-1)?.id ?? "";
  }
}

const forget = (database: Database, status: "delivered" | "dead", before: number): Promise<number> =>
  removeRows(
    database,
    `delete from notification_delivery where seq in (
       select seq from notification_delivery where status = '${status}' and settled_at < ? order by settled_at limit ?)
     returning seq`,
    before,
  );

const forgetTickets = (database: Database, before: number): Promise<number> =>
  removeRows(
    database,
    `delete from notification_ticket where (channel_id, incident_id) in (
       select channel_id, incident_id from notification_ticket where used_at < ? order by used_at limit ?)
     returning incident_id`,
    before,
  );

const removeRows = (database: Database, sql: string, before: number): Promise<number> =>
  database.write(async (transaction) =>
    rowCount(await transaction.query(place(transaction, sql), [before, REMOVED_AT_ONCE_MAX])),
  );

type Waiting = Pick<ChannelRow, "id" | "organizationId">;

const waitingChannels = (database: Database, after: string): Promise<Waiting[]> =>
  database.reader
    .createQueryBuilder(channelTable, "channel")
    .select(["channel.id", "channel.organizationId"])
    .where("channel.id > :after and channel.enabled = 1 and channel.availableAt is not null", { after })
    .orderBy("channel.id", "ASC")
    .limit(CHANNELS_AT_ONCE_MAX)
    .getMany();

/** In steps, so that nobody waits long for the organization's turn. */
async function giveUpOldest(database: Database, { id, organizationId }: Waiting, now: number): Promise<number> {
  const waiting = () =>
    database.reader
      .createQueryBuilder(deliveryTable, "delivery")
      .select(["delivery.seq", "delivery.id", "delivery.incidentId"])
      .where("delivery.organizationId = :organizationId and delivery.channelId = :id", { organizationId, id })
      .andWhere("delivery.status = 'pending'");
  const newestTooMany = await waiting().orderBy("delivery.seq", "DESC").offset(WAITING_MAX).limit(1).getOne();
  if (!newestTooMany) return 0;
  let givenUp = 0;
  for (;;) {
    const oldest = await waiting()
      .andWhere("delivery.seq <= :last", { last: newestTooMany.seq })
      .orderBy("delivery.seq", "ASC")
      .limit(REMOVED_AT_ONCE_MAX)
      .getMany();
    if (oldest.length === 0) return givenUp;
    await database.write(async (transaction) => {
      await lockOrganization(transaction, organizationId);
      const ids = textList(
        transaction,
        oldest.map((each) => each.id),
      );
      const sql = `update notification_delivery set status = 'dead', free_at = null, settled_at = ?, last_error = ?
        where id in (${ids.sql}) and status = 'pending'`;
      await transaction.query(place(transaction, sql), [now, BEHIND, ids.value]);
      await moveUp(transaction, id, [...new Set(oldest.map(({ incidentId }) => incidentId))], now);
      await wake(transaction, [id], now);
    });
    givenUp += oldest.length;
  }
}
