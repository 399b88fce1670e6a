import type { ConfirmChannel } from "amqplib";
import { MIB } from "../../kernel/bytes.ts";
import { encodeBatch, identityOf } from "../../model/batch-codec.ts";
import type { Part } from "./partition-parts.ts";
import type { Topology } from "./topology.ts";

export type Publisher = ReturnType<typeof createPublisher>;

/** Unconfirmed bytes; past it the broker is slower than its publishers. */
const UNCONFIRMED_BYTES_MAX = 64 * MIB;

/** Publishes with confirms. Every message has the `headers`. */
export function createPublisher(topology: Topology, headers: Readonly<Record<string, unknown>> = {}) {
  let current: ConfirmChannel | undefined;
  let unconfirmedBytes = 0;
  let serial = 0;
  /** RabbitMQ returns a message that no queue takes, and then confirms it. */
  const returned = new Set<string>();
  const unsettled = new Set<(stored: boolean) => void>();

  const send: Send = (part, settle) => {
    const channel = current;
    if (!channel) {
      settle(false);
      return;
    }
    const content = encodeBatch(part.batch);
    const correlationId = String(++serial);
    const settleOnce = (stored: boolean): void => {
      if (unsettled.delete(settleOnce)) settle(stored);
    };
    unsettled.add(settleOnce);
    const done = (stored: boolean): void => {
      // `drop` has reset the bytes of an earlier connection.
      if (current === channel) unconfirmedBytes -= content.length;
      settleOnce(!returned.delete(correlationId) && stored);
    };
    unconfirmedBytes += content.length;
    try {
      channel.publish(
        "",
        topology.queues[part.partition] as string,
        content,
        { persistent: true, mandatory: true, messageId: identityOf(part.batch), correlationId, headers },
        (error: unknown) => done(error === null || error === undefined),
      );
    } catch {
      done(false); // the channel has just closed
    }
  };

  const giveUp = (): void => {
    for (const settle of [...unsettled]) settle(false);
  };

  return {
    /** Uses a new connection's channel. `missing` is called if a queue doesn't exist. */
    use(channel: ConfirmChannel, missing: () => void): void {
      current = channel;
      unconfirmedBytes = 0;
      returned.clear();
      channel.on("return", (message) => {
        returned.add(String(message.properties.correlationId));
        missing();
      });
    },
    drop(): void {
      current = undefined;
      unconfirmedBytes = 0;
      giveUp();
    },
    /** Stops waiting for confirms: unconfirmed messages count as not known to be stored. */
    giveUp,
    hasCapacity: (): boolean => current !== undefined && unconfirmedBytes < UNCONFIRMED_BYTES_MAX,
    /** For each part, in order: confirmed within the time, or not known to be stored. Never rejects. */
    publish: async (parts: readonly Part[], timeoutMs: number): Promise<readonly boolean[]> =>
      parts.length === 0 ? [] : sendAll(parts, timeoutMs, send),
  };
}

type Send = (part: Part, settle: (stored: boolean) => void) => void;

/** A part that isn't settled in time counts as not known to be stored. */
function sendAll(parts: readonly Part[], timeoutMs: number, send: Send): Promise<readonly boolean[]> {
  const stored = parts.map(() => false);
  let left = parts.length;
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve([...stored]), timeoutMs);
    for (const [index, part] of parts.entries()) {
      send(part, (confirmed) => {
        stored[index] = confirmed;
        left -= 1;
        if (left > 0) return;
        clearTimeout(timer);
        resolve(stored);
      });
    }
  });
}
