import { coerceError } from "../kernel/errors.ts";
import type { AcceptedBatch } from "../model/accepted-batch.ts";
import { partOf, soundElementsOf } from "../model/batch-codec.ts";
import type { DeadLetter } from "../model/dead-letter.ts";
import { PROCESSING_ATTEMPTS_MAX } from "../model/ingestion-limits.ts";
import type { CommitOutcome } from "./commit-batch.ts";
import { deadLettersForFailure } from "./dead-letters.ts";
import type { PipelineDeps } from "./pipeline-deps.ts";
import { dryRunBatch, type PipelineInput, processBatches } from "./process-batches.ts";
import { retryTransientErrors } from "./retry-transient-errors.ts";

/**
 * Processes batches; where that fails, finds the events at fault and processes the others.
 *
 * Bisection dry-runs halves of what fails until single events are left. The surviving events, the dead letters and the
 * progress are stored in one commit batch, so that a crash repeats nothing.
 */
export async function processWithBisection(
  deps: PipelineDeps,
  input: PipelineInput,
  signal?: AbortSignal,
): Promise<CommitOutcome> {
  try {
    return await retryTransientErrors(deps, () => processBatches(deps, input), signal);
  } catch (error) {
    if (signal?.aborted) throw error;
    deps.logger.warn("Delivery failed; searching for the events at fault", { error: coerceError(error) });
  }
  const { survivors, deadLetters } = await bisect(deps, input.batches, signal);
  const remaining = { ...input, batches: survivors, deadLetters };
  const outcome = await retryTransientErrors(deps, () => processBatches(deps, remaining), signal);
  deps.logger.warn("Events that could not be processed became dead letters", { count: deadLetters.length });
  return outcome;
}

interface Bisection {
  readonly survivors: readonly AcceptedBatch[];
  readonly deadLetters: readonly DeadLetter[];
}

async function bisect(
  deps: PipelineDeps,
  batches: readonly AcceptedBatch[],
  signal: AbortSignal | undefined,
): Promise<Bisection> {
  const survivors: AcceptedBatch[] = [];
  const deadLetters: DeadLetter[] = [];
  const descend = async (batch: AcceptedBatch): Promise<void> => {
    const attempts = batch.count === 1 ? PROCESSING_ATTEMPTS_MAX : 1;
    const error = await findFailure(deps, batch, attempts, signal);
    if (!error) {
      survivors.push(batch);
      return;
    }
    if (signal?.aborted) throw error;
    const halves = halve(batch);
    if (!halves) deadLetters.push(...deadLettersForFailure(batch, error, attempts));
    else for (const half of halves) await descend(half);
  };
  for (const batch of batches) await descend(batch);
  return { survivors, deadLetters };
}

/** The error of the last attempt; undefined where one succeeds. */
async function findFailure(
  deps: PipelineDeps,
  batch: AcceptedBatch,
  attempts: number,
  signal: AbortSignal | undefined,
): Promise<Error | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await retryTransientErrors(deps, () => dryRunBatch(deps, batch), signal);
      return undefined;
    } catch (error) {
      if (attempt >= attempts || signal?.aborted) return coerceError(error);
    }
  }
}

/** Undefined for a single element, and for a body that can't be parsed any more. */
function halve(batch: AcceptedBatch): AcceptedBatch[] | undefined {
  if (batch.count === 1 || batch.kind === "rejected") return undefined;
  const elements = soundElementsOf(batch);
  if (!elements || elements.length === 1) return undefined;
  const indexes = [...elements.keys()];
  const middle = Math.ceil(elements.length / 2);
  return [indexes.slice(0, middle), indexes.slice(middle)].map((half) => partOf(batch, half, elements));
}
