import type { AuditKey, Sealed } from "./audit-chain.ts";
import type { ChainPlace } from "./verify-chain.ts";

/** The audit log of one organization within one transaction. */
export interface AuditLogRepository {
  /** Throws where the database was opened without the secret key. */
  key(): AuditKey;
  /** The newest entry, with those that the unit of work has yet to write; undefined for an empty log. */
  head(): Promise<ChainPlace | undefined>;
  append(entry: StoredAuditEntry, seal: string): void;
}

export interface StoredAuditEntry extends Sealed {
  /** Canonical JSON. */
  readonly content: string;
  readonly hash: string;
}
