import type { EntityManager } from "typeorm";
import { grouping, merging } from "../../incident/join.ts";
import type { Opening } from "../../incident/open.ts";
import type { Opened } from "../../incident/store.ts";
import type { Candidate } from "../../model/candidate.ts";
import type { Incident } from "../../model/incident.ts";
import type { TimelineEntry } from "../../model/timeline-event.ts";
import type { CommitDecisions } from "../../pipeline/commit-batch.ts";
import { evaluate } from "../correlation/evaluate.ts";
import { writeDecision } from "../correlation/ledger.ts";
import { isInShadow } from "../detection/rule-modes.ts";
import { writeShadow } from "../detection/shadow-openings.ts";
import { enqueueOpened } from "../diagnosis/enqueue-diagnosis.ts";
import { holdCandidate, windowsCovering } from "../maintenance/hold-candidate.ts";
import { applyChange, changeOther } from "./apply-change.ts";
import { announce, insertIncident, noteShadows, toIncident, writeTimeline } from "./incident-rows.ts";
import type { IncidentRow } from "./incident-tables.ts";
import { handDown } from "./incident-verdict.ts";
import { latestWithKey } from "./latest-with-key.ts";
import { continueTimeline } from "./timeline-rows.ts";
import { inTurn, type OpeningOptions, type Turn } from "./turn.ts";

/**
 * Opens an incident, whoever asks for it, as far as the correlation rules let it, and writes down what they say. The
 * organization is locked.
 */
export async function openIncident(
  transaction: EntityManager,
  turn: Turn,
  incident: Incident,
  timeline: readonly TimelineEntry[],
  now: number,
): Promise<Opened> {
  const verdict = await evaluate(transaction, turn, incident);
  const decision = await writeDecision(transaction, incident, verdict);
  if (verdict.action === "suppress") {
    return { outcome: "suppressed", ruleId: verdict.rule.id, decisionId: decision.id };
  }
  if (verdict.action === "none") {
    await insertOpened(transaction, turn, incident, timeline, now);
    return { outcome: "opened", incident };
  }
  const join = verdict.action === "merge" ? merging : grouping;
  const other = verdict.action === "merge" ? verdict.partner.head : verdict.partner.incident;
  const joining = join(incident, toIncident(other), decision);
  const opened = { ...incident, ...joining.fields };
  await insertOpened(transaction, turn, opened, [...timeline, joining.entry], now);
  if (verdict.action === "merge" && other.verdict !== null) await handDown(transaction, other);
  await changeOther(transaction, turn, other, joining.other, now);
  return { outcome: "opened", incident: opened };
}

async function insertOpened(
  transaction: EntityManager,
  turn: Turn,
  incident: Incident,
  timeline: readonly TimelineEntry[],
  now: number,
): Promise<void> {
  await insertIncident(transaction, turn, incident);
  await writeTimeline(transaction, incident, timeline, now, turn);
  await announce(transaction, turn, incident);
  await enqueueOpened(transaction, turn, incident, now);
  await noteShadows(transaction, turn, incident, now);
}

/**
 * Turns the candidates of a round into incidents, in their order. What would open or reopen one for a service under
 * maintenance is held; what counts on an open one goes on counting.
 */
export async function writeCandidates(
  transaction: EntityManager,
  candidates: readonly Candidate[],
  decisions: CommitDecisions,
  now: number,
  options?: OpeningOptions,
): Promise<void> {
  const byOrganization = Map.groupBy(candidates, ({ organizationId }) => organizationId);
  // In one order everywhere, so that two workers never wait for each other.
  for (const organizationId of [...byOrganization.keys()].sort()) {
    const own = byOrganization.get(organizationId) as readonly Candidate[];
    await inTurn(transaction, organizationId, (turn) => writeOwn(transaction, turn, own, decisions, now), options);
  }
}

/** The candidates of one organization. */
async function writeOwn(
  transaction: EntityManager,
  turn: Turn,
  candidates: readonly Candidate[],
  decisions: CommitDecisions,
  now: number,
): Promise<void> {
  const services = candidates.map(({ service }) => service);
  const covering = await windowsCovering(transaction, turn.organizationId, services, now);
  for (const candidate of candidates) {
    const latest = await latestWithKey(transaction, candidate);
    const opening = decisions.open(candidate, latest && toIncident(latest), now);
    const windowId = covering.get(candidate.service);
    const opens = opening.outcome === "open" || opening.outcome === "reopen";
    if (opens && windowId !== undefined && (await holdOrPass(transaction, turn, candidate, windowId, now))) continue;
    await writeOpening(transaction, turn, candidate, latest, opening, now);
  }
}

/** What a rule in shadow sees of planned work says nothing of it, and goes by. */
const holdOrPass = async (
  transaction: EntityManager,
  turn: Turn,
  candidate: Candidate,
  windowId: string,
  now: number,
): Promise<boolean> =>
  (await isInShadow(transaction, turn, candidate.ruleId)) || holdCandidate(transaction, candidate, windowId, now);

/**
 * Writes what was decided about a candidate; `latest` is what it was decided on. What a rule in shadow would open or
 * reopen is written down alone; what it has open goes on. The organization is locked.
 */
export async function writeOpening(
  transaction: EntityManager,
  turn: Turn,
  candidate: Candidate,
  latest: IncidentRow | undefined,
  opening: Opening,
  now: number,
): Promise<void> {
  const opens = opening.outcome === "open" || opening.outcome === "reopen";
  if (opens && (await isInShadow(transaction, turn, candidate.ruleId))) {
    await writeShadow(transaction, candidate, now);
  } else if (opening.outcome === "open") {
    await openIncident(transaction, turn, opening.incident, opening.timeline, now);
  } else if (latest && opening.outcome !== "settled") {
    await applyChange(transaction, turn, latest, opening.change, now, continueTimeline);
  }
}
