import type { EntityManager } from "typeorm";
import { query, sql, textTable } from "../sql/statement.ts";
import { type DeliveryRow, deliveryTable } from "./notification-tables.ts";

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
