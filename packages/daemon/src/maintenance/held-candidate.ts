import type { Candidate } from "../model/candidate.ts";
import { isMoreSevere } from "../model/incident.ts";
import type { MaintenanceWindow } from "./window.ts";

/** All that was observed with one key during a maintenance window. */
export interface HeldCandidate {
  /** The window of its service that ends last. */
  readonly windowId: string;
  /** The most severe candidate with the observations of all. */
  readonly candidate: Candidate;
  /** When the first candidate was held; milliseconds. */
  readonly heldSince: number;
  readonly lastSeenAt: number;
}

/** Candidates beyond this number of an organization open incidents instead. */
export const HELD_CANDIDATES_MAX = 10_000;

export const createHeldCandidate = (candidate: Candidate, windowId: string, now: number): HeldCandidate => ({
  windowId,
  candidate,
  heldSince: now,
  lastSeenAt: now,
});

/** Keeps the most severe candidate, of equally severe ones the latest, with all observations. */
export function updateHeldCandidate(
  { candidate: former, heldSince, lastSeenAt }: HeldCandidate,
  next: Candidate,
  windowId: string,
  now: number,
): HeldCandidate {
  const candidate = {
    ...(isMoreSevere(former.severity, next.severity) ? former : next),
    observedAt: Math.max(former.observedAt, next.observedAt),
    observations: former.observations + next.observations,
    resolveAfterMs: Math.max(former.resolveAfterMs, next.resolveAfterMs),
  };
  return { windowId, candidate, heldSince, lastSeenAt: Math.max(lastSeenAt, now) };
}

export interface StoredHeldCandidate extends HeldCandidate {
  /** Grows with every held candidate. */
  readonly seq: number;
}

export interface HeldCandidateRepository {
  /** The active window of each service that ends last. */
  windowsCovering(services: readonly string[], now: number): Promise<ReadonlyMap<string, string>>;
  /** A window with held candidates is never removed. */
  window(id: string): Promise<MaintenanceWindow>;
  find(seq: number): Promise<StoredHeldCandidate | undefined>;
  findWithKey(deduplicationKey: string): Promise<StoredHeldCandidate | undefined>;
  count(): Promise<number>;
  insert(held: HeldCandidate): Promise<void>;
  update(before: StoredHeldCandidate, next: HeldCandidate): Promise<void>;
  /** Removes it, and counts it at its window. */
  release(held: StoredHeldCandidate, outcome: "opened" | "dropped"): Promise<void>;
}

/** False at the limit of the organization, so that the candidate opens instead. */
export async function holdCandidate(
  repository: HeldCandidateRepository,
  candidate: Candidate,
  windowId: string,
  now: number,
): Promise<boolean> {
  const held = await repository.findWithKey(candidate.deduplicationKey);
  if (!held && (await repository.count()) >= HELD_CANDIDATES_MAX) return false;
  if (held) await repository.update(held, updateHeldCandidate(held, candidate, windowId, now));
  else await repository.insert(createHeldCandidate(candidate, windowId, now));
  return true;
}
