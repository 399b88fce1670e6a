import type { EntityManager } from "typeorm";
import { randomId, uuidv7 } from "../../kernel/ids.ts";
import { NOTIFICATION_LEASE_MS } from "../../model/lease-limits.ts";
import { BUNDLE_MAX } from "../../model/record-limits.ts";
import type { Bundling, Candidate, ClaimedMessage, DueChannel, Outbox } from "../../notify/outbox.ts";
import type { Database } from "../sql/database.ts";
import { writeLocked } from "../sql/organization-lock.ts";
import { countChanged, countFound, query, sql, writeStatement } from "../sql/statement.ts";
import { toChannel } from "./channel-store.ts";
import { tidy } from "./notification-retention.ts";
import { type ChannelRow, channelTable, type DeliveryRow, deliveryTable, ticketTable } from "./notification-tables.ts";
import { recordTry, releaseChannel } from "./record-attempt.ts";

/** Waiting deliveries that are considered for one message. */
const CANDIDATES_MAX = 4 * BUNDLE_MAX;

/**
 * Deliveries and attempts are written under the organization's lock, and a channel is claimed by compare-and-set. It
 * doesn't use the job table: a channel is claimed again and again, when its next delivery is due, and the attempts are
 * its deliveries'.
 */
export function createOutbox(database: Database, bundling: Bundling): Outbox {
  return {
    due: (now, most) =>
      database.reader
        .createQueryBuilder(channelTable, "channel")
        .select(["channel.id", "channel.organizationId"])
        // Written as in the partial index, so that both engines use it.
        .where("channel.enabled = 1 and channel.availableAt <= :now", { now })
        .orderBy("channel.availableAt", "ASC")
        .limit(most)
        .getMany(),
    claim: (channel, now) =>
      writeLocked(database, channel, (transaction) => claim(transaction, bundling, channel, now)),
    record: (message, result, now) =>
      writeLocked(database, message.channel, async (transaction) => {
        const row = await transaction.findOneBy(channelTable, { id: message.channel.id, claim: message.claim });
        if (!row) return false;
        const outdated = row.updatedAt !== message.channel.updatedAt;
        await recordTry(transaction, message, result, outdated, now);
        return true;
      }),
    async renew({ channel, claim }, now) {
      const renewed = sql`update notification_channel set free_at = ${now + NOTIFICATION_LEASE_MS}
        where id = ${channel.id} and claim = ${claim} returning id`;
      return (await countChanged(database, renewed)) > 0;
    },
    async reclaim() {
      const reclaimed = sql`update notification_channel set claim = null, free_at = 0 where claim is not null`;
      await writeStatement(database, reclaimed);
    },
    countWaiting: (most) =>
      countFound(database.reader, sql`select 1 from notification_delivery where status = 'pending' limit ${most}`),
    tidy: (now) => tidy(database, now),
  };
}

async function claim(
  transaction: EntityManager,
  bundling: Bundling,
  { id }: DueChannel,
  now: number,
): Promise<ClaimedMessage | undefined> {
  const own = randomId();
  const claimed = await query(
    transaction,
    sql`update notification_channel set claim = ${own}, free_at = ${now + NOTIFICATION_LEASE_MS}
        where id = ${id} and enabled = 1 and free_at <= ${now} returning id`,
  );
  if (claimed.length === 0) return undefined;
  const row = (await transaction.findOneBy(channelTable, { id })) as ChannelRow;
  const rows = await nextMessage(transaction, bundling, row, now);
  const [first, ...others] = rows;
  if (!first) {
    await releaseChannel(transaction, row, now);
    return undefined;
  }
  const messageId = first.messageId ?? (others.length === 0 ? first.id : uuidv7(now));
  await transaction
    .createQueryBuilder()
    .update(deliveryTable)
    .set({ messageId, attempts: () => "attempts + 1" })
    .whereInIds(rows.map(({ seq }) => seq))
    .execute();
  const ticket = bundling.keepsTickets(row.kind)
    ? await transaction.findOneBy(ticketTable, { channelId: id, incidentId: first.incidentId })
    : null;
  return {
    channel: toChannel(row),
    claim: own,
    messageId,
    deliveries: [first, ...others],
    attempts: 1 + Math.max(...rows.map(({ attempts }) => attempts)),
    failures: row.failures,
    ticket: ticket && { key: ticket.key, url: ticket.url },
    taken: (first.taken ?? []).filter((each) => others.every(({ taken }) => taken?.includes(each))),
  };
}

/** In their order. A message that failed is repeated unchanged. */
async function nextMessage(
  transaction: EntityManager,
  { keepsTickets, bundleOf }: Bundling,
  channel: ChannelRow,
  now: number,
): Promise<DeliveryRow[]> {
  const waiting = () =>
    transaction
      .createQueryBuilder(deliveryTable, "delivery")
      .where("delivery.status = 'pending' and delivery.channelId = :channel", { channel: channel.id });
  const head = await waiting()
    .andWhere("delivery.availableAt <= :now", { now })
    .orderBy("delivery.availableAt", "ASC")
    .addOrderBy("delivery.seq", "ASC")
    .limit(1)
    .getOne();
  if (!head) return [];
  if (head.messageId !== null) {
    return waiting()
      .andWhere("delivery.messageId = :message", { message: head.messageId })
      .orderBy("delivery.seq", "ASC")
      .getMany();
  }
  if (keepsTickets(channel.kind)) return [head];
  const candidates = await waiting()
    .andWhere("delivery.organizationId = :organizationId", channel)
    .select("delivery.seq", "seq")
    .addSelect("delivery.incidentId", "incidentId")
    .addSelect("delivery.availableAt", "availableAt")
    .addSelect("delivery.messageId", "messageId")
    .addSelect("octet_length(delivery.snapshot)", "bytes")
    .orderBy("delivery.seq", "ASC")
    .limit(CANDIDATES_MAX)
    .getRawMany<Candidate>();
  const bundle = bundleOf(candidates, now);
  if (bundle.length === 0) return [head];
  const seqs = bundle.map(({ seq }) => seq);
  return waiting().andWhere("delivery.seq in (:...seqs)", { seqs }).orderBy("delivery.seq", "ASC").getMany();
}
