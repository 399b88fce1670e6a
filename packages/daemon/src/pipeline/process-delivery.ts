import { identityOf } from "../ingest/batch-codec.ts";
import { type Delivery, LeaseLost } from "../ingest/queue.ts";
import type { AcceptedBatch, Progress } from "../model/accepted-batch.ts";
import type { CommitBatchStore, CommitOutcome } from "./commit-batch.ts";
import type { PipelineDeps } from "./pipeline-deps.ts";
import { processWithBisection } from "./process-with-bisection.ts";
import { retryTransientErrors } from "./retry-transient-errors.ts";

/** Runs a delivery through the pipeline until all of its batches are stored. */
export const processDelivery = (deps: PipelineDeps, delivery: Delivery, signal: AbortSignal): Promise<void> =>
  retryUntilStored(deps, delivery, signal, (batches) => {
    const progress = progressOf(delivery.progress, batches);
    const input = { batches, progress, leases: delivery.leases, deadLetters: [], replayed: [] };
    return processWithBisection(deps, input, signal);
  });

/**
 * A broker rarely delivers a message twice. So only a transaction that meets a consumed batch reads which ones are
 * consumed, and the rest is processed again.
 */
async function retryUntilStored(
  deps: PipelineDeps,
  { batches, progress }: Delivery,
  signal: AbortSignal,
  process: (remaining: readonly AcceptedBatch[]) => Promise<CommitOutcome>,
): Promise<void> {
  let remaining = batches;
  while (remaining.length > 0) {
    const outcome = await process(remaining);
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

/** With a broker, the batches that this commit batch consumes. */
const progressOf = (progress: Progress, batches: readonly AcceptedBatch[]): Progress =>
  "batches" in progress ? { batches: batches.map(identityOf) } : progress;
