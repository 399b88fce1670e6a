import { type Incident, isGraver, type Severity } from "../model/incident.ts";
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
] as const;
export type NotificationEvent = (typeof notificationEvents)[number];

/** The others go by the name of the timeline's entry. */
const APPROVALS: readonly string[] = ["approval_requested", "approval_expiring"];
const byName: ReadonlySet<string> = new Set(notificationEvents.filter((event) => !APPROVALS.includes(event)));

/** Which event an entry of the timeline is; undefined where nobody is told. */
export function eventOf({ type, actor, metadata }: TimelineEntry): NotificationEvent | undefined {
  if (type === "remediation_requested") {
    return metadata["status"] === "PENDING_APPROVAL" ? "approval_requested" : undefined;
  }
  // One fault rings many times: it is news where another service is concerned.
  if (type === "merged" && metadata["ruleId"] === null && servicesAddedBy(metadata).length === 0) return undefined;
  // Callers write notes too, with any metadata.
  if (type === "note") {
    return actor === SYSTEM && metadata["eventKind"] === "approval_expiring" ? "approval_expiring" : undefined;
  }
  return byName.has(type) ? (type as NotificationEvent) : undefined;
}

function servicesAddedBy({ servicesAdded }: TimelineEntry["metadata"]): readonly unknown[] {
  return Array.isArray(servicesAdded) ? servicesAdded : [];
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
const SILENT_WHERE_MERGED: readonly NotificationEvent[] = ["incident_created", "status_changed", "merged"];

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
  if (minSeverity !== null && isGraver(minSeverity, incident.severity)) return "severity";
  if (services.length > 0 && !incident.affectedServices.some((service) => services.includes(service))) return "service";
  return "wanted";
}

/** What an event is to a channel that was told nothing of the incident until a merge made one of its services concerned. */
export function eventFor(
  filter: NotificationFilter,
  event: NotificationEvent,
  incident: Parameters<typeof filterReason>[2],
  { metadata }: Pick<TimelineEntry, "metadata">,
): NotificationEvent {
  if (event !== "merged" || filterReason(filter, "incident_created", incident) !== "wanted") return event;
  const added = servicesAddedBy(metadata);
  const affectedServices = incident.affectedServices.filter((service) => !added.includes(service));
  const before = filterReason(filter, "incident_created", { ...incident, affectedServices });
  return before === "service" ? "incident_created" : event;
}
