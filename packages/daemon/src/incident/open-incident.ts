import { correlateIncident } from "../correlate/correlate-incident.ts";
import { recordDecision } from "../correlate/record-decision.ts";
import { isInShadow, recordOverlappingShadows, recordShadow } from "../detect/quality/record-shadow.ts";
import { holdCandidate } from "../maintenance/held-candidate.ts";
import type { Candidate } from "../model/candidate.ts";
import { type Incident, isOver } from "../model/incident.ts";
import type { TimelineEntry } from "../model/timeline-event.ts";
import { announce, appendTimeline, continueTimeline } from "./append-timeline.ts";
import { applyChange, applyConsequence } from "./apply-change.ts";
import { decideOpening, type Opening } from "./decide-opening.ts";
import { type Stakes, weighImpact } from "./impact.ts";
import { inheritVerdict } from "./judge-incident.ts";
import { countOnly, isKnownNormal } from "./known-normal.ts";
import { groupIncidents, mergeIncidents } from "./merge-and-group.ts";
import { nameFamily } from "./name-family.ts";
import type { Opened } from "./store.ts";
import type { IncidentUnitOfWork, StoredIncident, UnitsOfWork } from "./unit-of-work.ts";

/** Turns the candidates of a commit batch into incidents in their order, each organization's in one unit of work. */
export async function openIncidents(units: UnitsOfWork, candidates: readonly Candidate[], now: number): Promise<void> {
  const byOrganization = Map.groupBy(candidates, ({ organizationId }) => organizationId);
  // One order everywhere, so that two workers never wait for each other.
  for (const organizationId of [...byOrganization.keys()].sort()) {
    const own = byOrganization.get(organizationId) as readonly Candidate[];
    await units.run(organizationId, async (unit) => {
      const services = own.map(({ service }) => service);
      const windows = await unit.maintenance.windowsCovering(services, now);
      const stakes = await unit.catalog.stakesOf(services);
      for (const candidate of own) {
        const { service } = candidate;
        await processCandidate(unit, candidate, { windowId: windows.get(service), stakes: stakes.get(service) }, now);
      }
    });
  }
}

interface KnownOfService {
  /** The maintenance window that covers it. */
  readonly windowId: string | undefined;
  readonly stakes: Stakes | undefined;
}

/**
 * Counts a candidate on the incident that is open or was resolved recently, or opens a new one. During maintenance it is
 * held where it would open or reopen an incident.
 */
async function processCandidate(
  unit: IncidentUnitOfWork,
  detected: Candidate,
  { windowId, stakes }: KnownOfService,
  now: number,
): Promise<void> {
  const existing = await unit.incidents.findNewestWithKey(detected.deduplicationKey);
  const candidate = weighImpact(detected, stakes, existing);
  const isParentOver = await hasParentOver(unit, existing);
  const opening = decideOpening(candidate, existing, now, { isParentOver });
  if (opensIncident(opening) && windowId !== undefined) {
    // A shadow rule is not measured by planned work.
    if (await isInShadow(unit.shadows, candidate.ruleId)) return;
    if (await holdCandidate(unit.maintenance, detected, windowId, now)) return;
  }
  await applyOpening(unit, candidate, existing, opening, now);
}

/** Whether the incident was merged into another one that is over. */
export async function hasParentOver(
  { incidents }: Pick<IncidentUnitOfWork, "incidents">,
  incident: StoredIncident | undefined,
): Promise<boolean> {
  if (!incident || incident.parentIncidentId === null || !isOver(incident.status)) return false;
  const parent = await incidents.find(incident.parentIncidentId);
  return parent === undefined || isOver(parent.status);
}

const opensIncident = ({ outcome }: Opening): boolean => outcome === "open" || outcome === "reopen";

/**
 * Carries out the decision about a candidate, given the `existing` incident with its key. A condition that people called normal is
 * only counted on it. A shadow rule's openings and reopenings are only recorded; incidents that the rule opened before go on.
 */
export async function applyOpening(
  unit: IncidentUnitOfWork,
  candidate: Candidate,
  existing: StoredIncident | undefined,
  opening: Opening,
  now: number,
): Promise<void> {
  if (existing && opensIncident(opening) && (await isKnownNormal(unit, candidate))) {
    await applyConsequence(unit, existing, countOnly(candidate, existing, now), now, continueTimeline);
  } else if (opensIncident(opening) && (await isInShadow(unit.shadows, candidate.ruleId))) {
    await recordShadow(unit.shadows, candidate, now);
  } else if (opening.outcome === "open") {
    await openIncident(unit, opening.incident, opening.timeline, now);
  } else if (existing && opening.outcome !== "settled") {
    await applyChange(unit, existing, opening.change, now, continueTimeline);
  }
}

/**
 * Opens an incident as far as correlation allows: the organization's rules decide first, then the built-in correlation.
 * It is merged into another one, grouped with it, suppressed, or stands alone; the decision is recorded in each case.
 */
export async function openIncident(
  unit: IncidentUnitOfWork,
  incident: Incident,
  timeline: readonly TimelineEntry[],
  now: number,
): Promise<Opened> {
  const verdict = await correlateIncident(unit.correlation, incident);
  const decision = await recordDecision(unit.correlation, incident, verdict);
  if (verdict.action === "suppress") {
    return { outcome: "suppressed", ruleId: verdict.rule.id, decisionId: decision.id };
  }
  if (verdict.action === "none") {
    await insertIncident(unit, incident, timeline, now);
    return { outcome: "opened", incident };
  }
  const { partner } = verdict;
  const isMerge = verdict.action === "merge";
  const other = isMerge ? partner.head : partner.incident;
  const joining = isMerge ? mergeIncidents(incident, other, decision) : groupIncidents(incident, other, decision);
  const opened = { ...incident, ...joining.fields };
  await insertIncident(unit, opened, [...timeline, joining.entry], now);
  if (isMerge && other.verdict !== null) await inheritVerdict(unit, other);
  const change = isMerge ? await nameFamily(unit, other, joining.other) : joining.other;
  await applyConsequence(unit, other, change, now);
  return { outcome: "opened", incident: opened };
}

async function insertIncident(
  unit: IncidentUnitOfWork,
  incident: Incident,
  timeline: readonly TimelineEntry[],
  now: number,
): Promise<void> {
  await unit.incidents.insert(incident);
  await appendTimeline(unit, incident, timeline, now);
  await announce(unit, incident);
  await unit.diagnoses.enqueueOpened(incident, now);
  await recordOverlappingShadows(unit.shadows, incident, now);
}
