import type { DeadLetter } from "../model/dead-letter.ts";
import type { Scope } from "../model/scope.ts";

interface DeadLetterPage {
  readonly letters: readonly DeadLetter[];
  readonly cursor?: string;
}

export interface DeadLetterStore {
  /** Newest first. */
  list(scope: Scope, limit: number, cursor?: string): Promise<DeadLetterPage>;
  /** Throws `not_found`. */
  get(scope: Scope, id: string): Promise<DeadLetter>;
  /**
   * Asks the worker to take it in again, as the event of this id; from then on it is listed no more.
   * Throws `not_found`.
   */
  askReplay(scope: Scope, id: string, eventId: string, now: number): Promise<void>;
}
