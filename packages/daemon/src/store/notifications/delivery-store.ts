import type { EntityManager } from "typeorm";
import { ApplicationError, notFound } from "../../kernel/errors.ts";
import type { Scope } from "../../model/scope.ts";
import type { Delivery, DeliveryFilter, DeliveryPage } from "../../notify/channel-store.ts";
import { cutPage, seqOf } from "../sql/row-page.ts";
import { updateRows } from "../sql/sql-rows.ts";
import { channelTable, type DeliveryRow, deliveryTable } from "./notification-tables.ts";
import { firstInLine, wake } from "./outbox-repository.ts";

/** Each row is small but for its snapshot, which isn't read. */
export async function listDeliveries(
  reader: EntityManager,
  { organizationId }: Scope,
  { status, channelId, incidentId, limit, cursor }: DeliveryFilter,
): Promise<DeliveryPage> {
  const query = reader
    .createQueryBuilder(deliveryTable, "delivery")
    .select(ANSWERED.map((column) => `delivery.${column}`))
    .where("delivery.organizationId = :organizationId", { organizationId });
  // An incident has few: where one is named the others aren't bare columns, so that its index serves.
  const but = incidentId === undefined ? "" : " || ''";
  if (incidentId !== undefined) query.andWhere("delivery.incidentId = :incidentId", { incidentId });
  if (status !== undefined) query.andWhere(`delivery.status${but} = :status`, { status });
  if (channelId !== undefined) query.andWhere(`delivery.channelId${but} = :channelId`, { channelId });
  if (cursor) query.andWhere("delivery.seq < :seq", { seq: seqOf(cursor) });
  query.orderBy("delivery.seq", "DESC").limit(limit + 1);
  const { rows, ...next } = cutPage(await query.getMany(), limit, ({ seq }) => String(seq));
  return { deliveries: rows.map(toDelivery), ...next };
}

const ANSWERED = [
  "seq",
  "id",
  "organizationId",
  "channelId",
  "channelName",
  "incidentId",
  "event",
  "status",
  "attempts",
  "availableAt",
  "lastError",
  "createdAt",
  "settledAt",
] as const;

const toDelivery = (row: Pick<DeliveryRow, (typeof ANSWERED)[number]>): Delivery => {
  const { seq: _seq, availableAt: nextTryAt, settledAt, ...delivery } = row;
  return { ...delivery, nextTryAt, deliveredAt: row.status === "delivered" ? settledAt : null };
};

/** Puts a dead one back in its incident's line, where it stood. The organization is locked. */
export async function replay(transaction: EntityManager, scope: Scope, id: string, now: number): Promise<Delivery> {
  const { organizationId } = scope;
  const row = await transaction.findOneBy(deliveryTable, { id, organizationId });
  if (!row) throw notFound("delivery_not_found", `Delivery ${id}`);
  const { seq, status, channelId, channelName } = row;
  if (status !== "dead")
    throw new ApplicationError(
      "delivery_not_dead",
      `Delivery ${id} is ${status}. Only dead deliveries can be replayed.`,
    );
  if (!(await transaction.existsBy(channelTable, { id: channelId, organizationId }))) {
    throw new ApplicationError(
      "channel_deleted",
      `The channel ${channelName} was deleted. Its deliveries cannot be replayed.`,
    );
  }
  const first = await firstInLine(transaction, row);
  const leads = first === undefined || first.seq > seq;
  if (leads && first) await updateRows(transaction, deliveryTable, { seq: first.seq }, { availableAt: null });
  const again = {
    status: "pending",
    attempts: 0,
    messageId: null,
    settledAt: null,
    availableAt: leads ? now : null,
  } as const;
  await updateRows(transaction, deliveryTable, { seq }, again);
  if (leads) await wake(transaction, [channelId], now);
  return toDelivery({ ...row, ...again });
}
