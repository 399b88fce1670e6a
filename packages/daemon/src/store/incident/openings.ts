import type { EntityManager } from "typeorm";
import type { RoundDecisions } from "../../incident/round.ts";
import type { Candidate } from "../../model/candidate.ts";
import type { Incident } from "../../model/incident.ts";
import type { TimelineEntry } from "../../model/timeline-event.ts";
import { type IncidentRow, incidentTable } from "../tables.ts";
import {
  announce,
  insertIncident,
  lockOrganization,
  type StreamNumbers,
  toIncident,
  updateIncident,
  writeTimeline,
} from "./rows.ts";
import { continueTimeline } from "./timeline.ts";

/** Opens an incident, whoever asks for it. The organization is locked. */
export async function openIncident(
  transaction: EntityManager,
  stream: StreamNumbers,
  incident: Incident,
  timeline: readonly TimelineEntry[],
  now: number,
): Promise<IncidentRow> {
  const row = await insertIncident(transaction, incident);
  await writeTimeline(transaction, row, timeline, now);
  await announce(transaction, stream, row);
  return row;
}

/** Turns the candidates of a round into incidents, in their order. */
export async function writeCandidates(
  transaction: EntityManager,
  candidates: readonly Candidate[],
  decisions: RoundDecisions,
  now: number,
): Promise<void> {
  const streams = new Map<string, StreamNumbers>();
  // In one order everywhere, so that two workers never wait for each other.
  const organizations = [...new Set(candidates.map(({ organizationId }) => organizationId))].sort();
  for (const organizationId of organizations) {
    streams.set(organizationId, await lockOrganization(transaction, organizationId));
  }
  for (const candidate of candidates) {
    const stream = streams.get(candidate.organizationId) as StreamNumbers;
    const latest = await transaction
      .createQueryBuilder(incidentTable, "incident")
      .where("incident.organizationId = :organizationId and incident.deduplicationKey = :deduplicationKey", candidate)
      .orderBy("incident.ref", "DESC")
      .limit(1)
      .getOne();
    const opening = decisions.open(candidate, latest ? toIncident(latest) : undefined, now);
    if (opening.outcome === "open") {
      await openIncident(transaction, stream, opening.incident, opening.timeline, now);
    } else if (latest && opening.outcome !== "settled") {
      const row = await updateIncident(transaction, latest, opening.change, now);
      await continueTimeline(transaction, row, opening.change.timeline, now);
      if (opening.change.announce) await announce(transaction, stream, row);
    }
  }
}
