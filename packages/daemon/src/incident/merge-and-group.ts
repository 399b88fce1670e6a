import type { CorrelationDecision } from "../correlate/decision.ts";
import { type Incident, isEvent, isMoreSevere, type Severity } from "../model/incident.ts";
import { AFFECTED_SERVICES_MAX } from "../model/record-limits.ts";
import { SYSTEM } from "../model/scope.ts";
import type { TimelineEntry } from "../model/timeline-event.ts";
import { severityRaised } from "./append-timeline.ts";
import { BROAD_SERVICES_MIN, severityInFamily } from "./impact.ts";
import type { IncidentChange } from "./store.ts";

/** How an incident that opens is joined to one that is there. */
export interface Membership {
  /** Fields of the incident that opens. */
  readonly fields: Partial<Pick<Incident, "parentIncidentId" | "groupId" | "resolveAfterMs">>;
  readonly entry: TimelineEntry;
  /** The change of the existing incident. */
  readonly other: IncidentChange;
}

/** The share of a child in its parent's `duplicateCount`: itself and its duplicates. */
export const shareOf = ({ duplicateCount }: Pick<Incident, "duplicateCount">): number => 1 + duplicateCount;

/** Merged children are hidden, so their parent shows their severity, as it is in a family of `breadth` services. */
export function raisedBy(
  child: Incident,
  parent: Incident,
  breadth: number,
): Partial<Pick<Incident, "lastSeenAt" | "severity">> {
  // A parent that was broad before shows the breadth already.
  const isNowBroad = parent.affectedServices.length < BROAD_SERVICES_MIN;
  const own = isNowBroad ? severityInFamily(parent.severity, breadth) : parent.severity;
  const other = severityInFamily(child.severity, breadth);
  const severity = isMoreSevere(other, own) ? other : own;
  return {
    lastSeenAt: Math.max(parent.lastSeenAt, child.lastSeenAt),
    ...(isMoreSevere(severity, parent.severity) ? { severity } : {}),
  };
}

/** An event ends with the condition that it belongs to, since that returns to normal. */
const endsLike = (incident: Incident, condition: Incident): Pick<Incident, "resolveAfterMs"> | undefined =>
  isEvent(incident) && !isEvent(condition) ? { resolveAfterMs: condition.resolveAfterMs } : undefined;

/** `parent` is in no other one; its `duplicateCount` grows by the child's share, its services by the child's. */
export function mergeIncidents(child: Incident, parent: Incident, decision: CorrelationDecision): Membership {
  const servicesAdded = addedBy(child, parent);
  const breadth = parent.affectedServices.length + servicesAdded.length;
  const raised = raisedBy(child, parent, breadth);
  const severity = severityRaised(parent.severity, raised.severity);
  const added = servicesAdded.length === 0 ? {} : { servicesAdded };
  const duplicateCount = parent.duplicateCount + shareOf(child);
  return {
    fields: { parentIncidentId: parent.id, ...endsLike(child, parent) },
    entry: entryOf("merged", `Merged into: ${parent.title}`, decision, { parentIncidentId: parent.id }),
    other: {
      fields: {
        ...raised,
        ...withServices(parent, servicesAdded),
        ...(parent.signalType === "log_new_pattern" ? endsLike(parent, child) : {}),
        duplicateCount,
      },
      timeline: [
        entryOf(
          "merged",
          `Another incident was merged${describeRaise(raised.severity, child, breadth)}: ${child.title}`,
          decision,
          { childIncidentId: child.id, duplicateCount, ...severity, ...added },
        ),
      ],
      announce: true,
    },
  };
}

function describeRaise(severity: Severity | undefined, child: Incident, breadth: number): string {
  if (severity === undefined) return "";
  return severity === child.severity ? `, now ${severity}` : `, now ${severity} for ${breadth} services`;
}

const addedBy = (child: Incident, { affectedServices }: Incident): readonly string[] =>
  [...new Set(child.affectedServices)]
    .filter((service) => !affectedServices.includes(service))
    .slice(0, Math.max(0, AFFECTED_SERVICES_MAX - affectedServices.length));

/** Nothing without an addition, so that an unchanged list isn't indexed again. */
const withServices = ({ affectedServices }: Incident, added: readonly string[]): Partial<Incident> =>
  added.length === 0 ? {} : { affectedServices: [...affectedServices, ...added] };

/** Both stay independent; a group is named by the first incident in it. */
export function groupIncidents(incident: Incident, existing: Incident, decision: CorrelationDecision): Membership {
  const groupId = existing.groupId ?? existing.id;
  const grouped = (other: Incident): TimelineEntry =>
    entryOf("grouped", `Linked as related: ${other.title}`, decision, { relatedIncidentId: other.id, groupId });
  return {
    fields: { groupId },
    entry: grouped(existing),
    other: { fields: { groupId }, timeline: [grouped(incident)], announce: true },
  };
}

const entryOf = (
  type: "merged" | "grouped",
  title: string,
  { id, ruleId, ruleName, compared, gapMinutes, relatedIncidentId, reason }: CorrelationDecision,
  more: Readonly<Record<string, unknown>>,
): TimelineEntry => ({
  type,
  actor: SYSTEM,
  title,
  detail: ruleId === null ? `By the built-in correlation: ${reason}` : `By the correlation rule ${ruleName}: ${reason}`,
  metadata: { decisionId: id, ruleId, ruleName, compared, gapMinutes, comparedWith: relatedIncidentId, ...more },
});
