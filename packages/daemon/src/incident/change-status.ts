import { MINUTE_MS } from "../kernel/clock.ts";
import { type Incident, type IncidentStatus, isEvent, isOver } from "../model/incident.ts";
import { type Scope, SYSTEM } from "../model/scope.ts";
import type { IncidentChange, IncidentStore } from "./store.ts";

/** Why a status changed, for the timeline. */
export interface StatusReason {
  readonly actor: string;
  /** A stable word, such as `requested` or `signal_stayed_normal`. */
  readonly reason: string;
  readonly detail: string;
}

/** Reasons by which a person takes an incident up. */
const ACKNOWLEDGING: ReadonlySet<string> = new Set(["requested", "assigned"]);

const ACKNOWLEDGED_QUIET_MS = 15 * MINUTE_MS;

/** An incident of a single event waits for an acknowledgement; after it, a quarter of an hour of quiet ends it. */
function quietAfterAcknowledgement(incident: Incident, now: number): Partial<Incident> {
  if (!isEvent(incident)) return {};
  return { resolveAfterMs: Math.max(0, now - incident.lastSeenAt) + ACKNOWLEDGED_QUIET_MS };
}

/**
 * Any status may follow any other. The first move into RESOLVED or CLOSED sets resolvedAt, a
 * move back out clears it; the same status again is no change.
 */
export function moveTo(
  incident: Incident,
  status: IncidentStatus,
  why: StatusReason,
  now: number,
): IncidentChange | undefined {
  if (incident.status === status) return undefined;
  const resolvedAt = isOver(status) ? (incident.resolvedAt ?? now) : null;
  const isAcknowledged = incident.status === "OPEN" && !isOver(status) && ACKNOWLEDGING.has(why.reason);
  return {
    fields: { status, resolvedAt, ...(isAcknowledged ? quietAfterAcknowledgement(incident, now) : {}) },
    timeline: [
      {
        type: "status_changed",
        actor: why.actor,
        title: `Status changed from ${incident.status} to ${status}`,
        detail: why.detail,
        metadata: { from: incident.status, to: status, reason: why.reason },
      },
    ],
    announce: true,
  };
}

/** Throws `not_found`. */
export const changeStatus = (
  store: IncidentStore,
  scope: Scope,
  id: string,
  status: IncidentStatus,
  now: number,
): Promise<Incident> =>
  store.change(scope, id, (incident) =>
    moveTo(incident, status, { actor: scope.actor, reason: "requested", detail: `By ${scope.actor}.` }, now),
  );

/** The actor of the status change in the change's timeline. */
export const statusActorOf = ({ timeline }: Pick<IncidentChange, "timeline">): string =>
  timeline.find(({ type }) => type === "status_changed")?.actor ?? SYSTEM;
