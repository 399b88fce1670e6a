import { toIso } from "../kernel/clock.ts";
import type { HeldCandidate } from "../maintenance/held.ts";
import type { MaintenanceWindow } from "../maintenance/window.ts";
import type { Incident } from "../model/incident.ts";
import { type ListeningPeriod, type ListeningPeriodOf, quietMs } from "../model/listening-period.ts";
import { SYSTEM } from "../model/scope.ts";
import type { TimelineEntry } from "../model/timeline-event.ts";
import { decideOpening, type Opening } from "./open.ts";

/** What becomes of a held candidate whose service no maintenance window covers any more. */
export type Release =
  | Opening
  /** It stopped firing meanwhile. */
  | { readonly outcome: "quiet" }
  /** Nobody heard for long enough to say so: it stays held until it is known. */
  | { readonly outcome: "unheard" };

export type ReleaseDecision = (
  held: HeldCandidate,
  window: MaintenanceWindow,
  latest: Incident | undefined,
  now: number,
  listening: ListeningPeriod,
) => Release;

/**
 * It still fires where the latest came within its resolveAfterMs before now, and is quiet where none came for so long
 * although the worker listened: the measure by which incidents resolve (`decideResolution`). What lasts says so at
 * least once a minute (detect/repeats.ts), and a rule's resolveAfterMs is a minute or more; one that is taken for quiet
 * in between opens with its next candidate.
 *
 * What still fires goes the way of any candidate, and counts on the incident as of when it came.
 */
export function decideRelease(...[held, window, latest, now, listening]: Parameters<ReleaseDecision>): Release {
  const { candidate, lastSeenAt } = held;
  if (now - lastSeenAt >= candidate.resolveAfterMs) {
    return { outcome: quietMs(listening, lastSeenAt) >= candidate.resolveAfterMs ? "quiet" : "unheard" };
  }
  const opening = decideOpening(candidate, latest, now, lastSeenAt);
  if (opening.outcome === "settled") return opening;
  const entry = heldEntry(held, window);
  if (opening.outcome === "open") {
    // The first observation opens it, the others count on it, as they would have.
    const incident = { ...opening.incident, duplicateCount: candidate.observations - 1 };
    return { ...opening, incident, timeline: [...opening.timeline, entry] };
  }
  return { ...opening, change: { ...opening.change, timeline: [...opening.change.timeline, entry] } };
}

function heldEntry({ candidate, heldSince, lastSeenAt }: HeldCandidate, window: MaintenanceWindow): TimelineEntry {
  const { observations } = candidate;
  const seen = observations === 1 ? "Seen once" : `Seen ${observations} times`;
  return {
    type: "note",
    actor: SYSTEM,
    title: "Held back by a maintenance window until now",
    detail: `${seen} since ${toIso(heldSince)}, the last time at ${toIso(lastSeenAt)}. ${window.createdBy} had scheduled the window: ${window.reason}`,
    metadata: {
      reason: "held_by_maintenance",
      maintenanceWindowId: window.id,
      heldSince: toIso(heldSince),
      lastSeenAt: toIso(lastSeenAt),
      observations,
    },
  };
}

/** What came of held candidates of one window. */
export interface Released {
  readonly organizationId: string;
  readonly windowId: string;
  readonly opened: number;
  readonly dropped: number;
}

export interface HeldStore {
  /**
   * Decides about held candidates that no window covers any more, the first held first, each in its transaction; one
   * that another window covers is held by that one from then on. One that fails doesn't keep the others, and comes
   * again; the first error is thrown at the end.
   */
  release(
    now: number,
    most: number,
    listeningPeriodOf: ListeningPeriodOf,
    decide: ReleaseDecision,
  ): Promise<readonly Released[]>;
  /** Removes windows that were over before this time and hold nothing; answers how many, a bounded number. */
  forget(before: number): Promise<number>;
}
