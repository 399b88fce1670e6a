import type { RememberedAnswer } from "../../src/ingest/queue.ts";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";

export const ROUTE = "POST /events/logs";
export const answerOf = (batch: AcceptedBatch, given: Partial<RememberedAnswer> = {}): RememberedAnswer => ({
  organizationId: "acme",
  route: ROUTE,
  key: "k",
  fingerprint: "f",
  answer: JSON.stringify({ id: batch.id }),
  batchId: batch.id,
  receivedAt: batch.receivedAt,
  ...given,
});
