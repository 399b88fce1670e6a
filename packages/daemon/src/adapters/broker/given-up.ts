import type { ConsumeMessage } from "amqplib";
import { decodeBatch } from "../../ingest/batch-codec.ts";
import { asRejected, organizationNamedBy, remainsOf, type Verdict } from "../../ingest/rejected.ts";
import { systemClock } from "../../kernel/clock.ts";
import type { AcceptedBatch } from "../../model/accepted-batch.ts";
import { PROCESSING_TRIES_MAX } from "../../model/limits.ts";
import { DELIVERIES_MAX } from "./topology.ts";

/**
 * A message that the broker gave up, as dead letters of its organization. It keeps the identity of the batch that
 * it was: what was consumed in the end is not told of, and nothing is told of twice. Throws where the message names
 * no organization, since nobody may be shown what may be another's.
 */
export function givenUpBatch({ content, properties }: ConsumeMessage): AcceptedBatch {
  const verdict = verdictOf(properties.headers);
  try {
    return asRejected(decodeBatch(content), verdict);
  } catch (error) {
    const organizationId = organizationNamedBy(content);
    if (organizationId === undefined) throw error;
    return remainsOf({
      seed: content,
      organizationId,
      receivedAt: systemClock.now(),
      reason: "A message of the queue can't be read as a batch: this is what it holds.",
      attempts: 0,
      payload: content.toString("utf8"),
    });
  }
}

/** By the broker's word on why the message left its queue. */
function verdictOf(headers: ConsumeMessage["properties"]["headers"]): Verdict {
  const [death] = headers?.["x-death"] ?? [];
  switch (death?.reason as string | undefined) {
    case "delivery_limit":
      return {
        reason:
          `It was given to a worker more than ${DELIVERIES_MAX} times and never answered: ` +
          "each time the worker ended or lost its connection. Processing it may be what ends the worker.",
        attempts: DELIVERIES_MAX + 1,
      };
    case "rejected":
      return {
        reason:
          `Its batch failed ${PROCESSING_TRIES_MAX} times while others were processed, ` +
          "and the event at fault could not be told apart: the worker's log has the error.",
        attempts: PROCESSING_TRIES_MAX,
      };
    default:
      return {
        reason: `The broker gave its message up (${death?.reason ?? "it doesn't say why"}) before it was processed.`,
        attempts: 0,
      };
  }
}
