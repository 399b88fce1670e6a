import type { ServiceKey, StateChange } from "../detect/engine/detection-engine.ts";
import type { UnitsOfWork } from "../incident/unit-of-work.ts";
import type { Progress } from "../model/accepted-batch.ts";
import type { Candidate } from "../model/candidate.ts";
import type { DeadLetter } from "../model/dead-letter.ts";
import type { PartitionLease } from "../model/partition.ts";
import type { DeploymentEvent } from "../model/telemetry.ts";
import type { CountedBucket } from "../model/telemetry-count.ts";

/** The stored detection state of a service; null for a service without one. */
export interface StoredState {
  readonly key: ServiceKey;
  readonly state: string | null;
}

/** Everything that one delivery changes in the database, written in one transaction. */
export interface CommitBatch {
  /** Null where the telemetry came from no queue. */
  readonly progress: Progress | null;
  readonly candidates: readonly Candidate[];
  readonly states: readonly StateChange[];
  /** Leases of the partitions that the telemetry belongs to; nothing is stored where one is lost. */
  readonly leases: readonly PartitionLease[];
  readonly deadLetters: readonly DeadLetter[];
  /** Ids of dead letters whose replay ends with this batch. */
  readonly replayed: readonly string[];
  /** Telemetry counts, each bucket once and in the order of their keys; added to the stored counts. */
  readonly counts: readonly CountedBucket[];
  readonly deployments: readonly DeploymentEvent[];
}

/** The use case that turns candidates into incidents, run within the transaction of a commit batch. */
export type OpenIncidents = (units: UnitsOfWork, candidates: readonly Candidate[], now: number) => Promise<void>;

export type CommitOutcome = "stored" | "lease_lost" | "already_consumed" | "rolled_back";

/** The partitions whose detection states a worker examines. */
export interface HeldPartitions {
  /** The number of all partitions. */
  readonly partitions: number;
  readonly held: readonly number[];
}

export interface RequestedReplay {
  readonly deadLetter: DeadLetter;
  /** The id that the replayed event gets. */
  readonly eventId: string;
}

export interface CommitBatchStore {
  /**
   * Writes a commit batch in one transaction. Stores nothing where a lease is lost, or where a part of the progress
   * was stored before.
   */
  commit(batch: CommitBatch, openIncidents: OpenIncidents, now: number): Promise<CommitOutcome>;
  /** Does what commit does and rolls it back. Throws what commit would throw. */
  dryRun(batch: CommitBatch, openIncidents: OpenIncidents, now: number): Promise<CommitOutcome>;
  /** The position of the embedded queue up to which the worker has processed, by organization. */
  positions(consumer: string): Promise<ReadonlyMap<string, number>>;
  /** Those of these batch identities that are consumed. */
  consumed(identities: readonly string[]): Promise<ReadonlySet<string>>;
  states(keys: readonly ServiceKey[]): Promise<readonly StoredState[]>;
  /** Services whose detection state is due for examination, the longest due first; of all partitions by default. */
  due(now: number, limit: number, partitions?: HeldPartitions): Promise<readonly ServiceKey[]>;
  /** Dead letters whose replay is requested, oldest first. */
  replays(limit: number): Promise<readonly RequestedReplay[]>;
  /**
   * Claims a replay, so that it is offered to no other worker, even where it ends this process. False where another
   * worker has claimed it. A replay that doesn't end becomes a dead letter again after some minutes.
   */
  beginReplay(deadLetterId: string, eventId: string, now: number): Promise<boolean>;
  /** Deletes batch identities, dead letters and stream changes past their bounds; returns the number of dead letters. */
  tidy(now: number): Promise<number>;
}
