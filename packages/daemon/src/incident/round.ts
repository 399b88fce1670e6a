import type { ServiceKey, StateChange } from "../detect/engine.ts";
import type { Progress } from "../model/accepted-batch.ts";
import type { Candidate } from "../model/candidate.ts";
import type { DeadLetter } from "../model/dead-letter.ts";
import type { Incident } from "../model/incident.ts";
import type { DeploymentEvent } from "../model/telemetry.ts";
import type { CountedBucket } from "../model/telemetry-count.ts";
import type { Opening } from "./open.ts";
import type { IncidentChange } from "./store.ts";

/** A service's detection state as it is stored; null where there is none. */
export interface StoredState {
  readonly key: ServiceKey;
  readonly state: string | null;
}

/** What one round of the worker comes to; stored whole or not at all. */
export interface Round {
  /** Null where the round came from no queue. */
  readonly progress: Progress | null;
  readonly candidates: readonly Candidate[];
  readonly states: readonly StateChange[];
  /** States that must still be as they were read; where one isn't, the round is stale. */
  readonly expected: readonly StoredState[];
  readonly deadLetters: readonly DeadLetter[];
  /** Dead letters that are done with. */
  readonly replayed: readonly string[];
  /** What came in, each bucket once and in the order of their keys; added to what is counted. */
  readonly counts: readonly CountedBucket[];
  readonly deployments: readonly DeploymentEvent[];
}

/** The pure decisions that a round's transaction runs. */
export interface RoundDecisions {
  readonly open: (candidate: Candidate, latest: Incident | undefined, now: number) => Opening;
}

export interface RoundStore {
  /**
   * One transaction: the candidates' incidents, the detection states, the dead letters, the counts and the progress. Answers
   * false and stores nothing where the round is stale: a state isn't as expected, or what it consumed was
   * consumed already.
   */
  commit(round: Round, decisions: RoundDecisions, now: number): Promise<boolean>;
  /** Does all that commit would, and takes it back; throws what commit would throw. */
  rehearse(round: Round, decisions: RoundDecisions, now: number): Promise<void>;
  /** How far the embedded queue is consumed, by organization. */
  positions(consumer: string): Promise<ReadonlyMap<string, number>>;
  /** Those of these batch identities that are consumed already. */
  consumed(batches: readonly string[]): Promise<ReadonlySet<string>>;
  states(keys: readonly ServiceKey[]): Promise<readonly StoredState[]>;
  /** Services whose state asks to be examined by now, the longest waiting first. */
  due(now: number, most: number): Promise<readonly ServiceKey[]>;
  /**
   * Changes incidents whose signal was quiet for long enough since `listeningSince`, the longest quiet first, each in
   * its transaction; answers how many changed. One that `decide` has no change for costs no transaction.
   */
  resolveQuiet(
    now: number,
    listeningSince: number,
    most: number,
    decide: (incident: Incident, now: number, listeningSince: number) => IncidentChange | undefined,
  ): Promise<number>;
  /** Dead letters that somebody asked to replay, oldest first. */
  replays(most: number): Promise<readonly { readonly letter: DeadLetter; readonly eventId: string }[]>;
  /**
   * Said before a replay is tried: it is offered to nobody again, in case it ends the worker. False where another
   * worker has it. What doesn't come to an end is a dead letter again after a while.
   */
  beginReplay(letterId: string, eventId: string, now: number): Promise<boolean>;
  /** Forgets batch identities and stream changes past their bounds; answers how many rows went. */
  tidy(now: number): Promise<number>;
}
