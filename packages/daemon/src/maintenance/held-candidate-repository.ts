import type { HeldCandidate } from "./held-candidate.ts";
import type { MaintenanceWindow } from "./window.ts";

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
