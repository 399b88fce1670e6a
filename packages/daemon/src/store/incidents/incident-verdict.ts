import { type EntityManager, Not } from "typeorm";
import { deedsOf, verdictOfEnding } from "../../incident/feedback.ts";
import type { IncidentChange } from "../../incident/store.ts";
import { isOver } from "../../model/incident.ts";
import { SYSTEM } from "../../model/scope.ts";
import { judgeShadowsOf } from "../detection/shadow-overlaps.ts";
import { place, readRow } from "../sql/sql-rows.ts";
import { type IncidentRow, incidentTable, timelineEventTable } from "./incident-tables.ts";

type Judgement = Pick<IncidentRow, "verdict" | "verdictFrom">;
const UNJUDGED: Judgement = { verdict: null, verdictFrom: null };

/** What people did is told by the first of their entries. */
const DEEDS_MAX = 200;

/**
 * What a change that ends an incident, opens it again or takes it out of its parent says of its worth, where nobody has
 * said it. For a child its parent's ending stands. The change is stored, and isn't in the timeline yet. The organization
 * is locked.
 */
export async function judgeChange(
  transaction: EntityManager,
  row: IncidentRow,
  next: IncidentRow,
  change: IncidentChange,
  now: number,
): Promise<Judgement> {
  const { verdict, verdictFrom } = row;
  const was = { verdict, verdictFrom };
  if (row.parentIncidentId !== null && next.parentIncidentId === null) {
    return judgeLeaving(transaction, next, was, row.parentIncidentId);
  }
  if (verdictFrom === "feedback" || isOver(row.status) === isOver(next.status)) return was;
  if (next.parentIncidentId !== null) return was;
  if (!isOver(next.status)) return verdictFrom === "ending" ? setVerdict(transaction, next, UNJUDGED) : was;
  const actor = change.timeline.find(({ type }) => type === "status_changed")?.actor ?? SYSTEM;
  const ending = { to: next.status, actor, afterMs: now - row.createdAt };
  const ended = verdictOfEnding(ending, deedsOf(await entriesOfPeople(transaction, row)));
  return ended === null ? was : setVerdict(transaction, next, { verdict: ended, verdictFrom: "ending" });
}

/** What its parent is worth says nothing of it any more; for its rule the next child stands, where there is one. */
async function judgeLeaving(
  transaction: EntityManager,
  next: IncidentRow,
  was: Judgement,
  parentId: string,
): Promise<Judgement> {
  const judgement = await setVerdict(transaction, next, was.verdictFrom === "parent" ? UNJUDGED : was);
  const parent = await readRow(transaction, incidentTable, { id: parentId, organization_id: next.organizationId });
  if (parent) await handDown(transaction, parent);
  return judgement;
}

const entriesOfPeople = (transaction: EntityManager, { id }: IncidentRow) =>
  transaction.find(timelineEventTable, {
    select: { seq: true, type: true, actor: true, metadata: true },
    where: { incidentId: id, actor: Not(SYSTEM) },
    order: { seq: "ASC" },
    take: DEEDS_MAX,
  });

/** Gives an incident a verdict with all that it means for those merged into it, and for what rules in shadow saw meanwhile. */
export async function setVerdict(
  transaction: EntityManager,
  row: IncidentRow,
  judgement: Judgement,
): Promise<Judgement> {
  const { organizationId, id, ref } = row;
  await transaction.query(place(transaction, "update incident set verdict = ?, verdict_from = ? where ref = ?"), [
    judgement.verdict,
    judgement.verdictFrom,
    ref,
  ]);
  await handDown(transaction, { ...row, ...judgement });
  await judgeShadowsOf(transaction, organizationId, id);
  return judgement;
}

/**
 * A parent's verdict is its children's too: of each rule but its own the first child's, so that each rule is measured by it
 * once. What somebody said of a child stands.
 */
export async function handDown(transaction: EntityManager, parent: IncidentRow): Promise<void> {
  const { organizationId, id, ruleId, parentIncidentId, verdict } = parent;
  if (parentIncidentId !== null) return;
  await transaction.query(
    place(
      transaction,
      `update incident set verdict = ?, verdict_from = ?
       where ref in (
         select min(ref) from incident
         where organization_id = ? and parent_incident_id = ? and rule_id is not null and rule_id <> ?
         group by rule_id
       ) and (verdict_from is null or verdict_from = 'parent')`,
    ),
    [verdict, verdict === null ? null : "parent", organizationId, id, ruleId ?? ""],
  );
}
