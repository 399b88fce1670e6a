import type { EntityManager } from "typeorm";
import type { Incident } from "../../model/incident.ts";
import { DECISIONS_KEPT_MS } from "../../model/record-limits.ts";
import { incidentTable } from "../incidents/incident-tables.ts";
import { deleteFirstBefore, insertRows, place } from "../sql/sql-rows.ts";
import { correlationDecisionTable, correlationPartingTable } from "./correlation-tables.ts";

/** Of one alarm, those that it was taken apart from last. */
const PARTED_READ_MAX = 100;

type Parted = Pick<Incident, "id" | "organizationId" | "deduplicationKey">;

/**
 * Remembers that a person took an alarm apart from the one it was merged into, and from the one that it was found like,
 * so that the built-in correlation joins them no more, in whichever order they ring.
 */
export async function writePartings(
  transaction: EntityManager,
  child: Parted,
  parent: Parted,
  now: number,
): Promise<void> {
  const { organizationId, deduplicationKey: own } = child;
  const merge = { organizationId, incidentId: child.id, action: "merge" } as const;
  const decision = await transaction.findOne(correlationDecisionTable, { where: merge, order: { createdAt: "DESC" } });
  const id = decision?.relatedIncidentId ?? parent.id;
  const partner = id === parent.id ? parent : await transaction.findOneBy(incidentTable, { organizationId, id });
  const others = new Set([parent.deduplicationKey, partner?.deduplicationKey ?? parent.deduplicationKey]);
  const ways = [...others].flatMap((other) => [
    [own, other],
    [other, own],
  ]) as [string, string][];
  const rows = ways.map(([deduplicationKey, otherKey]) => ({
    organizationId,
    deduplicationKey,
    otherKey,
    partedAt: now,
  }));
  await insertRows(transaction, correlationPartingTable, rows);
}

/** The keys of the alarms that it was taken apart from. */
export async function partedFrom(
  transaction: EntityManager,
  { organizationId, deduplicationKey }: Pick<Incident, "organizationId" | "deduplicationKey">,
): Promise<readonly string[]> {
  const rows = (await transaction.query(
    place(
      transaction,
      `select other_key as "otherKey" from correlation_parting where organization_id = ? and deduplication_key = ?
       order by seq desc limit ?`,
    ),
    [organizationId, deduplicationKey, PARTED_READ_MAX],
  )) as { readonly otherKey: string }[];
  return rows.map(({ otherKey }) => otherKey);
}

/** Those that are as old as decisions that are forgotten go; answers how many. */
export const forgetPartings = (transaction: EntityManager, now: number, most: number): Promise<number> =>
  deleteFirstBefore(transaction, { table: "correlation_parting", time: "parted_at" }, now - DECISIONS_KEPT_MS, most);
