import type { DetectionEngine, ServiceKey, StateChange } from "../detect/engine/detection-engine.ts";
import { openIncidents } from "../incident/open-incident.ts";
import { countTelemetry, deploymentsIn } from "../ingest/count-telemetry.ts";
import { normalise } from "../ingest/normalise.ts";
import type { AcceptedBatch, Progress } from "../model/accepted-batch.ts";
import type { DeadLetter } from "../model/dead-letter.ts";
import type { PartitionLease } from "../model/partition.ts";
import type { Telemetry } from "../model/telemetry.ts";
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
 * The pipeline: normalise → match log templates → detect → archive → open incidents → announce → acknowledge.
 *
 * Detection comes before the archive, since logs are archived with their template. The archive ignores events that it
 * holds. All other effects are one transaction with the progress. So a crash at any point loses and repeats nothing.
 */
export async function processBatches(
  deps: PipelineDeps,
  input: PipelineInput,
  commit: CommitBatchStore["commit"] | CommitBatchStore["dryRun"] = deps.store.commit,
): Promise<CommitOutcome> {
  const { archive, clock, engine } = deps;
  const rejected = input.batches.filter(({ kind }) => kind === "rejected");
  const accepted = input.batches.filter(({ kind }) => kind !== "rejected");
  const deadLetters = [...input.deadLetters, ...rejected.flatMap(deadLettersOf)];
  const telemetry = accepted.flatMap(normalise);

  await loadDetectionStates(deps, engine.missing(telemetry));
  const outcome = await keepStatesIfStored(engine, telemetry, async (takeStates) => {
    const now = clock.now();
    // The engine matches the log templates and runs the detectors over them.
    const candidates = engine.observe(telemetry, now);
    if (telemetry.length > 0) await archive.add(telemetry);
    const { progress, leases, replayed } = input;
    const counts = countTelemetry(telemetry, now);
    const deployments = deploymentsIn(telemetry, now);
    const states = takeStates();
    // Within the transaction, openIncidents also writes the announcements for the incident stream.
    const batch = { candidates, states, deployments, counts, deadLetters, replayed, leases, progress };
    return commit(batch, openIncidents, now);
  });
  // The queue acknowledges the delivery once all of it is stored.
  if (outcome === "stored") countProcessed(deps, accepted, deadLetters.length);
  return outcome;
}

/** Everything that processing a batch would do, rolled back. Throws what processing would throw. */
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

/** Drops detection states that were not stored: the next delivery loads the stored ones. */
export async function keepStatesIfStored(
  engine: DetectionEngine,
  telemetry: readonly Telemetry[],
  commit: (takeStates: () => readonly StateChange[]) => Promise<CommitOutcome>,
): Promise<CommitOutcome> {
  let states: readonly StateChange[] = [];
  let outcome: CommitOutcome | undefined;
  try {
    outcome = await commit(() => {
      states = engine.takeChanges();
      return states;
    });
    return outcome;
  } finally {
    if (outcome !== "stored") engine.forget([...telemetry, ...states].map(serviceKeyOf));
  }
}

export const serviceKeyOf = ({ organizationId, service }: ServiceKey): ServiceKey => ({ organizationId, service });

function countProcessed(
  { clock, processed, deadLettered }: PipelineDeps,
  accepted: readonly AcceptedBatch[],
  deadLetterCount: number,
): void {
  const now = clock.now();
  for (const batch of accepted) processed(batch, now);
  if (deadLetterCount > 0) deadLettered(deadLetterCount);
}
