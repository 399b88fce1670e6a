import type { AnswerLedger, EarlierTry, RememberedAnswer } from "../../ingest/queue.ts";
import { ApplicationError } from "../../kernel/errors.ts";
import type { AcceptedBatch } from "../../model/accepted-batch.ts";

const ASK_AGAIN_SECONDS = 1;

/**
 * Publishes under the claim of the batch's key, so that a retry in any process adds nothing. A claim that a process
 * abandoned is finished under its own batch id, which consumers recognise. Its answer isn't this caller's, so the
 * caller is asked to retry and gets it then.
 */
export async function publishOnce(
  intake: AnswerLedger,
  batches: readonly AcceptedBatch[],
  remembered: RememberedAnswer,
  publish: (batches: readonly AcceptedBatch[]) => Promise<void>,
): Promise<void> {
  const earlier = await claimOf(intake, remembered);
  if (earlier !== "new") refuseOther(earlier, remembered);
  const { batchId: id, receivedAt } = earlier === "new" ? remembered : earlier.answer;
  try {
    await publish(earlier === "new" ? batches : batches.map((batch) => ({ ...batch, id, receivedAt })));
  } catch (error) {
    // Where this fails too, the claim grows old and is taken over.
    await intake.release(remembered).catch(() => undefined);
    throw error;
  }
  try {
    await intake.complete(remembered);
  } catch (error) {
    throw unavailable("The event was stored, but the answer to its Idempotency-Key was not. Try again.", error);
  }
  if (earlier !== "new")
    throw unavailable("An earlier request with this Idempotency-Key has just finished. Try again.");
}

async function claimOf(intake: AnswerLedger, remembered: RememberedAnswer): Promise<"new" | EarlierTry> {
  try {
    return await intake.remember(remembered);
  } catch (error) {
    if (error instanceof ApplicationError) throw error;
    throw unavailable(
      "The database that stores Idempotency-Keys is unavailable. Nothing was stored. Try again.",
      error,
    );
  }
}

function refuseOther({ state, answer }: EarlierTry, remembered: RememberedAnswer): void {
  if (answer.fingerprint !== remembered.fingerprint) {
    throw new ApplicationError(
      "idempotency_key_reused",
      "This Idempotency-Key was sent before with another body. Send a new key.",
    );
  }
  if (state === "running") {
    throw new ApplicationError(
      "idempotency_key_in_use",
      "The first request with this Idempotency-Key is still running. Try again.",
      {
        retryAfterSeconds: 1,
      },
    );
  }
  if (state === "completed") throw unavailable("A request with this Idempotency-Key was just answered. Try again.");
}

const unavailable = (message: string, cause?: unknown): ApplicationError =>
  new ApplicationError("storage_unavailable", message, { retryAfterSeconds: ASK_AGAIN_SECONDS, cause });
