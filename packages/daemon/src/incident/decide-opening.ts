import { randomId } from "../kernel/ids.ts";
import type { Candidate } from "../model/candidate.ts";
import { type Incident, isEvent, isMoreSevere, isOver, UNKNOWN_ENVIRONMENT } from "../model/incident.ts";
import { REOPEN_WINDOW_MS } from "../model/record-limits.ts";
import { SYSTEM } from "../model/scope.ts";
import type { TimelineEntry } from "../model/timeline-event.ts";
import { seenAgain } from "./append-timeline.ts";
import { moveTo } from "./change-status.ts";
import { createdEntry, newIncident } from "./create-incident.ts";
import { severityInFamily } from "./impact.ts";
import { stayedQuiet } from "./resolve-quiet.ts";
import type { IncidentChange } from "./store.ts";

/** The decision about a candidate. */
export type Opening =
  | { readonly outcome: "open"; readonly incident: Incident; readonly timeline: readonly TimelineEntry[] }
  | { readonly outcome: "duplicate" | "reopen"; readonly change: IncidentChange }
  /** It shows nothing that the person who resolved or closed the incident didn't have before them. */
  | { readonly outcome: "settled" };

/**
 * A candidate counts on the open incident with its deduplication key. It reopens one that was resolved
 * within 60 minutes. One that was merged into a parent which is over too stays resolved, since the cause may be another
 * now. In other cases the candidate opens a new one, and a closed one stays closed. A held or queued observation from before
 * a person resolved or closed the incident has no effect. `latest` is the newest incident with the key, and `seenAt` is
 * when a held candidate was seen. Pure, so that it runs inside the transaction that read `latest`.
 */
export function decideOpening(
  candidate: Candidate,
  latest: Incident | undefined,
  now: number,
  { seenAt = now, isParentOver = false }: { readonly seenAt?: number; readonly isParentOver?: boolean } = {},
): Opening {
  if (latest && !isOver(latest.status)) return { outcome: "duplicate", change: duplicateOf(latest, candidate, seenAt) };
  if (latest && isSettled(latest, candidate, now)) return { outcome: "settled" };
  const reopens =
    !isParentOver &&
    latest?.status === "RESOLVED" &&
    latest.resolvedAt !== null &&
    now - latest.resolvedAt <= REOPEN_WINDOW_MS;
  if (latest && reopens) return { outcome: "reopen", change: reopening(latest, candidate, now, seenAt) };
  return opened(candidate, now, seenAt);
}

function isSettled(incident: Incident, { observedAt }: Candidate, now: number): boolean {
  // One that resolved by itself was taken for quiet; what was observed before shows that it wasn't.
  if (incident.status === "RESOLVED" && stayedQuiet(incident)) return false;
  // Nothing happens to a closed one any more that would change it, and when it was closed isn't kept by itself.
  const settledAt = incident.status === "CLOSED" ? incident.updatedAt : (incident.resolvedAt ?? 0);
  // Settled in the future: the clock was set back, and its times don't compare.
  return observedAt < settledAt && settledAt <= now;
}

function opened(candidate: Candidate, now: number, seenAt: number): Opening {
  const incident: Incident = {
    ...newIncident(now),
    id: randomId(),
    organizationId: candidate.organizationId,
    title: candidate.title,
    description: candidate.description,
    severity: candidate.severity,
    affectedServices: [candidate.service],
    primaryService: candidate.service,
    environment: candidate.environment ?? UNKNOWN_ENVIRONMENT,
    signalType: candidate.signalType,
    ruleId: candidate.ruleId,
    triggeringEventId: candidate.triggeringEventId,
    deduplicationKey: candidate.deduplicationKey,
    lastSeenAt: seenAt,
    resolveAfterMs: candidate.resolveAfterMs,
  };
  const { reason, description, evidence, level } = candidate;
  const entry = createdEntry(incident, SYSTEM, reason, description, evidence);
  const metadata = { ...entry.metadata, ...(level && { level }) };
  return { outcome: "open", incident, timeline: [{ ...entry, metadata }] };
}

function duplicateOf(incident: Incident, candidate: Candidate, seenAt: number): IncidentChange {
  const worse = isMoreSevere(candidate.severity, incident.severity);
  // A rare signal is known to be rare only after a while.
  const waits = incident.status === "OPEN" && incident.parentIncidentId === null;
  const longer =
    incident.resolveAfterMs !== null &&
    candidate.resolveAfterMs > incident.resolveAfterMs &&
    (waits || !isEvent(candidate));
  const duplicateCount = incident.duplicateCount + candidate.observations;
  return {
    fields: {
      duplicateCount,
      lastSeenAt: Math.max(incident.lastSeenAt, seenAt),
      // An outage that grows is not less urgent for having begun small.
      ...(worse ? { severity: candidate.severity } : {}),
      ...(longer ? { resolveAfterMs: candidate.resolveAfterMs } : {}),
    },
    timeline: [seenAgain(candidate, incident, duplicateCount, seenAt)],
    announce: worse,
  };
}

function reopening(incident: Incident, candidate: Candidate, now: number, seenAt: number): IncidentChange {
  const again = duplicateOf(incident, candidate, seenAt);
  const severity = severityInFamily(candidate.severity, incident.affectedServices.length);
  const isMilder = isMoreSevere(incident.severity, severity);
  const detail = `The signal came back within 60 minutes${isMilder ? `, as ${severity} for now` : ""}.`;
  const moved = moveTo(incident, "OPEN", { actor: SYSTEM, reason: "signal_came_back", detail }, now);
  return {
    // A milder return wakes nobody. If it grows, it is raised again.
    fields: { ...again.fields, ...moved?.fields, severity },
    timeline: [...again.timeline, ...(moved?.timeline ?? [])],
    announce: true,
  };
}
