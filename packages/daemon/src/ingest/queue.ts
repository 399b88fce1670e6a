import type { AcceptedBatch, Progress } from "../model/accepted-batch.ts";
import type { PartitionLease } from "../model/partition.ts";

/** The answer to a request with an Idempotency-Key, which a retry gets again. */
export interface RememberedAnswer {
  readonly organizationId: string;
  readonly route: string;
  readonly key: string;
  /** SHA-256 of the body in hex; the same key with another body is an error. */
  readonly fingerprint: string;
  readonly answer: string;
  readonly batchId: string;
  readonly receivedAt: number;
}

/** Where accepted telemetry becomes durable and waits for the worker. */
export interface TelemetryQueue {
  /**
   * Resolves when the batches and the answer are durable: after fsync, or the broker's confirmation. Rejects with
   * `queue_full` or `storage_unavailable`.
   */
  append(batches: readonly AcceptedBatch[], remembered?: RememberedAnswer): Promise<void>;
  recall(organizationId: string, route: string, key: string): Promise<RememberedAnswer | undefined>;
  /** The organization's unprocessed events, as far as this process knows. */
  waitingOf(organizationId: string): number;
}

type AnswerKey = Pick<RememberedAnswer, "organizationId" | "route" | "key">;

/** Answers to requests with an Idempotency-Key, shared by all processes that publish to a broker. */
export interface AnswerLedger extends Pick<TelemetryQueue, "recall"> {
  /** Claims a key before its batches are published: `new`, or the state of an earlier try. */
  remember(answer: RememberedAnswer): Promise<"new" | EarlierTry>;
  /** The batches are durable; from now on `recall` returns the answer. */
  complete(answer: AnswerKey): Promise<void>;
  /** The batches are not durable; the next try claims the key at once. */
  release(answer: AnswerKey): Promise<void>;
}

export interface EarlierTry {
  /**
   * `completed`: this is the answer. `running`: another process publishes. `unfinished`: the caller has the claim now,
   * and publishes under this answer's batch id, which consumers recognize.
   */
  readonly state: "completed" | "running" | "unfinished";
  readonly answer: RememberedAnswer;
}

/** The batches that the queue hands to the worker at once. */
export interface Delivery {
  readonly batches: readonly AcceptedBatch[];
  /** Written in the transaction of the delivery's effects. */
  readonly progress: Progress;
  /** Leases of the batches' partitions; the transaction compares them. */
  readonly leases: readonly PartitionLease[];
}

/** Nothing of the delivery was stored, since another worker holds a partition of it. */
export class LeaseLost extends Error {
  constructor() {
    super("Another worker has taken over a partition of this delivery.");
  }
}

/** The worker's end of the queue. */
export interface TelemetrySource {
  /**
   * Hands over deliveries one at a time, oldest first, until the signal. A delivery is repeated when handling it
   * failed or the process died, so consumers compare identities or positions.
   */
  run(handle: (delivery: Delivery) => Promise<void>, signal: AbortSignal): Promise<void>;
  /** False while it can't receive telemetry; then silence means nothing. */
  hears(): boolean;
  /** Why this process must not read this broker; undefined where it may. */
  refusal?(): string | undefined;
  close(): Promise<void>;
}

/** The count of the events in a broker, over all processes. */
export interface QueueCounts {
  readonly depth: number;
  /** No waiting event was accepted before; undefined where none waits. */
  readonly oldestAt: number | undefined;
  /** Whether this process reports the numbers; one process does. */
  readonly isReporter: boolean;
  /** The argument of `reset`; undefined where the counts changed recently, or a worker is busy. */
  readonly quietSince: number | undefined;
}

/** Events that an ingest process put into the broker since its last report. */
export interface AcceptedEvents {
  readonly events: number;
  readonly firstAt: number;
}

/** Events that a worker took out of the broker since its last report. */
export interface HandledEvents {
  readonly events: number;
  readonly isBusy: boolean;
  /** When the oldest event of the last delivery was accepted. */
  readonly reachedAt: number;
}

/**
 * The broker counts messages, without those that workers hold. So both ends count events in memory and add them here
 * about once a second. A killed process loses up to a second of its counts; an empty broker resets them.
 */
export interface QueueCountStore {
  /** Adds the events, and claims or renews the role of the reporter where it is free. */
  accept(process: string, accepted: AcceptedEvents, now: number): Promise<QueueCounts>;
  handle(worker: string, handled: HandledEvents, now: number): Promise<void>;
  /** Resets the counts if nothing changed since. */
  reset(quietSince: number): Promise<void>;
}
