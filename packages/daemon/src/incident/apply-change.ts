import { findPresent } from "../correlate/correlate-incident.ts";
import { recordOverlappingShadows } from "../detect/quality/record-shadow.ts";
import { notFound } from "../kernel/errors.ts";
import { type IncidentStatus, isOver } from "../model/incident.ts";
import { type AppendTimeline, announce, appendTimeline, continueTimeline } from "./append-timeline.ts";
import { statusActorOf } from "./change-status.ts";
import { inheritVerdict, judgeChange } from "./judge-incident.ts";
import { shareOf } from "./merge-and-group.ts";
import { nameFamily } from "./name-family.ts";
import { carriedToParent, endWithParent, outgrows, siblingsSince, splitFamily } from "./parent-and-child.ts";
import type { IncidentChange } from "./store.ts";
import type { IncidentUnitOfWork, StoredIncident } from "./unit-of-work.ts";

/** Children that one transaction ends. */
export const CHILDREN_AT_ONCE_MAX = 100;

/** Throws `not_found`. */
export async function requireIncident({ incidents }: Pick<IncidentUnitOfWork, "incidents">, id: string) {
  const incident = await incidents.find(id);
  if (!incident) throw notFound("incident_not_found", `Incident ${id}`);
  return incident;
}

/**
 * Changes an incident with all consequences for its parent and its children. Every change of an incident takes this
 * way, or `applyConsequence` where another incident's change caused it.
 */
export async function applyChange(
  unit: IncidentUnitOfWork,
  before: StoredIncident,
  change: IncidentChange,
  now: number,
  append: AppendTimeline = appendTimeline,
): Promise<StoredIncident> {
  while ((await endChildren(unit, before, change, now)) === CHILDREN_AT_ONCE_MAX);
  const changed = await updateIncident(unit, before, change, now);
  if (before.ownSeverity !== null && changed.severity !== before.severity)
    await unit.incidents.keepOwn(before, { ownSeverity: changed.severity });
  // Before the timeline, since a child's entries notify nobody.
  const own = await leaveOlderParent(unit, before, changed, now);
  await append(unit, own, change.timeline, now);
  const next = await carryToParent(unit, before, own, now);
  if (change.announce) await announce(unit, next);
  return next;
}

/** Changes an incident because another one changed. A closed incident keeps `updatedAt`, its time of closing. */
export async function applyConsequence(
  unit: IncidentUnitOfWork,
  before: StoredIncident,
  change: IncidentChange,
  now: number,
  append: AppendTimeline = appendTimeline,
): Promise<void> {
  const next = await updateIncident(unit, before, change, before.status === "CLOSED" ? before.updatedAt : now);
  await append(unit, next, change.timeline, now);
  if (change.announce) await announce(unit, next);
}

/** Ends up to `CHILDREN_AT_ONCE_MAX` open children where the change ends their parent; returns their number. */
export async function endChildren(
  unit: IncidentUnitOfWork,
  parent: StoredIncident,
  change: IncidentChange,
  now: number,
): Promise<number> {
  const { status } = change.fields;
  if (status === undefined || !isOver(status) || parent.parentIncidentId !== null) return 0;
  const children = await unit.incidents.openChildren(parent.id, CHILDREN_AT_ONCE_MAX);
  for (const child of children) await endChild(unit, child, parent, status, statusActorOf(change), now);
  return children.length;
}

async function endChild(
  unit: IncidentUnitOfWork,
  child: StoredIncident,
  parent: StoredIncident,
  status: IncidentStatus,
  actor: string,
  now: number,
): Promise<void> {
  const change = endWithParent(child, parent, status, actor, now);
  if (!change) return;
  const ended = await updateIncident(unit, child, change, now);
  await appendTimeline(unit, ended, change.timeline, now);
  await announce(unit, ended);
}

/** A parent resolves automatically only when its children are over; then it is checked again. */
export async function waitsForChildren(
  { incidents }: Pick<IncidentUnitOfWork, "incidents">,
  { id }: StoredIncident,
): Promise<boolean> {
  if ((await incidents.openChildren(id, 1)).length === 0) return false;
  await incidents.pauseAutomaticResolution(id);
  return true;
}

/** Returns the child as it is afterwards. */
async function carryToParent(
  unit: IncidentUnitOfWork,
  before: StoredIncident,
  child: StoredIncident,
  now: number,
): Promise<StoredIncident> {
  if (child.parentIncidentId === null) return child;
  const parent = await unit.incidents.find(child.parentIncidentId);
  const carried = parent && carriedToParent(parent, before, child, now);
  if (!carried) return child;
  if (!carried.child) {
    if (carried.parent) await applyConsequence(unit, parent, carried.parent, now, continueTimeline);
    return child;
  }
  const detached = await updateIncident(unit, child, carried.child, now);
  await appendTimeline(unit, detached, carried.child.timeline, now);
  if (carried.parent) await applyConsequence(unit, parent, await nameFamily(unit, parent, carried.parent), now);
  return detached;
}

/** True unless a rule of the organization merged it. */
const isMergedByItself = async ({ correlation }: IncidentUnitOfWork, { id }: StoredIncident): Promise<boolean> =>
  (await correlation.findMerge(id))?.ruleId === null;

/** Returns a child that outgrew its parent as it is without it: it joins the present outage of its service, or is one. */
async function leaveOlderParent(
  unit: IncidentUnitOfWork,
  before: StoredIncident,
  child: StoredIncident,
  now: number,
): Promise<StoredIncident> {
  if (child.parentIncidentId === null || child.severity === before.severity) return child;
  const parent = await unit.incidents.find(child.parentIncidentId);
  if (!parent || !outgrows(before, child, parent) || !(await isMergedByItself(unit, child))) return child;
  const siblings = await siblingsOf(unit, child);
  const head = (await findPresent(unit.correlation, unit.correlation.search(child), child))?.head;
  const split = splitFamily(child, parent, siblings, shareOf(before), head);
  for (const sibling of siblings) await applyConsequence(unit, sibling, split.sibling, now);
  const isHead = split.head === undefined;
  const left = await updateIncident(
    unit,
    child,
    isHead ? await nameFamily(unit, child, split.child) : split.child,
    now,
  );
  await appendTimeline(unit, left, split.child.timeline, now);
  if (isHead) await unit.diagnoses.enqueueOpened(left, now);
  if (head && split.head) await applyConsequence(unit, head, await nameFamily(unit, head, split.head), now);
  await inheritVerdict(unit, head ?? left);
  await applyConsequence(unit, parent, await nameFamily(unit, parent, split.parent), now);
  return left;
}

/** At most {@link CHILDREN_AT_ONCE_MAX}. Nobody separated them from the child. */
async function siblingsOf(unit: IncidentUnitOfWork, child: StoredIncident): Promise<StoredIncident[]> {
  const { id, parentIncidentId, deduplicationKey } = child;
  const found = await unit.incidents.openChildren(parentIncidentId ?? "", CHILDREN_AT_ONCE_MAX, siblingsSince(child));
  const excluded = found.length > 1 ? await unit.correlation.exclusionsOf(deduplicationKey) : [];
  const siblings: StoredIncident[] = [];
  for (const sibling of found) {
    const isOther = sibling.id !== id && !excluded.includes(sibling.deduplicationKey);
    if (isOther && (await isMergedByItself(unit, sibling))) siblings.push(sibling);
  }
  return siblings;
}

/** Writes the row, and judges by it: whether the parent may resolve, which shadows overlap, what the ending says. */
export async function updateIncident(
  unit: IncidentUnitOfWork,
  before: StoredIncident,
  change: IncidentChange,
  now: number,
): Promise<StoredIncident> {
  const next = await unit.incidents.update(before, change.fields, now);
  const hasEnded = !isOver(before.status) && isOver(next.status);
  const hasReopened = isOver(before.status) && !isOver(next.status);
  if (hasEnded && before.parentIncidentId !== null) {
    await unit.incidents.resumeAutomaticResolution(before.parentIncidentId);
  }
  if (hasReopened) await recordOverlappingShadows(unit.shadows, next, now);
  return { ...next, ...(await judgeChange(unit, before, next, change, now)) };
}
