import type { Incident } from "../model/incident.ts";
import type { Scope } from "../model/scope.ts";

/** An incident like another one, and what helped then (contract 4.1). */
export interface SimilarIncident {
  readonly incident: Incident;
  /** 0 to 1, what the reasons add up to. */
  readonly score: number;
  readonly reasons: readonly string[];
  /** Action types of remediations that completed, the most frequent first. */
  readonly topSuccessfulActions: readonly string[];
  /** From creation to recovery, with one decimal; null where it hasn't recovered. */
  readonly mttrMinutes: number | null;
}

export interface SimilarStore {
  /** The best first. Throws `not_found`. */
  similar(scope: Scope, id: string, limit: number): Promise<readonly SimilarIncident[]>;
}
