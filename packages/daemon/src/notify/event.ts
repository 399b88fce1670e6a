import { type Incident, isMoreSevere, type Severity, severities } from "../model/incident.ts";
import { SYSTEM } from "../model/scope.ts";
import type { TimelineEntry } from "../model/timeline-event.ts";

/** What channels are told of. */
export const notificationEvents = [
  "incident_created",
  "status_changed",
  "assigned",
  "escalated",
  "comment_added",
  "merged",
  "severity_raised",
  "diagnosis_completed",
  "diagnosis_failed",
  "approval_requested",
  "approval_expiring",
  "remediation_approved",
  "remediation_rejected",
  "remediation_executing",
  "remediation_completed",
  "remediation_failed",
  "remediation_checked",
  "rule_demoted",
] as const;
export type NotificationEvent = (typeof notificationEvents)[number];

/** Notes of the daemon's own that are told, by their `eventKind`. */
const TOLD_NOTES = ["approval_expiring", "rule_demoted"] as const;
/** The others go by the name of the timeline's entry. */
const UNNAMED: readonly string[] = [...TOLD_NOTES, "approval_requested", "severity_raised"];
const byName: ReadonlySet<string> = new Set(notificationEvents.filter((event) => !UNNAMED.includes(event)));

/** Which events an entry of the timeline is, the one that tells most first; none where nobody is told. */
export function eventsOf(entry: TimelineEntry): readonly NotificationEvent[] {
  const { type, metadata } = entry;
  if (type === "duplicate_observed") return raisedFrom(entry) === undefined ? [] : ["severity_raised"];
  if (type === "merged") {
    const raised = raisedFrom(entry) === undefined ? [] : (["severity_raised"] as const);
    // One fault rings many times: it is news where another service is concerned.
    const isNews = metadata["ruleId"] !== null || servicesAddedBy(entry).length > 0;
    return isNews ? [...raised, "merged"] : raised;
  }
  if (type === "remediation_requested") return metadata["status"] === "PENDING_APPROVAL" ? ["approval_requested"] : [];
  if (type === "note") return TOLD_NOTES.filter((kind) => entry.actor === SYSTEM && metadata["eventKind"] === kind);
  return byName.has(type) ? [type as NotificationEvent] : [];
}

/** The severity before it was raised; callers write notes with any metadata, but none of these types. */
function raisedFrom({ type, metadata }: Pick<TimelineEntry, "type" | "metadata">): Severity | undefined {
  if (type !== "duplicate_observed" && type !== "merged") return undefined;
  return severities.find((severity) => severity === metadata["severityRaisedFrom"]);
}

function servicesAddedBy({ type, metadata }: Pick<TimelineEntry, "type" | "metadata">): readonly unknown[] {
  const added = type === "merged" ? metadata["servicesAdded"] : undefined;
  return Array.isArray(added) ? added : [];
}

/** What a channel asks to be told; all conditions hold together. */
export interface NotificationFilter {
  /** Empty for everything. */
  readonly events: readonly NotificationEvent[];
  readonly minSeverity: Severity | null;
  /** Empty for all. */
  readonly services: readonly string[];
}

/** Of an incident that was merged into another one, the other one's news stand for these. */
const SILENT_WHERE_MERGED: readonly NotificationEvent[] = [
  "incident_created",
  "status_changed",
  "merged",
  "severity_raised",
];
/** What holds for every service, whichever the incident is about. */
const OF_EVERY_SERVICE: readonly NotificationEvent[] = ["rule_demoted"];

export type FilterReason = "wanted" | "event" | "merged" | "severity" | "service";

/** Whether the filter lets the event through, or what keeps it back. */
export function filterReason(
  filter: NotificationFilter,
  event: NotificationEvent,
  incident: Pick<Incident, "severity" | "affectedServices" | "parentIncidentId">,
): FilterReason {
  const { events, minSeverity, services } = filter;
  if (events.length > 0 && !events.includes(event)) return "event";
  if (incident.parentIncidentId !== null && SILENT_WHERE_MERGED.includes(event)) return "merged";
  if (minSeverity !== null && isMoreSevere(minSeverity, incident.severity)) return "severity";
  if (services.length === 0 || OF_EVERY_SERVICE.includes(event)) return "wanted";
  return incident.affectedServices.some((service) => services.includes(service)) ? "wanted" : "service";
}

/**
 * Which of the entry's events a channel is told; undefined where it is told nothing. One that was told nothing of the
 * incident until it got graver, or a merge made one of its services concerned, is told that it is there.
 */
export function eventFor(
  filter: NotificationFilter,
  events: readonly NotificationEvent[],
  incident: Parameters<typeof filterReason>[2],
  entry: Pick<TimelineEntry, "type" | "metadata">,
): NotificationEvent | undefined {
  const isWanted = (event: NotificationEvent, as = incident): boolean => filterReason(filter, event, as) === "wanted";
  const added = servicesAddedBy(entry);
  const before = {
    ...incident,
    severity: raisedFrom(entry) ?? incident.severity,
    affectedServices: incident.affectedServices.filter((service) => !added.includes(service)),
  };
  if (isWanted("incident_created") && !isWanted("incident_created", before)) return "incident_created";
  return events.find((event) => isWanted(event));
}
