import { ApplicationError } from "../kernel/errors.ts";
import type { AcceptedBatch, Progress } from "../model/accepted-batch.ts";
import type { PartitionLease } from "../model/partition.ts";

/** The answer to a request that carried an Idempotency-Key, kept so that a retry gets the same one. */
export interface RememberedAnswer {
  readonly organizationId: string;
  /** Method and path. */
  readonly route: string;
  readonly key: string;
  /** SHA-256 of the body, in hex: the same key with another body is a mistake of the caller. */
  readonly fingerprint: string;
  readonly answer: string;
  readonly batchId: string;
  readonly receivedAt: number;
}

const SHARE_RETRY_SECONDS = 5;

/**
 * The organization has as much in the queue as is free for all: a dynamic threshold (Choudhury and Hahne, 1998). One
 * noisy organization gets half of the queue, two get a third each, and there is always room for the others.
 */
export class QueueShareTaken extends ApplicationError {
  constructor(organizationId: string) {
    super(
      "queue_full",
      `The organization ${organizationId} has used its share of the queue (setting TOCSIN_QUEUE_BYTES_MAX). Nothing was stored. Try again.`,
      { retryAfterSeconds: SHARE_RETRY_SECONDS },
    );
  }
}

/** Where accepted telemetry becomes durable and waits for the worker. */
export interface TelemetryQueue {
  /**
   * Resolves when the batches are durable (fsync, or confirmed by every replica that the broker asks for),
   * and the remembered answer with them. Rejects with `queue_full` or `storage_unavailable`.
   */
  append(batches: readonly AcceptedBatch[], remembered?: RememberedAnswer): Promise<void>;
  /** The answer given before to this key, while it is held. */
  recall(organizationId: string, route: string, key: string): Promise<RememberedAnswer | undefined>;
  /** Events of an organization that this process knows to wait. */
  waitingOf(organizationId: string): number;
}

type AnswerKey = Pick<RememberedAnswer, "organizationId" | "route" | "key">;

/** What the processes that publish to a broker agree on about requests with an Idempotency-Key. */
export interface AnswerLedger {
  /** The answer given before to this key, while it is held. */
  recall(organizationId: string, route: string, key: string): Promise<RememberedAnswer | undefined>;
  /**
   * Says who publishes the batches of a request: `new`, the caller; else the answer of an earlier try.
   * A key is claimed before its batches are published and completed after.
   */
  remember(answer: RememberedAnswer): Promise<"new" | EarlierTry>;
  /** The claim's batches are durable: from now on recall answers. */
  complete(answer: AnswerKey): Promise<void>;
  /** The claim's batches could not be made durable now: the next try takes it over at once. */
  release(answer: AnswerKey): Promise<void>;
}

export interface EarlierTry {
  /**
   * `completed`: this is the answer. `running`: another process is at it. `unfinished`: it never completed,
   * and the caller has it now: it publishes under this answer's batch id, which consumers know again.
   */
  readonly state: "completed" | "running" | "unfinished";
  readonly answer: RememberedAnswer;
}

/** What a worker is given at one time. */
export interface Delivery {
  readonly batches: readonly AcceptedBatch[];
  /** What to write down in the transaction of the delivery's effects. */
  readonly progress: Progress;
  /** Leases of the partitions that the batches come from; the transaction compares them. */
  readonly leases: readonly PartitionLease[];
}

/** Another worker holds a partition of the delivery now; nothing of the delivery was stored. */
export class LeaseLost extends Error {
  constructor() {
    super("Another worker has taken over a partition of this delivery.");
  }
}

/** The worker's end of the queue. */
export interface TelemetrySource {
  /**
   * Hands over what waits, oldest first and one delivery at a time, until the signal. A delivery whose handling
   * fails is handed over again; one that was handled may be, where the process died in between, so that
   * consumers go by identity or position.
   */
  run(handle: (delivery: Delivery) => Promise<void>, signal: AbortSignal): Promise<void>;
  /** False while it can't know what waits, or can't hand it over: that nothing comes says nothing then. */
  hears(): boolean;
  /** Why this process must not read the broker that it reached; undefined where it may. */
  refusal?(): string | undefined;
  close(): Promise<void>;
}
