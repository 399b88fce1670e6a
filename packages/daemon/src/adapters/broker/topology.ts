import type { Channel } from "amqplib";

/** Every name and argument of what lies in the broker; publishers and consumers declare the same. */
export interface TopologyOptions {
  /** Queues that telemetry is spread over; the same for all processes. */
  readonly partitions: number;
  /** Prefix of all names, so that several installations can share a virtual host. */
  readonly prefix?: string;
  /** The database that the telemetry is for; nothing is claimed or compared where it is left out. */
  readonly owner?: string;
}

export interface Topology {
  /** All its names begin with it. */
  readonly name: string;
  /** Durable quorum queues, one a partition. */
  readonly queues: readonly string[];
  readonly deadExchange: string;
  /** Messages that the broker gave up, on their way to its partition or the dead letters that people see; see given-up.ts. */
  readonly deadQueue: string;
  /**
   * Messages that no worker can read or store, not even as dead letters. Nothing consumes it; an operator has to look.
   */
  readonly unreadableQueue: string;
  /** Keeps the owner, see `declareOwner`. */
  readonly ownerExchange: string;
  readonly owner: string | undefined;
  /** Keeps a value that no other virtual host has. */
  readonly markExchange: string;
}

const DEFAULT_PREFIX = "tocsin";

/**
 * Deliveries before the broker dead-letters a message. Every connection or process that ends returns its messages,
 * whether or not they are at fault. This limit is for messages that end processes. requeue.ts queues again the messages
 * that connections alone brought there. amqp-source.ts counts rejections by a handler separately. 20 is the default of
 * RabbitMQ 4; 3.10 has none.
 */
export const DELIVERIES_MAX = 20;

/**
 * The same for what was given up. Becoming a dead letter ends no process, but each that ends, whatever ended it,
 * counts against all that it held.
 */
const DEAD_DELIVERIES_MAX = 200;

export function topologyOf({ partitions, prefix = DEFAULT_PREFIX, owner }: TopologyOptions): Topology {
  const name = `${prefix}.telemetry`;
  return {
    name,
    queues: Array.from({ length: partitions }, (_, index) => `${name}.${index}`),
    deadExchange: `${name}.dead`,
    deadQueue: `${name}.dead`,
    unreadableQueue: `${name}.unreadable`,
    ownerExchange: `${name}.owner`,
    owner: owner && `${name}.owner.${owner}`,
    markExchange: `${name}.mark`,
  };
}

/** A dead letter leaves its queue only when the other one has it; that asks for rejecting when full. */
const AT_LEAST_ONCE = { "x-dead-letter-strategy": "at-least-once", "x-overflow": "reject-publish" } as const;

export async function declareTopology(
  channel: Channel,
  { queues, deadExchange, deadQueue, unreadableQueue }: Topology,
): Promise<void> {
  await channel.assertExchange(deadExchange, "fanout", { durable: true });
  await channel.assertQueue(unreadableQueue, { durable: true, arguments: { "x-queue-type": "quorum" } });
  await channel.assertQueue(deadQueue, {
    durable: true,
    arguments: {
      "x-queue-type": "quorum",
      "x-delivery-limit": DEAD_DELIVERIES_MAX,
      "x-dead-letter-exchange": "",
      "x-dead-letter-routing-key": unreadableQueue,
      ...AT_LEAST_ONCE,
    },
  });
  await channel.bindQueue(deadQueue, deadExchange, "");
  for (const queue of queues) {
    await channel.assertQueue(queue, {
      durable: true,
      arguments: {
        "x-queue-type": "quorum",
        // One worker at a time holds a partition's detection windows; another takes over when it ends.
        "x-single-active-consumer": true,
        "x-delivery-limit": DELIVERIES_MAX,
        "x-dead-letter-exchange": deadExchange,
        ...AT_LEAST_ONCE,
      },
    });
  }
}
