import { SPREADING_MS } from "../correlate/alert-group.ts";
import { isPast } from "../correlate/evaluate-rules.ts";
import { count } from "../detect/describe-figures.ts";
import { toIso } from "../kernel/clock.ts";
import { type Incident, type IncidentStatus, isMoreSevere, isOver } from "../model/incident.ts";
import { AFFECTED_SERVICES_MAX } from "../model/record-limits.ts";
import { type Scope, SYSTEM } from "../model/scope.ts";
import type { TimelineEntry } from "../model/timeline-event.ts";
import { seenAgainTitle, severityRaised } from "./append-timeline.ts";
import { moveTo, type StatusReason } from "./change-status.ts";
import { severityInFamily } from "./impact.ts";
import { raisedBy, shareOf } from "./merge-and-group.ts";
import type { IncidentChange } from "./store.ts";

/** Reads the families and groups of incidents. */
export interface RelatedIncidentReader {
  /**
   * Parent, siblings, children and grouped incidents, the newest first and each once; at most
   * `RELATED_INCIDENTS_MAX`, the parent among them. Throws `not_found`.
   */
  related(scope: Scope, id: string): Promise<readonly Incident[]>;
}

/**
 * Changes of a parent and a child merged into it. Two invariants hold. No open child has a parent that is over. A
 * parent's `duplicateCount` sums its own observations and the shares of its children.
 */
export interface Detachment {
  readonly child: IncidentChange;
  readonly parent: IncidentChange;
}

export function detachChild(
  child: Incident,
  parent: Incident,
  share: number,
  { actor, reason, detail }: StatusReason,
): Detachment {
  const duplicateCount = Math.max(0, parent.duplicateCount - share);
  const entry = (title: string, more: Readonly<Record<string, unknown>>): TimelineEntry => ({
    type: "unmerged",
    actor,
    title,
    detail,
    metadata: { reason, ...more },
  });
  return {
    child: {
      fields: { parentIncidentId: null },
      timeline: [entry(`Detached from: ${parent.title}`, { parentIncidentId: parent.id })],
      announce: true,
    },
    parent: {
      fields: { duplicateCount },
      timeline: [entry(`Detached: ${child.title}`, { childIncidentId: child.id, duplicateCount })],
      announce: true,
    },
  };
}

/** A parent that is over takes its open children along; undefined for one that is over already. */
export function endWithParent(
  child: Incident,
  parent: Incident,
  status: IncidentStatus,
  actor: string,
  now: number,
): IncidentChange | undefined {
  if (isOver(child.status)) return undefined;
  const reason = status === "CLOSED" ? "parent_closed" : "parent_resolved";
  return moveTo(child, status, { actor, reason, detail: `With the incident it is merged into: ${parent.title}` }, now);
}

/**
 * The consequence of a child's change for its parent. Observations of a child count on the parent, so that it isn't
 * taken for quiet. A child that is open again reopens a resolved parent, and leaves a closed one. Undefined without a
 * consequence.
 */
export function carriedToParent(
  parent: Incident,
  before: Incident,
  child: Incident,
  now: number,
): Partial<Detachment> | undefined {
  const isOpen = !isOver(child.status);
  if (isOpen && parent.status === "CLOSED") {
    const detail = "It was seen again after its parent was closed.";
    return detachChild(child, parent, shareOf(before), { actor: SYSTEM, reason: "parent_closed", detail });
  }
  const observed = observedInChild(parent, before, child);
  // Its other children are over.
  const severity = severityInFamily(child.severity, parent.affectedServices.length);
  const milder = isMoreSevere(parent.severity, severity) ? `, as ${severity} for now` : "";
  const why = {
    actor: SYSTEM,
    reason: "child_reopened",
    detail: `An incident merged into it is open again${milder}: ${child.title}`,
  };
  const reopened = isOpen && isOver(parent.status) ? moveTo(parent, "OPEN", why, now) : undefined;
  if (!reopened) return observed && { parent: observed };
  return {
    parent: {
      fields: { ...observed?.fields, ...reopened.fields, severity },
      timeline: [...(observed?.timeline ?? []), ...reopened.timeline],
      announce: true,
    },
  };
}

/** True if a child shows an outage that the parent only preceded. */
export const outgrows = (before: Incident, child: Incident, parent: Incident): boolean =>
  child.duplicateCount > before.duplicateCount && !isOver(child.status) && isPast(parent, child);

/** Those that opened at about the child's time, or later, belong to its outage. */
export const siblingsSince = ({ createdAt }: Incident): number => createdAt - SPREADING_MS;

export interface Split {
  readonly child: IncidentChange;
  readonly sibling: IncidentChange;
  readonly parent: IncidentChange;
  /** The change of the incident that takes them; the child itself where there is none. */
  readonly head: IncidentChange | undefined;
}

/**
 * A child that outgrows its parent leaves it with these siblings. `head` takes them, or else the child. `share` is the
 * child's in its parent.
 */
export function splitFamily(
  child: Incident,
  parent: Incident,
  siblings: readonly Incident[],
  share: number,
  head: Incident | undefined,
): Split {
  const reason = "more_severe";
  const detail = `${child.title} became ${child.severity}, and the incident before it was for the record.`;
  const shares = siblings.reduce((sum, sibling) => sum + shareOf(sibling), 0);
  const detached = detachChild(child, parent, share + shares, { actor: SYSTEM, reason, detail });
  const taking = head ?? child;
  const leaving = [taking, child, ...siblings];
  const affectedServices = [...new Set(leaving.flatMap((each) => each.affectedServices))];
  const taken = {
    affectedServices: affectedServices.slice(0, AFFECTED_SERVICES_MAX),
    duplicateCount: taking.duplicateCount + shares + (head === undefined ? 0 : share),
    lastSeenAt: Math.max(...leaving.map(({ lastSeenAt }) => lastSeenAt)),
  };
  const metadata = { reason, parentIncidentId: taking.id };
  const moved: IncidentChange = {
    fields: { parentIncidentId: taking.id },
    timeline: [{ type: "merged", actor: SYSTEM, title: `Merged into: ${taking.title}`, detail, metadata }],
    announce: true,
  };
  const title = `Merged into it: ${count(1 + siblings.length, "incident")}`;
  const joined: TimelineEntry = { type: "merged", actor: SYSTEM, title, detail, metadata: { reason } };
  if (head !== undefined)
    return { ...detached, child: moved, sibling: moved, head: { fields: taken, timeline: [joined], announce: true } };
  const severity = severityInFamily(child.severity, affectedServices.length);
  const fields = { ...detached.child.fields, ...taken, severity };
  return { ...detached, child: { ...detached.child, fields }, sibling: moved, head: undefined };
}

function observedInChild(parent: Incident, before: Incident, child: Incident): IncidentChange | undefined {
  const observations = child.duplicateCount - before.duplicateCount;
  const raised = raisedBy(child, parent, parent.affectedServices.length);
  const worse = raised.severity !== undefined;
  if (observations === 0 && child.lastSeenAt === before.lastSeenAt && !worse) return undefined;
  const duplicateCount = parent.duplicateCount + observations;
  const severity = severityRaised(parent.severity, raised.severity);
  return {
    fields: { ...raised, duplicateCount },
    timeline: [
      {
        type: "duplicate_observed",
        actor: SYSTEM,
        title: worse ? `Seen again, now ${raised.severity}` : seenAgainTitle(observations),
        detail: `In the incident merged into it: ${child.title}`,
        metadata: {
          reason: "observed_in_child",
          childIncidentId: child.id,
          observations,
          lastSeenAt: toIso(raised.lastSeenAt ?? parent.lastSeenAt),
          duplicateCount,
          ...severity,
        },
      },
    ],
    announce: worse,
  };
}
