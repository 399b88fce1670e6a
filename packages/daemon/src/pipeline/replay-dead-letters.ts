import { normalise } from "../ingest/normalise.ts";
import type { AcceptedBatch } from "../model/accepted-batch.ts";
import type { PartitionLease } from "../model/partition.ts";
import { toBatch } from "./dead-letters.ts";
import type { PipelineDeps } from "./pipeline-deps.ts";
import { processWithBisection } from "./process-with-bisection.ts";

const REPLAYS_MAX = 100;

/** Processes dead letters whose replay was requested and whose service belongs to this worker. */
export async function replayDeadLetters(deps: PipelineDeps): Promise<void> {
  const { clock, store } = deps;
  for (const { deadLetter, eventId } of await store.replays(REPLAYS_MAX)) {
    const batch = toBatch(deadLetter, eventId, clock.now());
    const leases = leasesOf(deps, batch);
    if (leases && (await store.beginReplay(deadLetter.id, eventId, clock.now())))
      await processWithBisection(deps, {
        batches: [batch],
        leases,
        replayed: [deadLetter.id],
        progress: null,
        deadLetters: [],
      });
  }
}

/** Undefined where another worker holds the service's partition. An unreadable event changes no state, so any worker may process it. */
function leasesOf({ group }: PipelineDeps, batch: AcceptedBatch): readonly PartitionLease[] | undefined {
  if (!group) return [];
  try {
    const leases = normalise(batch).map((item) => group.leaseOf(item.organizationId, item.service));
    return leases.every((lease) => lease !== undefined) ? leases : undefined;
  } catch {
    return [];
  }
}
