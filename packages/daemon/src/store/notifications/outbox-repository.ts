import type { EntityManager } from "typeorm";
import { randomId } from "../../kernel/ids.ts";
import type { NotifiedChannel, OutboxRepository } from "../../notify/queue-notifications.ts";
import { insertRows } from "../sql/sql-rows.ts";
import { query, rowTable, sql, textTable } from "../sql/statement.ts";
import { channelTable, type DeliveryRow, deliveryTable } from "./notification-tables.ts";

/** Deliveries of up to 16 KiB each that are held in memory before they are written. */
const PENDING_MAX = 256;
const UNSENT = { messageId: null, availableAt: null, lastError: null, settledAt: null, taken: null } as const;

/** The outbox of one organization within one transaction. Deliveries are written once for all changes. */
export function createOutboxRepository(
  transaction: EntityManager,
  organizationId: string,
): { readonly outbox: OutboxRepository; readonly flush: () => Promise<void> } {
  const pending: Omit<DeliveryRow, "seq">[] = [];
  let channels: Promise<readonly NotifiedChannel[]> | undefined;
  const flush = (): Promise<void> => writeDeliveries(transaction, pending.splice(0));
  const outbox: OutboxRepository = {
    enabledChannels() {
      channels ??= transaction.find(channelTable, {
        select: { id: true, name: true, events: true, minSeverity: true, services: true },
        where: { organizationId, enabled: true },
      });
      return channels;
    },
    async add({ channel, ...delivery }) {
      const { id: channelId, name: channelName } = channel;
      const row = { ...delivery, ...UNSENT, organizationId, channelId, channelName, id: randomId() };
      pending.push({ ...row, status: "pending", attempts: 0 });
      if (pending.length >= PENDING_MAX) await flush();
    },
  };
  return { outbox, flush };
}

/** Writes deliveries in order. Only the first waiting one of a channel and incident may be sent. */
async function writeDeliveries(transaction: EntityManager, rows: readonly Omit<DeliveryRow, "seq">[]): Promise<void> {
  if (rows.length === 0) return;
  const held = await linesThatWait(transaction, rows);
  const placed = rows.map((row) => {
    const behind = held.has(lineOf(row));
    held.add(lineOf(row));
    return { ...row, availableAt: behind ? null : row.createdAt };
  });
  await insertRows(transaction, deliveryTable, placed);
  const free = placed.filter(({ availableAt }) => availableAt !== null);
  const at = Math.min(...free.map(({ createdAt }) => createdAt));
  if (free.length > 0) await wake(transaction, [...new Set(free.map(({ channelId }) => channelId))], at);
}

const lineOf = ({ channelId, incidentId }: Line): string => `${channelId} ${incidentId}`;

async function linesThatWait(transaction: EntityManager, rows: readonly Line[]): Promise<Set<string>> {
  const lines = new Map(rows.map((row) => [lineOf(row), [row.channelId, row.incidentId]]));
  const waiting = await query<Line>(
    transaction,
    sql`with line (channel_id, incident_id) as (${rowTable(transaction, ["text", "text"], [...lines.values()])})
        select channel_id as "channelId", incident_id as "incidentId" from line where exists (
          select 1 from notification_delivery as earlier where earlier.channel_id = line.channel_id
            and earlier.incident_id = line.incident_id and earlier.status = 'pending')`,
  );
  return new Set(waiting.map(lineOf));
}

/** Makes channels available by then. A claimed channel gets its time when it is released. */
export async function wake(transaction: EntityManager, channelIds: readonly string[], at: number): Promise<void> {
  await query(
    transaction,
    sql`update notification_channel set free_at = case when paused_until > ${at} then paused_until else ${at} end
        where id in (${textTable(transaction, channelIds)}) and claim is null and (free_at is null or free_at > ${at})`,
  );
}

/** The deliveries that wait for a channel and an incident, in their order. Only the first may be sent. */
type Line = Pick<DeliveryRow, "channelId" | "incidentId">;

export const firstInLine = async (
  transaction: EntityManager,
  { channelId, incidentId }: Line,
): Promise<DeliveryRow | undefined> =>
  (await transaction
    .createQueryBuilder(deliveryTable, "delivery")
    .where("delivery.channelId = :channelId and delivery.incidentId = :incidentId", { channelId, incidentId })
    // Written as in the partial index, so that both engines use it.
    .andWhere("delivery.status = 'pending'")
    .orderBy("delivery.seq", "ASC")
    .limit(1)
    .getOne()) ?? undefined;

/** The first delivery of each of these incidents may be sent from `at` on, unless it has a time already. */
export async function moveUp(
  transaction: EntityManager,
  channelId: string,
  incidentIds: readonly string[],
  at: number,
): Promise<void> {
  await query(
    transaction,
    sql`with line (incident_id) as (${textTable(transaction, incidentIds)})
        update notification_delivery set free_at = ${at} where free_at is null and seq in (
          select (select min(seq) from notification_delivery as waiting where waiting.channel_id = ${channelId}
                    and waiting.incident_id = line.incident_id and waiting.status = 'pending') from line)`,
  );
}
