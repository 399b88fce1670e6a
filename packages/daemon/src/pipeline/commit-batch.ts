import type { ServiceKey, StateChange } from "../detect/engine/detection-engine.ts";
import type { StoredSensitivity } from "../detect/rules/sensitivity.ts";
import type { UnitsOfWork } from "../incident/unit-of-work.ts";
import type { Progress } from "../model/accepted-batch.ts";
import type { Candidate } from "../model/candidate.ts";
import type { DeadLetter } from "../model/dead-letter.ts";
import type { PartitionLease } from "../model/partition.ts";
import type { DeploymentEvent } from "../model/telemetry.ts";
import type { CountedBucket } from "../model/telemetry-count.ts";

export interface StoredState {
  readonly key: ServiceKey;
  readonly state: string | null;
}

/** Everything that one delivery changes in the database, written in one transaction. */
export interface CommitBatch {
  readonly progress: Progress | null;
  readonly candidates: readonly Candidate[];
  readonly states: readonly StateChange[];
  /** Leases of the partitions that the telemetry belongs to; nothing is stored where one is lost. */
  readonly leases: readonly PartitionLease[];
  readonly deadLetters: readonly DeadLetter[];
  /** Dead letters whose replay ends with this batch. */
  readonly replayed: readonly string[];
  /** Sorted, each bucket once; added to the stored counts. */
  readonly counts: readonly CountedBucket[];
  readonly deployments: readonly DeploymentEvent[];
}

/** Turns candidates into incidents within the transaction of a commit batch. */
export type OpenIncidents = (units: UnitsOfWork, candidates: readonly Candidate[], now: number) => Promise<void>;

export type CommitOutcome = "stored" | "lease_lost" | "already_consumed" | "rolled_back";

/** The partitions whose detection states a worker examines. */
export interface HeldPartitions {
  readonly partitions: number;
  readonly held: readonly number[];
}

export interface RequestedReplay {
  readonly deadLetter: DeadLetter;
  readonly eventId: string;
}

export interface CommitBatchStore {
  /** Writes a commit batch in one transaction, unless a lease is lost or the progress was stored before. */
  commit(batch: CommitBatch, openIncidents: OpenIncidents, now: number): Promise<CommitOutcome>;
  /** Like commit, but rolled back. */
  dryRun(batch: CommitBatch, openIncidents: OpenIncidents, now: number): Promise<CommitOutcome>;
  /** The processed position of the embedded queue, by organization. */
  positions(consumer: string): Promise<ReadonlyMap<string, number>>;
  consumed(identities: readonly string[]): Promise<ReadonlySet<string>>;
  states(keys: readonly ServiceKey[]): Promise<readonly StoredState[]>;
  /** The sensitivities of these organizations and of their services, except for those that are reset. */
  sensitivities(organizationIds: readonly string[]): Promise<readonly StoredSensitivity[]>;
  /** Due services, the longest due first; of all partitions by default. */
  due(now: number, limit: number, partitions?: HeldPartitions): Promise<readonly ServiceKey[]>;
  /** Dead letters whose replay is requested, oldest first. */
  replays(limit: number): Promise<readonly RequestedReplay[]>;
  /**
   * Claims a replay; false where another worker has. A replay that doesn't end becomes a dead letter again after some
   * minutes.
   */
  beginReplay(deadLetterId: string, eventId: string, now: number): Promise<boolean>;
  /** Deletes expired batch identities, dead letters and stream changes; returns the number of dead letters. */
  tidy(now: number): Promise<number>;
}
