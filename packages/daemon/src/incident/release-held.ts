import { toIso } from "../kernel/clock.ts";
import type { HeldCandidate } from "../maintenance/held-candidate.ts";
import type { MaintenanceWindow } from "../maintenance/window.ts";
import type { Incident } from "../model/incident.ts";
import { SYSTEM } from "../model/scope.ts";
import { quietMs, type TelemetryCoverage, type TelemetryCoverageOf } from "../model/telemetry-coverage.ts";
import type { TimelineEntry } from "../model/timeline-event.ts";
import { decideOpening, type Opening } from "./decide-opening.ts";
import { weighImpact } from "./impact.ts";
import { applyOpening, hasParentOver } from "./open-incident.ts";
import type { IncidentUnitOfWork, UnitsOfWork } from "./unit-of-work.ts";

/** The decision about a held candidate that no maintenance window covers any more. */
export type ReleaseOutcome =
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
  listening: TelemetryCoverage,
  isParentOver?: boolean,
) => ReleaseOutcome;

/**
 * A held candidate still fires if its latest observation is newer than its resolveAfterMs. It is quiet if the worker
 * listened for that long without one, as `decideResolution` resolves incidents. A lasting condition repeats at least
 * once a minute (detect/repeats.ts), and resolveAfterMs is a minute or more. If it is taken for quiet in between, its
 * next candidate opens an incident.
 *
 * A candidate that still fires is processed as any other, and counts on the incident as of when it was seen.
 */
export function decideRelease(
  ...[held, window, latest, now, listening, isParentOver]: Parameters<ReleaseDecision>
): ReleaseOutcome {
  const { candidate, lastSeenAt } = held;
  if (now - lastSeenAt >= candidate.resolveAfterMs) {
    return { outcome: quietMs(listening, lastSeenAt) >= candidate.resolveAfterMs ? "quiet" : "unheard" };
  }
  const opening = decideOpening(candidate, latest, now, { seenAt: lastSeenAt, isParentOver: isParentOver ?? false });
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

/** The results of held candidates of one window. */
export interface Released {
  readonly organizationId: string;
  readonly windowId: string;
  readonly opened: number;
  readonly dropped: number;
}

/** A held candidate whose maintenance window is over. */
export interface DueCandidate {
  readonly seq: number;
  readonly organizationId: string;
  readonly service: string;
  readonly lastSeenAt: number;
  readonly resolveAfterMs: number;
}

export interface HeldStore {
  /** Held candidates whose window is over, the first held first. */
  due(now: number, limit: number): Promise<readonly DueCandidate[]>;
  /** Removes windows that were over before this time and hold nothing; returns their number, which is bounded. */
  forget(before: number): Promise<number>;
}

export interface ReleaseDeps {
  readonly held: Pick<HeldStore, "due">;
  readonly units: UnitsOfWork;
}

/** Candidates that are read in one run; those of services that no worker listens to stay first in the order. */
const HELD_READ_MAX = 2000;

/**
 * Releases up to `limit` held candidates that no window covers any more, each in its own unit of work. A candidate that
 * fails doesn't delay the others, and the next run tries it again. The first error is thrown at the end.
 */
export async function releaseHeld(
  { held, units }: ReleaseDeps,
  now: number,
  limit: number,
  listeningPeriodOf: TelemetryCoverageOf,
  decide: ReleaseDecision = decideRelease,
): Promise<readonly Released[]> {
  const released = new Map<string, Released>();
  let failure: unknown;
  const due = (await held.due(now, HELD_READ_MAX)).filter((each) => isDecidable(each, now, listeningPeriodOf));
  for (const { organizationId, seq } of due.slice(0, limit)) {
    try {
      const one = await units.run(organizationId, (unit) => releaseOne(unit, seq, now, listeningPeriodOf, decide));
      if (one) addReleased(released, one);
    } catch (error) {
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return [...released.values()];
}

/** Whether the candidate still fires, or was listened for long enough to be known as quiet. */
const isDecidable = (
  { organizationId, service, lastSeenAt, resolveAfterMs }: DueCandidate,
  now: number,
  listeningPeriodOf: TelemetryCoverageOf,
): boolean =>
  now - lastSeenAt < resolveAfterMs ||
  quietMs(listeningPeriodOf(organizationId, [service]), lastSeenAt) >= resolveAfterMs;

/** Undefined where another worker has released it, or it stays held. */
async function releaseOne(
  unit: IncidentUnitOfWork,
  seq: number,
  now: number,
  listeningPeriodOf: TelemetryCoverageOf,
  decide: ReleaseDecision,
): Promise<Released | undefined> {
  const { organizationId, maintenance } = unit;
  const held = await maintenance.find(seq);
  if (!held) return undefined;
  const { service } = held.candidate;
  const otherWindow = (await maintenance.windowsCovering([service], now)).get(service);
  if (otherWindow !== undefined) {
    await maintenance.update(held, { ...held, windowId: otherWindow });
    return undefined;
  }
  const window = await maintenance.window(held.windowId);
  const existing = await unit.incidents.findNewestWithKey(held.candidate.deduplicationKey);
  const candidate = weighImpact(held.candidate, (await unit.catalog.stakesOf([service])).get(service), existing);
  const listening = listeningPeriodOf(organizationId, [service]);
  const isParentOver = await hasParentOver(unit, existing);
  const release = decide({ ...held, candidate }, window, existing, now, listening, isParentOver);
  if (release.outcome === "unheard") return undefined;
  const isDropped = release.outcome === "quiet" || release.outcome === "settled";
  await maintenance.release(held, isDropped ? "dropped" : "opened");
  if (release.outcome !== "quiet") await applyOpening(unit, candidate, existing, release, now);
  return { organizationId, windowId: window.id, opened: isDropped ? 0 : 1, dropped: isDropped ? 1 : 0 };
}

function addReleased(released: Map<string, Released>, { organizationId, windowId, opened, dropped }: Released): void {
  const before = released.get(windowId);
  released.set(windowId, {
    organizationId,
    windowId,
    opened: (before?.opened ?? 0) + opened,
    dropped: (before?.dropped ?? 0) + dropped,
  });
}
