import { toIso } from "../kernel/clock.ts";
import type { Candidate } from "../model/candidate.ts";
import { type Incident, isMoreSevere, type Severity } from "../model/incident.ts";
import { SYSTEM } from "../model/scope.ts";
import type { TimelineEntry } from "../model/timeline-event.ts";

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
  const { observations, severity, reason, triggeringEventId, evidence } = candidate;
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
      ...severityRaised(before.severity, worse ? severity : undefined),
    },
  };
}

/**
 * The entry that replaces both if the newest one only reports repetitions: a condition that lasts for days fills one
 * line, not one a minute. Undefined if both stay.
 */
export function goesOn(newest: TimelineEntry, next: TimelineEntry): TimelineEntry | undefined {
  for (const { type, metadata } of [newest, next]) {
    if (type !== "duplicate_observed" || "severityRaisedTo" in metadata) return undefined;
  }
  const observations = countOf(newest) + countOf(next);
  return { ...next, title: seenAgainTitle(observations), metadata: { ...next.metadata, observations } };
}

const countOf = ({ metadata }: TimelineEntry): number => {
  const { observations } = metadata;
  return typeof observations === "number" ? observations : 1;
};
