import type { Scope } from "../../model/scope.ts";

/** Tokens that an organization's diagnoses cost on a day, counted in UTC days since 1970. */
export interface ModelUsageStore {
  /**
   * Takes so many tokens of a day in which at most `most` may be used; false where they don't fit, and nothing is taken.
   * Of several that ask at once each sees what the others took.
   */
  reserve(scope: Scope, day: number, tokens: number, most: number): Promise<boolean>;
  /** Counts what was spent in place of what was reserved. Never done, what was reserved counts as spent. */
  settle(scope: Scope, day: number, reserved: number, spent: number): Promise<void>;
}
