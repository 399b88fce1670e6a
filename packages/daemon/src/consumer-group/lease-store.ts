import type { PartitionLease } from "../model/partition.ts";

/** A holder's report of a partition, sent with each heartbeat. Times are milliseconds since 1970 UTC. */
export interface PartitionReport extends PartitionLease {
  /** Events a second, averaged over the last half minute. */
  readonly load: number;
  readonly listeningSince: number;
  /** All telemetry accepted before is processed. */
  readonly processedUntil: number;
  /** When the holder last knew its progress. */
  readonly reportedAt: number;
}

export interface PartitionState {
  readonly partition: number;
  readonly epoch: number;
  /** Null: nobody holds it. The lease may have expired. */
  readonly owner: string | null;
  readonly isExpired: boolean;
  /** The member that should hold it. */
  readonly target: string | null;
  readonly load: number;
  readonly listeningSince: number;
  readonly processedUntil: number;
  /** When a holder last knew its progress. */
  readonly reportedAt: number;
}

export interface GroupState {
  /** Members whose heartbeat is recent, in the order of their ids. */
  readonly members: readonly string[];
  /** All partitions, in their order. */
  readonly partitions: readonly PartitionState[];
  /** Every ingest process has published what it accepted before this time; null where none reports. */
  readonly publishedUntil: number | null;
}

/**
 * Leases of partitions, kept in the database that the workers share. Expiry goes by the database's clock, so that the
 * clocks of machines may differ.
 */
export interface PartitionLeaseStore {
  /** Renews the member and its leases; a lease that another member has taken since is left alone. */
  heartbeat(member: string, reports: readonly PartitionReport[], partitions: number): Promise<GroupState>;
  /** Stores which member should hold which partition. */
  assign(targets: ReadonlyMap<number, string>): Promise<void>;
  /** Takes those of these partitions that nobody holds, under their next epoch. */
  acquire(member: string, partitions: readonly number[]): Promise<readonly PartitionLease[]>;
  /** Gives leases back, so that the next holder needn't wait for them to expire. */
  release(member: string, leases: readonly PartitionLease[]): Promise<void>;
  /** Ends the membership. */
  leave(member: string): Promise<void>;
}
