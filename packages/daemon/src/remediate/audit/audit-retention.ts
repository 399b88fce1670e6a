import type { Scope } from "../../model/scope.ts";

/** Most actions that one call deletes. */
export const DELETED_AT_ONCE_MAX = 100;

/** What retention does to the audit log. */
export interface AuditRetention {
  /**
   * Deletes finished actions of the scope's organization that were last changed before a moment, whose verification
   * isn't waited for any more: the oldest first, `most` and `DELETED_AT_ONCE_MAX` at the most. What the log says about
   * them goes with them, its hashes stay, and it says what was deleted. One small transaction where there is something
   * to delete: to be called until it answers 0. Times are milliseconds since 1970 UTC.
   */
  deleteFinished(scope: Scope, before: number, most: number, now: number): Promise<number>;
}
