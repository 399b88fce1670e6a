import type { AuditKey, ChainPlace, Sealed } from "./audit-chain.ts";

export interface AuditLogRepository {
  /** Throws if the database was opened without the secret key. */
  key(): AuditKey;
  /** Includes unwritten entries; undefined for an empty log. */
  head(): Promise<ChainPlace | undefined>;
  append(entry: StoredAuditEntry, seal: string): void;
  /**
   * Deletes the first entries, up to the first that retention keeps: one about an action that exists, or about none and
   * not older than `before`. Returns where the log begins now; undefined where it has no head.
   */
  cutBeginning(
    before: number,
    most: number,
  ): Promise<{ readonly checkpoint: ChainPlace | undefined; readonly cut: number }>;
}

export interface StoredAuditEntry extends Sealed {
  readonly content: string;
  readonly hash: string;
}
