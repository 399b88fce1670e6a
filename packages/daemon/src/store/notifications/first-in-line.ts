import type { EntityManager } from "typeorm";
import { place, textList } from "../sql/sql-rows.ts";
import { type DeliveryRow, deliveryTable } from "./notification-tables.ts";

/** The line of a channel and an incident: what waits, in the order of happening, of which the first alone may be sent. */
type Line = Pick<DeliveryRow, "channelId" | "incidentId">;

export const firstInLine = async (
  transaction: EntityManager,
  { channelId, incidentId }: Line,
): Promise<DeliveryRow | undefined> =>
  (await transaction
    .createQueryBuilder(deliveryTable, "delivery")
    .where("delivery.channelId = :channelId and delivery.incidentId = :incidentId", { channelId, incidentId })
    // As it stands in the index, so that both engines see that it serves.
    .andWhere("delivery.status = 'pending'")
    .orderBy("delivery.seq", "ASC")
    .limit(1)
    .getOne()) ?? undefined;

/** Whoever is first in these lines may be sent from `at` on; who has a time already keeps it. */
export async function moveUp(
  transaction: EntityManager,
  channelId: string,
  incidentIds: readonly string[],
  at: number,
): Promise<void> {
  const incidents = textList(transaction, incidentIds);
  await transaction.query(
    place(
      transaction,
      `with line (incident_id) as (${incidents.sql})
       update notification_delivery set free_at = ? where free_at is null and seq in (
         select (select min(seq) from notification_delivery as waiting where waiting.channel_id = ?
                   and waiting.incident_id = line.incident_id and waiting.status = 'pending') from line)`,
    ),
    [incidents.value, at, channelId],
  );
}
