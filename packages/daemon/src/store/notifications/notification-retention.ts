import { CHANNEL_WAITING_MAX, DEAD_KEPT_MS, DELIVERED_KEPT_MS, TICKET_KEPT_MS } from "../../model/record-limits.ts";
import type { Database } from "../sql/database.ts";
import { writeLocked } from "../sql/organization-lock.ts";
import { countChanged, query, raw, sql, textTable } from "../sql/statement.ts";
import { type ChannelRow, channelTable, deliveryTable } from "./notification-tables.ts";
import { moveUp, wake } from "./outbox-repository.ts";

const REMOVED_AT_ONCE_MAX = 1000;
const CHANNELS_AT_ONCE_MAX = 200;
const BEHIND = `The channel is behind: more than ${CHANNEL_WAITING_MAX} notifications waited for it, and this was the oldest.`;

/** Deletes old deliveries and tickets, a bounded number, and gives up the oldest of channels that are too far behind. */
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
  countChanged(
    database,
    sql`delete from notification_delivery where seq in (
          select seq from notification_delivery where status = '${raw(status)}' and settled_at < ${before}
          order by settled_at limit ${raw(REMOVED_AT_ONCE_MAX)})
        returning seq`,
  );

const forgetTickets = (database: Database, before: number): Promise<number> =>
  countChanged(
    database,
    sql`delete from notification_ticket where (channel_id, incident_id) in (
          select channel_id, incident_id from notification_ticket where used_at < ${before}
          order by used_at limit ${raw(REMOVED_AT_ONCE_MAX)})
        returning incident_id`,
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

/** In steps, so that nobody waits long for the organization's lock. */
async function giveUpOldest(database: Database, { id, organizationId }: Waiting, now: number): Promise<number> {
  const waiting = () =>
    database.reader
      .createQueryBuilder(deliveryTable, "delivery")
      .select(["delivery.seq", "delivery.id", "delivery.incidentId"])
      .where("delivery.organizationId = :organizationId and delivery.channelId = :id", { organizationId, id })
      .andWhere("delivery.status = 'pending'");
  const newestTooMany = await waiting().orderBy("delivery.seq", "DESC").offset(CHANNEL_WAITING_MAX).limit(1).getOne();
  if (!newestTooMany) return 0;
  let givenUp = 0;
  for (;;) {
    const oldest = await waiting()
      .andWhere("delivery.seq <= :last", { last: newestTooMany.seq })
      .orderBy("delivery.seq", "ASC")
      .limit(REMOVED_AT_ONCE_MAX)
      .getMany();
    if (oldest.length === 0) return givenUp;
    await writeLocked(database, { organizationId }, async (transaction) => {
      const ids = oldest.map((each) => each.id);
      await query(
        transaction,
        sql`update notification_delivery set status = 'dead', free_at = null, settled_at = ${now}, last_error = ${BEHIND}
            where id in (${textTable(transaction, ids)}) and status = 'pending'`,
      );
      await moveUp(transaction, id, [...new Set(oldest.map(({ incidentId }) => incidentId))], now);
      await wake(transaction, [id], now);
    });
    givenUp += oldest.length;
  }
}
