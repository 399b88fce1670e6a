import type { ServiceKey } from "../detect/engine/detection-engine.ts";
import { type Delivery, LeaseLost, type TelemetrySource } from "../ingest/queue.ts";
import { sleep } from "../kernel/back-off.ts";
import { coerceError } from "../kernel/errors.ts";
import type { Logger } from "../kernel/logger.ts";
import { createMutex, type Mutex } from "../kernel/mutex.ts";
import type { AcceptedBatch, Progress } from "../model/accepted-batch.ts";
import { identityOf } from "../model/batch-codec.ts";
import type { CommitBatchStore } from "./commit-batch.ts";
import { examineDueStates } from "./examine-due-states.ts";
import type { PipelineDeps } from "./pipeline-deps.ts";
import { processWithBisection } from "./process-with-bisection.ts";
import { replayDeadLetters } from "./replay-dead-letters.ts";
import { retryTransientErrors } from "./retry-transient-errors.ts";

/**
 * Runs a delivery through the pipeline until all of its batches are stored. Brokers rarely deliver a message twice. So
 * only a transaction that meets a consumed batch reads which ones are consumed, and processes the rest again.
 */
async function processDelivery(deps: PipelineDeps, delivery: Delivery, signal: AbortSignal): Promise<void> {
  const { batches, leases, progress } = delivery;
  let remaining = batches;
  while (remaining.length > 0) {
    const input = {
      batches: remaining,
      progress: progressOf(progress, remaining),
      leases,
      deadLetters: [],
      replayed: [],
    };
    const outcome = await processWithBisection(deps, input, signal);
    if (outcome === "stored") return;
    if (outcome === "lease_lost") throw new LeaseLost();
    // The identities of batches say what remains; a position of the embedded queue must be read again.
    if (!("batches" in progress)) throw new Error("The position of the queue has changed. The delivery is read again.");
    if (signal.aborted) return;
    remaining = await retryTransientErrors(deps, () => findUnconsumed(deps.store, batches, progress.batches), signal);
  }
}

async function findUnconsumed(
  store: Pick<CommitBatchStore, "consumed">,
  batches: readonly AcceptedBatch[],
  identities: readonly string[],
): Promise<readonly AcceptedBatch[]> {
  const consumed = await store.consumed(identities);
  return batches.filter((batch) => !consumed.has(identityOf(batch)));
}

const progressOf = (progress: Progress, batches: readonly AcceptedBatch[]): Progress =>
  "batches" in progress ? { batches: batches.map(identityOf) } : progress;

export interface Worker {
  /** Resolves when the effects of the delivery are stored. */
  handle(delivery: Delivery, signal: AbortSignal): Promise<void>;
  /** Examines services that are due, and processes dead letters whose replay was requested. */
  tick(): Promise<void>;
  /** Drops the states of these services after the current work, since another worker continues from the stored ones. */
  forget(isForgotten: (key: ServiceKey) => boolean): Promise<void>;
  /** Runs work while none of the others does. */
  readonly exclusively: Mutex;
}

/** Only one of these runs at a time, since the detection engine holds state between the steps of the pipeline. */
export function createWorker(deps: PipelineDeps): Worker {
  const mutex = createMutex();
  return {
    exclusively: mutex,
    handle: (delivery, signal) => mutex(() => processDelivery(deps, delivery, signal)),
    tick: () =>
      mutex(async () => {
        await examineDueStates(deps);
        await replayDeadLetters(deps);
      }),
    forget: (isForgotten) => mutex(async () => deps.engine.forgetWhere(isForgotten)),
  };
}

const RESTART_MS = 1_000;

/** Receives deliveries until the signal. A source that fails is started again. */
export async function consumeDeliveries(
  source: Pick<TelemetrySource, "run">,
  handle: Worker["handle"],
  signal: AbortSignal,
  logger: Pick<Logger, "error">,
): Promise<void> {
  while (!signal.aborted) {
    await source
      .run((delivery) => handle(delivery, signal), signal)
      .catch((error: unknown) => {
        if (!signal.aborted) logger.error("Consuming failed; it starts again", { error: coerceError(error) });
      });
    if (!signal.aborted) await sleep(RESTART_MS, signal);
  }
}
