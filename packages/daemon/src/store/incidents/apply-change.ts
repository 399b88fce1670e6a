import type { EntityManager } from "typeorm";
import { carriedToParent, endWithParent } from "../../incident/family.ts";
import type { IncidentChange } from "../../incident/store.ts";
import { type IncidentStatus, isOver } from "../../model/incident.ts";
import { SYSTEM } from "../../model/scope.ts";
import { place } from "../sql/sql-rows.ts";
import { announce, toIncident, updateIncident, writeTimeline } from "./incident-rows.ts";
import { type IncidentRow, incidentTable } from "./incident-tables.ts";
import { continueTimeline } from "./timeline-rows.ts";
import type { Turn } from "./turn.ts";

/** Children that one step ends. */
export const CHILDREN_AT_ONCE_MAX = 100;

/**
 * Writes a change with all that it means for the incident's parent and children: the one way in which incidents
 * change. The organization is locked. `tell` writes the timeline.
 */
export async function applyChange(
  transaction: EntityManager,
  turn: Turn,
  row: IncidentRow,
  change: IncidentChange,
  now: number,
  tell: typeof writeTimeline = writeTimeline,
): Promise<IncidentRow> {
  while ((await endChildren(transaction, turn, row, change, now)) === CHILDREN_AT_ONCE_MAX);
  const changed = await updateIncident(transaction, turn, row, change, now);
  await tell(transaction, changed, change.timeline, now, turn);
  const next = await carryToParent(transaction, turn, row, changed, now);
  if (change.announce) await announce(transaction, turn, next);
  return next;
}

/** Where the change ends a parent: ends open children of it, so many at most; answers how many. */
export async function endChildren(
  transaction: EntityManager,
  turn: Turn,
  parent: IncidentRow,
  change: IncidentChange,
  now: number,
): Promise<number> {
  const { status } = change.fields;
  if (status === undefined || !isOver(status) || parent.parentIncidentId !== null) return 0;
  const children = await openChildren(transaction, parent, CHILDREN_AT_ONCE_MAX);
  const actor = change.timeline.find(({ type }) => type === "status_changed")?.actor ?? SYSTEM;
  for (const child of children) await endChild(transaction, turn, child, parent, status, actor, now);
  return children.length;
}

async function endChild(
  transaction: EntityManager,
  turn: Turn,
  child: IncidentRow,
  parent: IncidentRow,
  status: IncidentStatus,
  actor: string,
  now: number,
): Promise<void> {
  const change = endWithParent(toIncident(child), toIncident(parent), status, actor, now);
  if (!change) return;
  const ended = await updateIncident(transaction, turn, child, change, now);
  await writeTimeline(transaction, ended, change.timeline, now, turn);
  await announce(transaction, turn, ended);
}

/** The oldest first; from an index that holds nothing else. */
export const openChildren = (
  manager: EntityManager,
  { organizationId, id }: Pick<IncidentRow, "organizationId" | "id">,
  most: number,
): Promise<IncidentRow[]> =>
  manager
    .createQueryBuilder(incidentTable, "incident")
    .where("incident.organizationId = :organizationId and incident.parentIncidentId = :id", { organizationId, id })
    // As it stands in the index, so that both engines see that it serves.
    .andWhere("incident.status not in ('RESOLVED', 'CLOSED')")
    .orderBy("incident.number", "ASC")
    .limit(most)
    .getMany();

/** A parent isn't quiet while a child is open: it is due again when one of them is over (see `updateIncident`). */
export async function waitsForChildren(transaction: EntityManager, row: IncidentRow): Promise<boolean> {
  if ((await openChildren(transaction, row, 1)).length === 0) return false;
  await transaction.query(
    place(transaction, "update incident set quiet_at = null where organization_id = ? and id = ?"),
    [row.organizationId, row.id],
  );
  return true;
}

/** Answers the child as it is then. */
async function carryToParent(
  transaction: EntityManager,
  turn: Turn,
  before: IncidentRow,
  child: IncidentRow,
  now: number,
): Promise<IncidentRow> {
  const { organizationId, parentIncidentId } = child;
  if (parentIncidentId === null) return child;
  const parent = await transaction.findOneBy(incidentTable, { organizationId, id: parentIncidentId });
  const carried = parent && carriedToParent(toIncident(parent), toIncident(before), toIncident(child), now);
  if (!parent || !carried) return child;
  if (carried.parent) await changeOther(transaction, turn, parent, carried.parent, now, continueTimeline);
  if (!carried.child) return child;
  const detached = await updateIncident(transaction, turn, child, carried.child, now);
  await writeTimeline(transaction, detached, carried.child.timeline, now, turn);
  return detached;
}

/** A change that comes of another incident's. It doesn't move when a closed one was closed, which its last change tells. */
export async function changeOther(
  transaction: EntityManager,
  turn: Turn,
  row: IncidentRow,
  change: IncidentChange,
  now: number,
  tell: typeof writeTimeline = writeTimeline,
): Promise<void> {
  const next = await updateIncident(transaction, turn, row, change, row.status === "CLOSED" ? row.updatedAt : now);
  await tell(transaction, next, change.timeline, now, turn);
  if (change.announce) await announce(transaction, turn, next);
}
