import type { ServiceKey, StateChange } from "../detect/engine.ts";
import type { Opening } from "../incident/open.ts";
import type { IncidentChange } from "../incident/store.ts";
import type { Progress } from "../model/accepted-batch.ts";
import type { Candidate } from "../model/candidate.ts";
import type { DeadLetter } from "../model/dead-letter.ts";
import type { Incident } from "../model/incident.ts";
import type { PartitionLease } from "../model/partition.ts";
import type { DeploymentEvent } from "../model/telemetry.ts";
import type { CountedBucket } from "../model/telemetry-count.ts";

/** A service's detection state as it is stored; null where there is none. */
export interface StoredState {
  readonly key: ServiceKey;
  readonly state: string | null;
}

/** What one round of the worker comes to; stored whole or not at all. */
export interface CommitBatch {
  /** Null where the round came from no queue. */
  readonly progress: Progress | null;
  readonly candidates: readonly Candidate[];
  readonly states: readonly StateChange[];
  /** Leases of the partitions that it is about; nothing is stored where one doesn't hold any more. */
  readonly leases: readonly PartitionLease[];
  readonly deadLetters: readonly DeadLetter[];
  /** Dead letters that are done with. */
  readonly replayed: readonly string[];
  /** What came in, each bucket once and in the order of their keys; added to what is counted. */
  readonly counts: readonly CountedBucket[];
  readonly deployments: readonly DeploymentEvent[];
}

/** The pure decisions that a round's transaction runs. */
export interface CommitDecisions {
  readonly open: (candidate: Candidate, latest: Incident | undefined, now: number) => Opening;
}

export type CommitOutcome = "stored" | "lease_lost" | "already_consumed";

/** Which services' states belong to the partitions that a worker holds. */
export interface HeldPartitions {
  /** Partitions in all. */
  readonly partitions: number;
  readonly held: readonly number[];
}

export interface CommitBatchStore {
  /**
   * One transaction: the candidates' incidents, the detection states, the dead letters, the counts and the progress.
   * Stores nothing where a lease is lost, or where what it consumed was consumed already.
   */
  commit(round: CommitBatch, decisions: CommitDecisions, now: number): Promise<CommitOutcome>;
  /** Does all that commit would, and takes it back; throws what commit would throw. */
  dryRun(round: CommitBatch, decisions: CommitDecisions, now: number): Promise<void>;
  /** How far the embedded queue is consumed, by organization. */
  positions(consumer: string): Promise<ReadonlyMap<string, number>>;
  /** Those of these batch identities that are consumed already. */
  consumed(batches: readonly string[]): Promise<ReadonlySet<string>>;
  states(keys: readonly ServiceKey[]): Promise<readonly StoredState[]>;
  /** Services whose state asks to be examined by now, the longest waiting first; of all partitions where none are named. */
  due(now: number, most: number, partitions?: HeldPartitions): Promise<readonly ServiceKey[]>;
  /**
   * Changes incidents whose signal was quiet for long enough, the longest quiet first, each in its transaction; answers
   * how many changed. Reads up to `RESOLVABLE_READ_MAX`; an incident that `decide` has no change for costs no transaction.
   */
  resolveQuiet(now: number, most: number, decide: (incident: Incident) => IncidentChange | undefined): Promise<number>;
  /** Dead letters that somebody asked to replay, oldest first. */
  replays(most: number): Promise<readonly { readonly letter: DeadLetter; readonly eventId: string }[]>;
  /**
   * Said before a replay is tried: it is offered to nobody again, in case it ends the worker. False where another
   * worker has it. What doesn't come to an end is a dead letter again after a while.
   */
  beginReplay(letterId: string, eventId: string, now: number): Promise<boolean>;
  /** Forgets batch identities, dead letters and stream changes past their bounds; answers how many dead letters went. */
  tidy(now: number): Promise<number>;
}
