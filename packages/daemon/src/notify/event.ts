import { type Incident, isMoreSevere, type Severity, severities } from "../model/incident.ts";
import { SYSTEM } from "../model/scope.ts";
import type { TimelineEntry } from "../model/timeline-event.ts";

/** Events that channels can subscribe to. */
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

/** Kinds of the daemon's own notes that are notified, by `eventKind`. */
const NOTIFIED_NOTES = ["approval_expiring", "rule_demoted"] as const;
/** Every other event has the name of its timeline entry type. */
const UNNAMED: readonly string[] = [...NOTIFIED_NOTES, "approval_requested", "severity_raised"];
const byName: ReadonlySet<string> = new Set(notificationEvents.filter((event) => !UNNAMED.includes(event)));

/** The notification events of a timeline entry, the most informative first. */
export function eventsOf(entry: TimelineEntry): readonly NotificationEvent[] {
  const { type, metadata } = entry;
  if (type === "duplicate_observed") return raisedFrom(entry) === undefined ? [] : ["severity_raised"];
  if (type === "merged") {
    const raised = raisedFrom(entry) === undefined ? [] : (["severity_raised"] as const);
    // Repeated merges of the same fault are noise, unless another service is affected.
    const isNews = metadata["ruleId"] !== null || servicesAddedBy(entry).length > 0;
    return isNews ? [...raised, "merged"] : raised;
  }
  if (type === "remediation_requested") return metadata["status"] === "PENDING_APPROVAL" ? ["approval_requested"] : [];
  if (type === "note") return NOTIFIED_NOTES.filter((kind) => entry.actor === SYSTEM && metadata["eventKind"] === kind);
  return byName.has(type) ? [type as NotificationEvent] : [];
}

/** The severity before it was raised. Notes are excluded, because callers choose their metadata. */
function raisedFrom({ type, metadata }: Pick<TimelineEntry, "type" | "metadata">): Severity | undefined {
  if (type !== "duplicate_observed" && type !== "merged") return undefined;
  return severities.find((severity) => severity === metadata["severityRaisedFrom"]);
}

function servicesAddedBy({ type, metadata }: Pick<TimelineEntry, "type" | "metadata">): readonly unknown[] {
  const added = type === "merged" ? metadata["servicesAdded"] : undefined;
  return Array.isArray(added) ? added : [];
}

/** All conditions must hold. */
export interface NotificationFilter {
  readonly events: readonly NotificationEvent[];
  readonly minSeverity: Severity | null;
  readonly services: readonly string[];
}

/** Not sent for a merged incident, because the parent sends them. */
const SILENT_WHERE_MERGED: readonly NotificationEvent[] = [
  "incident_created",
  "status_changed",
  "merged",
  "severity_raised",
];
/** These events match any service filter. */
const OF_EVERY_SERVICE: readonly NotificationEvent[] = ["rule_demoted"];

export type FilterReason = "wanted" | "event" | "merged" | "severity" | "service";

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
 * The event to notify a channel of; undefined for none. If the incident newly matches the filter, it is
 * `incident_created`.
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
