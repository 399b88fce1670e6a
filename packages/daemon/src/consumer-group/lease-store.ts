import type { PartitionLease } from "../model/partition.ts";

export interface PartitionProgress {
  /** All telemetry accepted before this time is processed. Milliseconds since 1970 UTC. */
  readonly processedUntil: number;
  /** The oldest acceptance time among processed batches; null without any. */
  readonly oldestProcessed: number | null;
  /** Events processed. */
  readonly events: number;
}

/** The report of a holder with each heartbeat. Times are milliseconds since 1970 UTC. */
export interface PartitionReport extends PartitionLease {
  /** Events per second, averaged over half a minute. */
  readonly load: number;
  readonly listeningSince: number;
  /** All telemetry accepted before this time is processed. */
  readonly processedUntil: number;
  /** When the holder last knew its progress. */
  readonly reportedAt: number;
}

/** The last report of a partition and its assignment. */
export interface PartitionState extends PartitionReport {
  /** Null without a holder. The lease may have expired. */
  readonly owner: string | null;
  readonly isExpired: boolean;
  /** The member that should hold it. */
  readonly target: string | null;
}

export interface GroupState {
  /** Members with a recent heartbeat, ordered by id. */
  readonly members: readonly string[];
  /** All partitions in order. */
  readonly partitions: readonly PartitionState[];
  /** All ingest processes have published telemetry accepted before this time; null without reports. */
  readonly publishedUntil: number | null;
}

/**
 * Partition leases in the database that the workers share. Expiry uses the clock of the database, since clocks of machines
 * differ.
 */
export interface PartitionLeaseStore {
  /** Renews the member and its leases, except leases that another member has taken over. */
  heartbeat(member: string, reports: readonly PartitionReport[], partitions: number): Promise<GroupState>;
  /** Stores the assignment of partitions to members. */
  assign(targets: ReadonlyMap<number, string>): Promise<void>;
  /** Acquires the free ones of these partitions, with their next epoch. */
  acquire(member: string, partitions: readonly number[]): Promise<readonly PartitionLease[]>;
  /** Releases leases, so that the next holder need not wait for their expiry. */
  release(member: string, leases: readonly PartitionLease[]): Promise<void>;
  /** Ends the membership. */
  leave(member: string): Promise<void>;
}
