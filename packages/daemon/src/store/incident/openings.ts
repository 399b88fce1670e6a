import type { EntityManager } from "typeorm";
import { grouping, merging } from "../../incident/join.ts";
import type { Opening } from "../../incident/open.ts";
import type { RoundDecisions } from "../../incident/round.ts";
import type { Opened } from "../../incident/store.ts";
import type { Candidate } from "../../model/candidate.ts";
import type { Incident } from "../../model/incident.ts";
import type { TimelineEntry } from "../../model/timeline-event.ts";
import { evaluate } from "../correlation/evaluate.ts";
import { writeDecision } from "../correlation/ledger.ts";
import { holdCandidate, windowsCovering } from "../maintenance/hold.ts";
import { type IncidentRow, incidentTable } from "../tables.ts";
import { applyChange, changeOther } from "./apply.ts";
import { announce, insertIncident, lockOrganization, type StreamNumbers, toIncident, writeTimeline } from "./rows.ts";
import { continueTimeline } from "./timeline.ts";

/**
 * Opens an incident, whoever asks for it, as far as the correlation rules let it, and writes down what they say. The
 * organization is locked.
 */
export async function openIncident(
  transaction: EntityManager,
  stream: StreamNumbers,
  incident: Incident,
  timeline: readonly TimelineEntry[],
  now: number,
): Promise<Opened> {
  const verdict = await evaluate(transaction, stream, incident);
  const decision = await writeDecision(transaction, incident, verdict);
  if (verdict.action === "suppress") {
    return { outcome: "suppressed", ruleId: verdict.rule.id, decisionId: decision.id };
  }
  if (verdict.action === "none") {
    return { outcome: "opened", incident: await insertOpened(transaction, stream, incident, timeline, now) };
  }
  const join = verdict.action === "merge" ? merging : grouping;
  const other = verdict.action === "merge" ? verdict.partner.head : verdict.partner.incident;
  const joining = join(incident, toIncident(other), decision);
  const opened = { ...incident, ...joining.fields };
  const row = await insertOpened(transaction, stream, opened, [...timeline, joining.entry], now);
  await changeOther(transaction, stream, other, joining.other, now);
  return { outcome: "opened", incident: row };
}

async function insertOpened(
  transaction: EntityManager,
  stream: StreamNumbers,
  incident: Incident,
  timeline: readonly TimelineEntry[],
  now: number,
): Promise<Incident> {
  const row = await insertIncident(transaction, incident);
  await writeTimeline(transaction, row, timeline, now);
  await announce(transaction, stream, row);
  return toIncident(row);
}

/**
 * Turns the candidates of a round into incidents, in their order. What would open or reopen one for a service under
 * maintenance is held; what counts on an open one goes on counting.
 */
export async function writeCandidates(
  transaction: EntityManager,
  candidates: readonly Candidate[],
  decisions: RoundDecisions,
  now: number,
): Promise<void> {
  const streams = new Map<string, StreamNumbers>();
  const covering = new Map<string, ReadonlyMap<string, string>>();
  // In one order everywhere, so that two workers never wait for each other.
  const organizations = [...new Set(candidates.map(({ organizationId }) => organizationId))].sort();
  for (const organizationId of organizations) {
    streams.set(organizationId, await lockOrganization(transaction, organizationId));
    const services = candidates.filter((each) => each.organizationId === organizationId).map(({ service }) => service);
    covering.set(organizationId, await windowsCovering(transaction, organizationId, services, now));
  }
  for (const candidate of candidates) {
    const stream = streams.get(candidate.organizationId) as StreamNumbers;
    const latest = await latestWithKey(transaction, candidate);
    const opening = decisions.open(candidate, latest && toIncident(latest), now);
    const windowId = covering.get(candidate.organizationId)?.get(candidate.service);
    const opens = opening.outcome === "open" || opening.outcome === "reopen";
    if (opens && windowId !== undefined && (await holdCandidate(transaction, candidate, windowId, now))) continue;
    await writeOpening(transaction, stream, latest, opening, now);
  }
}

/** The newest incident with the candidate's key. */
export const latestWithKey = async (
  transaction: EntityManager,
  { organizationId, deduplicationKey }: Candidate,
): Promise<IncidentRow | undefined> =>
  (await transaction
    .createQueryBuilder(incidentTable, "incident")
    .where("incident.organizationId = :organizationId and incident.deduplicationKey = :deduplicationKey", {
      organizationId,
      deduplicationKey,
    })
    .orderBy("incident.ref", "DESC")
    .limit(1)
    .getOne()) ?? undefined;

/** Writes what was decided about a candidate; `latest` is what it was decided on. The organization is locked. */
export async function writeOpening(
  transaction: EntityManager,
  stream: StreamNumbers,
  latest: IncidentRow | undefined,
  opening: Opening,
  now: number,
): Promise<void> {
  if (opening.outcome === "open") {
    await openIncident(transaction, stream, opening.incident, opening.timeline, now);
  } else if (latest && opening.outcome !== "settled") {
    await applyChange(transaction, stream, latest, opening.change, now, continueTimeline);
  }
}
