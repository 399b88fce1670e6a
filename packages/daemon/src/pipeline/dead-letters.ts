import type { AcceptedBatch } from "../model/accepted-batch.ts";
import { elementId, listRejectedEvents, toRejectedBatch } from "../model/batch-codec.ts";
import type { DeadLetter } from "../model/dead-letter.ts";

const REASON_LENGTH_MAX = 500;

/** The elements of a rejected batch as dead letters. */
export const deadLettersOf = (batch: AcceptedBatch): DeadLetter[] =>
  listRejectedEvents(batch).map(({ kind, reason, payload, attempts }, index) => ({
    id: elementId(batch, index),
    organizationId: batch.organizationId,
    kind,
    receivedAt: batch.receivedAt,
    // PostgreSQL's text holds no U+0000, and an error message may quote one.
    reason: reason.slice(0, REASON_LENGTH_MAX).replaceAll("\u0000", "\uFFFD"),
    attempts: attempts ?? 0,
    payload,
  }));

export function deadLettersForFailure(batch: AcceptedBatch, error: Error, attempts: number): DeadLetter[] {
  const failure = attempts > 1 ? `Processing failed ${attempts} times` : "Processing failed";
  return deadLettersOf(toRejectedBatch(batch, { reason: `${failure}: ${error.message}`, attempts }));
}

/** The event of a dead letter as it is processed again. */
export const toBatch = (deadLetter: DeadLetter, eventId: string, now: number): AcceptedBatch => ({
  id: eventId,
  organizationId: deadLetter.organizationId,
  kind: deadLetter.kind,
  receivedAt: now,
  format: "single",
  count: 1,
  body: Buffer.from(JSON.stringify(deadLetter.payload)),
});
