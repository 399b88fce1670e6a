import { ApplicationError } from "../kernel/errors.ts";

const SHARE_RETRY_SECONDS = 5;

/**
 * The organization occupies as much of the queue as is free for all: a dynamic threshold (Choudhury and Hahne, 1998).
 * One noisy organization gets half of the queue, two get a third each.
 */
export class QueueShareTaken extends ApplicationError {
  constructor(organizationId: string) {
    super(
      "queue_full",
      `The organization ${organizationId} has used its share of the queue (setting TOCSIN_QUEUE_BYTES_MAX). Nothing was stored. Try again.`,
      { retryAfterSeconds: SHARE_RETRY_SECONDS },
    );
  }
}
