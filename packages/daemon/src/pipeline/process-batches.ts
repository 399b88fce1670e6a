import type { DetectionEngine, ServiceKey } from "../detect/engine/detection-engine.ts";
import { extraEvidenceBy } from "../detect/rules/sensitivity.ts";
import { openIncidents } from "../incident/open-incident.ts";
import { countTelemetry, deploymentsIn } from "../ingest/count-telemetry.ts";
import { normalise } from "../ingest/normalise.ts";
import type { AcceptedBatch, Progress } from "../model/accepted-batch.ts";
import type { DeadLetter } from "../model/dead-letter.ts";
import type { PartitionLease } from "../model/partition.ts";
import type { CommitBatchStore, CommitOutcome } from "./commit-batch.ts";
import { deadLettersOf } from "./dead-letters.ts";
import type { PipelineDeps } from "./pipeline-deps.ts";

export interface PipelineInput {
  readonly batches: readonly AcceptedBatch[];
  /** Events that bisection found at fault. */
  readonly deadLetters: readonly DeadLetter[];
  readonly progress: Progress | null;
  readonly leases: readonly PartitionLease[];
  /** Dead letters that these batches replay. */
  readonly replayed: readonly string[];
}

/**
 * The pipeline, from received batches to their acknowledgement.
 *
 * Detection precedes the archive, since logs are archived with their template. The archive ignores events that it holds.
 * All other effects are one transaction with the progress, so that a crash at any point loses and repeats nothing.
 */
export async function processBatches(
  deps: PipelineDeps,
  { batches, progress, leases, replayed, deadLetters: faulty }: PipelineInput,
  commit: CommitBatchStore["commit"] | CommitBatchStore["dryRun"] = deps.store.commit,
): Promise<CommitOutcome> {
  const { archive, clock, engine } = deps;
  // Receive.
  const accepted = batches.filter(({ kind }) => kind !== "rejected");
  const rejected = batches.filter(({ kind }) => kind === "rejected");
  const deadLetters = [...faulty, ...rejected.flatMap(deadLettersOf)];
  // Normalise.
  const telemetry = accepted.flatMap(normalise);
  await loadDetectionStates(deps, engine.missing(telemetry));
  const organizations = new Set(telemetry.map(({ organizationId }) => organizationId));
  const sensitivities = extraEvidenceBy(await deps.store.sensitivities([...organizations]));
  const outcome = await keepStatesIfStored(engine, telemetry, async () => {
    const now = clock.now();
    // Match log templates and detect.
    const candidates = engine.observe(telemetry, now, sensitivities);
    // Archive.
    if (telemetry.length > 0) await archive.add(telemetry);
    // Open incidents and announce them, in the transaction of all effects.
    const effects = { counts: countTelemetry(telemetry, now), deployments: deploymentsIn(telemetry, now), deadLetters };
    const batch = { candidates, states: engine.takeChanges(), ...effects, replayed, leases, progress };
    return commit(batch, openIncidents, now);
  });
  // Acknowledge: the queue does so when this returns.
  if (outcome === "stored") {
    for (const batch of accepted) deps.processed(batch, clock.now());
    if (deadLetters.length > 0) deps.deadLettered(deadLetters.length);
  }
  return outcome;
}

/** Does what processing a batch would do, and rolls it back. Throws what processing would throw. */
export async function dryRunBatch(deps: PipelineDeps, batch: AcceptedBatch): Promise<void> {
  if (batch.kind === "rejected") return;
  const input = { batches: [batch], deadLetters: [], progress: null, leases: [], replayed: [] };
  await processBatches(deps, input, deps.store.dryRun);
}

export async function loadDetectionStates(
  { engine, store }: Pick<PipelineDeps, "engine" | "store">,
  keys: readonly ServiceKey[],
): Promise<void> {
  for (const { key, state } of await store.states(keys)) engine.load(key, state);
}

/** Drops the states of these services unless they were stored, so that the next delivery loads the stored ones. */
export async function keepStatesIfStored(
  engine: DetectionEngine,
  services: readonly ServiceKey[],
  commit: () => Promise<CommitOutcome>,
): Promise<CommitOutcome> {
  let outcome: CommitOutcome | undefined;
  try {
    outcome = await commit();
    return outcome;
  } finally {
    if (outcome !== "stored") engine.forget(services);
  }
}
