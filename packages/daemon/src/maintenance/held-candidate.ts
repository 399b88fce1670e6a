import type { Candidate } from "../model/candidate.ts";
import { isMoreSevere } from "../model/incident.ts";

/** A candidate that a maintenance window holds back: all that was observed with its key since. */
export interface HeldCandidate {
  /** The window that lasts longest of those that cover its service. */
  readonly windowId: string;
  /** The gravest; its observations are those of all. */
  readonly candidate: Candidate;
  /** When the first one was held; milliseconds. */
  readonly heldSince: number;
  /** When the latest one came, as `Incident.lastSeenAt` has it. */
  readonly lastSeenAt: number;
}

/** Of an organization, at a time. What comes beyond is not held: it opens. */
export const HELD_CANDIDATES_MAX = 10_000;

export const createHeldCandidate = (candidate: Candidate, windowId: string, now: number): HeldCandidate => ({
  windowId,
  candidate,
  heldSince: now,
  lastSeenAt: now,
});

/** The gravest candidate stands for all, of equally grave ones the latest; nothing that was observed is lost. */
export function updateHeldCandidate(
  held: HeldCandidate,
  next: Candidate,
  windowId: string,
  now: number,
): HeldCandidate {
  const former = held.candidate;
  const gravest = isMoreSevere(former.severity, next.severity) ? former : next;
  const candidate = {
    ...gravest,
    observedAt: Math.max(former.observedAt, next.observedAt),
    observations: former.observations + next.observations,
    resolveAfterMs: Math.max(former.resolveAfterMs, next.resolveAfterMs),
  };
  return { windowId, candidate, heldSince: held.heldSince, lastSeenAt: Math.max(held.lastSeenAt, now) };
}
