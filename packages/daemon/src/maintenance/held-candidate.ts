import type { Candidate } from "../model/candidate.ts";
import { isMoreSevere } from "../model/incident.ts";
import type { MaintenanceWindow } from "./window.ts";

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

export interface StoredHeldCandidate extends HeldCandidate {
  /** Key of the row; grows with every held candidate. */
  readonly seq: number;
}

/** Maintenance windows and held candidates of one organization within one transaction. */
export interface HeldCandidateRepository {
  /** By service, the id of the active window that lasts longest. Reads one index entry for each service. */
  windowsCovering(services: readonly string[], now: number): Promise<ReadonlyMap<string, string>>;
  /** A window that holds candidates is never removed. */
  window(id: string): Promise<MaintenanceWindow>;
  find(seq: number): Promise<StoredHeldCandidate | undefined>;
  findWithKey(deduplicationKey: string): Promise<StoredHeldCandidate | undefined>;
  /** How many are held, over all windows. */
  count(): Promise<number>;
  insert(held: HeldCandidate): Promise<void>;
  update(before: StoredHeldCandidate, next: HeldCandidate): Promise<void>;
  /** Removes it, and counts it at its window as opened or as dropped. */
  release(held: StoredHeldCandidate, outcome: "opened" | "dropped"): Promise<void>;
}

/** Returns false where the organization holds as many as it may: then the candidate opens, so that nothing is lost. */
export async function holdCandidate(
  repository: HeldCandidateRepository,
  candidate: Candidate,
  windowId: string,
  now: number,
): Promise<boolean> {
  const held = await repository.findWithKey(candidate.deduplicationKey);
  if (held) {
    await repository.update(held, updateHeldCandidate(held, candidate, windowId, now));
    return true;
  }
  if ((await repository.count()) >= HELD_CANDIDATES_MAX) return false;
  await repository.insert(createHeldCandidate(candidate, windowId, now));
  return true;
}
