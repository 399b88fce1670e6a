import { toIso } from "../kernel/clock.ts";
import type { Candidate } from "../model/candidate.ts";
import { levelIn, worseLevel } from "../model/condition-level.ts";
import { type Incident, isMoreSevere, type Severity } from "../model/incident.ts";
import { SYSTEM } from "../model/scope.ts";
import type { TimelineEntry } from "../model/timeline-event.ts";
import { incidentJson } from "./incident-json.ts";
import type { IncidentUnitOfWork, TimelineRecord } from "./unit-of-work.ts";

type Unit = Pick<IncidentUnitOfWork, "timeline" | "notifications">;

/** Appends entries to an incident's timeline and enqueues the notifications about them. */
export type AppendTimeline = (
  unit: Unit,
  incident: Pick<Incident, "id"> | Incident,
  entries: readonly TimelineEntry[],
  now: number,
) => Promise<void>;

export const appendTimeline: AppendTimeline = (unit, incident, entries, now) =>
  appendTimelines(unit, [{ incident, entries, now }]);

/** `appendTimeline` for many incidents in one statement. */
export async function appendTimelines(unit: Unit, records: readonly TimelineRecord[]): Promise<void> {
  await unit.timeline.append(records);
  for (const { incident, entries, now } of records) await unit.notifications.enqueue(incident, entries, now);
}

/** Appends entries; the first one is merged into the newest entry of the timeline where both report repetitions. */
export const continueTimeline: AppendTimeline = async (unit, incident, entries, now) => {
  const [first, ...others] = entries;
  const newest = await unit.timeline.newest(incident.id);
  const both = newest && first && combineRepeats(newest, first);
  if (!both) return appendTimeline(unit, incident, entries, now);
  await unit.timeline.rewrite(newest.seq, both);
  await appendTimeline(unit, incident, others, now);
};

/** Puts the incident, as it is now, on the organization's stream. */
export const announce = ({ stream }: Pick<IncidentUnitOfWork, "stream">, incident: Incident): Promise<void> =>
  stream.append(null, incidentJson(incident));

export const seenAgainTitle = (observations: number): string =>
  observations === 1 ? "Seen again" : `Seen ${observations} more times`;

/** The metadata of a raised severity; empty without one. */
export const severityRaised = (from: Severity, to: Severity | undefined): TimelineEntry["metadata"] =>
  to === undefined ? {} : { severityRaisedFrom: from, severityRaisedTo: to };

/**
 * The timeline entry about further observations. `before` is the incident without them, and `duplicateCount` includes
 * them.
 */
export function seenAgain(
  candidate: Candidate,
  before: Pick<Incident, "severity">,
  duplicateCount: number,
  seenAt: number,
): TimelineEntry {
  const { observations, severity, reason, triggeringEventId, evidence, level } = candidate;
  const worse = isMoreSevere(severity, before.severity);
  const seen = { observations, lastSeenAt: toIso(seenAt), duplicateCount };
  return {
    type: "duplicate_observed",
    actor: SYSTEM,
    title: worse ? `Seen again, now ${severity}` : seenAgainTitle(observations),
    detail: observations === 1 ? candidate.description : `The latest of ${observations}: ${candidate.description}`,
    metadata: {
      reason,
      triggeringEventId,
      evidence,
      ...seen,
      ...(level && { level }),
      ...severityRaised(before.severity, worse ? severity : undefined),
    },
  };
}

/**
 * The entry that replaces both if the newest one only reports repetitions: a condition that lasts for days fills one
 * line, not one a minute. Undefined if both stay.
 */
function combineRepeats(newest: TimelineEntry, next: TimelineEntry): TimelineEntry | undefined {
  for (const { type, metadata } of [newest, next]) {
    if (type !== "duplicate_observed" || "severityRaisedTo" in metadata) return undefined;
  }
  const observations = countOf(newest) + countOf(next);
  const level = worseLevel(levelIn(newest.metadata), levelIn(next.metadata));
  return {
    ...next,
    title: seenAgainTitle(observations),
    metadata: { ...next.metadata, observations, ...(level && { level }) },
  };
}

const countOf = ({ metadata }: TimelineEntry): number => {
  const { observations } = metadata;
  return typeof observations === "number" ? observations : 1;
};
