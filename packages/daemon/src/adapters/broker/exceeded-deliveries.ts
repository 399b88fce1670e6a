import type { ConsumeMessage } from "amqplib";
import { systemClock } from "../../kernel/clock.ts";
import type { AcceptedBatch } from "../../model/accepted-batch.ts";
import {
  decodeBatch,
  organizationNamedBy,
  type Rejection,
  toRejectedBatch,
  toUnreadableBatch,
} from "../../model/batch-codec.ts";
import { PROCESSING_ATTEMPTS_MAX } from "../../model/ingestion-limits.ts";
import { REQUEUED_RETURNS_MAX, wasRequeued, wholePartOf } from "./requeue.ts";
import { DELIVERIES_MAX } from "./topology.ts";

/**
 * Reads a message that exceeded the delivery limit: as telemetry if it can be queued again, else as dead letters of its
 * organization. It keeps the identity of its batch, so that a batch consumed meanwhile is reported neither as lost nor
 * twice. Throws if the message names no organization, since another organization must not see it.
 */
export function readExceededDelivery(message: ConsumeMessage, partitions: number): AcceptedBatch {
  const { content } = message;
  try {
    const batch = decodeBatch(content);
    // A connection that breaks counts like a worker that ends: the number of deliveries alone proves no fault.
    const isRequeued = reasonOf(message) === DELIVERY_LIMIT && !wasRequeued(message) && wholePartOf(batch, partitions);
    return isRequeued ? batch : toRejectedBatch(batch, verdictOf(message));
  } catch (error) {
    const organizationId = organizationNamedBy(content);
    if (organizationId === undefined) throw error;
    return toUnreadableBatch({
      seed: content,
      organizationId,
      receivedAt: systemClock.now(),
      reason: "A message of the queue can't be read as a batch: this is what it holds.",
      attempts: 0,
      payload: content.toString("utf8"),
    });
  }
}

const DELIVERY_LIMIT = "delivery_limit";

/** The broker's word on why the message left its queue. */
const reasonOf = ({ properties }: ConsumeMessage): string | undefined => properties.headers?.["x-death"]?.[0]?.reason;

function verdictOf(message: ConsumeMessage): Rejection {
  if (wasRequeued(message)) return verdictOfRequeued(message);
  const reason = reasonOf(message);
  switch (reason) {
    case DELIVERY_LIMIT:
      return { reason: `${CAME_BACK} ${ITS_FAULT}`, attempts: DELIVERIES_MAX + 1 };
    case "rejected":
      return {
        reason:
          `Its batch failed ${PROCESSING_ATTEMPTS_MAX} times while others were processed, ` +
          "and the event at fault could not be told apart: the worker's log has the error.",
        attempts: PROCESSING_ATTEMPTS_MAX,
      };
    default:
      return {
        reason: `The broker gave its message up (${reason ?? "it doesn't say why"}) before it was processed.`,
        attempts: 0,
      };
  }
}

const CAME_BACK =
  `It was given to a worker more than ${DELIVERIES_MAX} times and never answered: ` +
  "each time the worker ended or lost its connection.";
const ITS_FAULT = "Processing it may be what ends the worker.";

/** Its queue's dead letters don't say how often a message came back, nor why a worker refused it. */
function verdictOfRequeued(message: ConsumeMessage): Rejection {
  const first = `${CAME_BACK} It was queued once more`;
  if (reasonOf(message) === DELIVERY_LIMIT) {
    return { reason: `${first}, with the same outcome. ${ITS_FAULT}`, attempts: 2 * (DELIVERIES_MAX + 1) };
  }
  return {
    reason:
      `${first}, and came back another ${REQUEUED_RETURNS_MAX} times or failed ${PROCESSING_ATTEMPTS_MAX} times: ` +
      `the worker's log says which. ${ITS_FAULT}`,
    attempts: DELIVERIES_MAX + 1 + PROCESSING_ATTEMPTS_MAX,
  };
}
