import { isOver } from "../model/incident.ts";
import { statusActorOf } from "./change-status.ts";
import { involvementOf, verdictOfEnd } from "./ending-verdict.ts";
import type { IncidentChange } from "./store.ts";
import type { IncidentUnitOfWork, Judgement, StoredIncident } from "./unit-of-work.ts";

type Unit = Pick<IncidentUnitOfWork, "incidents" | "timeline" | "shadows">;

const UNJUDGED: Judgement = { verdict: null, verdictFrom: null };
/** Entries that are read to learn what people did. */
const ENTRIES_READ_MAX = 200;

/**
 * Judges an incident by a change that ends it, reopens it or takes it out of its parent; a verdict that a person gave
 * stays. A child has the verdict of its parent. The change is stored already, but not yet in the timeline.
 */
export async function judgeChange(
  unit: Unit,
  before: StoredIncident,
  next: StoredIncident,
  change: IncidentChange,
  now: number,
): Promise<Judgement> {
  const { verdict, verdictFrom } = before;
  const unchanged = { verdict, verdictFrom };
  if (before.parentIncidentId !== null && next.parentIncidentId !== before.parentIncidentId) {
    return judgeDetached(unit, next, unchanged, before.parentIncidentId);
  }
  if (verdictFrom === "feedback" || isOver(before.status) === isOver(next.status)) return unchanged;
  if (next.parentIncidentId !== null) return unchanged;
  if (!isOver(next.status)) return verdictFrom === "ending" ? setVerdict(unit, next, UNJUDGED) : unchanged;
  const ending = { to: next.status, actor: statusActorOf(change), afterMs: now - before.createdAt };
  const entries = await unit.timeline.entriesOfPeople(before.id, ENTRIES_READ_MAX);
  const ended = verdictOfEnd(ending, involvementOf(entries));
  return ended === null ? unchanged : setVerdict(unit, next, { verdict: ended, verdictFrom: "ending" });
}

/** The verdict of its former parent holds no longer; another child of the same rule may inherit it now. */
async function judgeDetached(
  unit: Unit,
  next: StoredIncident,
  before: Judgement,
  parentId: string,
): Promise<Judgement> {
  const judgement = await setVerdict(unit, next, before.verdictFrom === "parent" ? UNJUDGED : before);
  const parent = await unit.incidents.find(parentId);
  if (parent) await inheritVerdict(unit, parent);
  return judgement;
}

/** Sets an incident's verdict, and with it those of its children and of the shadows that overlap it. */
export async function setVerdict(unit: Unit, incident: StoredIncident, judgement: Judgement): Promise<Judgement> {
  await unit.incidents.setVerdict(incident, judgement);
  await inheritVerdict(unit, { ...incident, ...judgement });
  await unit.shadows.judgeOverlapping(incident.id);
  return judgement;
}

export async function inheritVerdict(
  { incidents }: Pick<IncidentUnitOfWork, "incidents">,
  parent: StoredIncident,
): Promise<void> {
  if (parent.parentIncidentId === null) await incidents.copyVerdictToChildren(parent);
}
