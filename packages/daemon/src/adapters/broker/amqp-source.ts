import type { Channel, ChannelModel } from "amqplib";
import { decodeBatch } from "../../ingest/batch-codec.ts";
import type { TelemetrySource } from "../../ingest/queue.ts";
import type { Logger } from "../../kernel/logger.ts";
import { givenUpBatch } from "./given-up.ts";
import { handOver } from "./hand-over.ts";
import { createHeld, type Held, type HeldOptions } from "./held.ts";
import { guard, openLink } from "./link.ts";
import { declareTopology, type Topology, topologyOf } from "./topology.ts";

export interface AmqpSourceOptions {
  readonly url: string;
  readonly partitions: number;
  readonly prefix?: string;
  readonly logger: Logger;
  /** Those of these batch identities that are consumed already: their messages are not handed over again. */
  readonly consumed?: (identities: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Pause after a failure, growing with each further one; for tests. */
  readonly pauseMs?: number;
}

/** Messages given to one consumer and not yet acknowledged, over all its queues; each holds 1 MiB at most. */
const PREFETCHED_MAX = 256;
const PREFETCHED_IN_QUEUE_MIN = 4;
/** Nobody waits for these. */
const GIVEN_UP_PREFETCHED_MAX = 8;
const PAUSE_MS = 1000;

/**
 * Telemetry from RabbitMQ. Every worker consumes every partition; the broker gives each partition to one of
 * them at a time. Consuming begins with `run` and ends with it.
 */
export function openAmqpSource(options: AmqpSourceOptions): Promise<TelemetrySource> {
  const topology = topologyOf(options);
  return openSource(options, topology, {
    name: "consumer",
    queues: topology.queues,
    prefetched: PREFETCHED_MAX,
    refusedTo: topology.deadQueue,
    read: ({ content }) => decodeBatch(content),
    unreadable(problem, { fields }) {
      const { routingKey: queue } = fields;
      options.logger.warn("A message that is no batch of ours is refused", { queue, problem, to: topology.deadQueue });
    },
  });
}

/**
 * What the broker gave up or workers refused, to be stored as dead letters. Any worker takes any of it: there is no
 * order to keep.
 */
export function openGivenUpSource(options: AmqpSourceOptions): Promise<TelemetrySource> {
  const topology = topologyOf(options);
  const { deadQueue: queue, unreadableQueue } = topology;
  return openSource(options, topology, {
    name: "dead letters",
    queues: [queue],
    prefetched: GIVEN_UP_PREFETCHED_MAX,
    refusedTo: unreadableQueue,
    read: givenUpBatch,
    unreadable(problem, { content, properties }) {
      const { messageId } = properties;
      options.logger.error(
        "A message names no organization that could be shown it as a dead letter; the broker puts it aside",
        { queue, problem, bytes: content.length, messageId, to: unreadableQueue },
      );
    },
  });
}

interface Feed extends HeldOptions {
  readonly name: string;
  readonly queues: readonly string[];
  /** Over all of them. */
  readonly prefetched: number;
  readonly refusedTo: string;
}

async function openSource(options: AmqpSourceOptions, topology: Topology, feed: Feed): Promise<TelemetrySource> {
  const { logger, consumed, pauseMs = PAUSE_MS } = options;
  const held = createHeld(feed);
  const consumer = createConsumer(topology, feed, held);
  const link = await openLink({
    url: options.url,
    name: feed.name,
    logger,
    setup: consumer.use,
    lost: consumer.drop,
  });
  return {
    async run(handle, signal) {
      consumer.start();
      try {
        await handOver({ held, logger, consumed, pauseMs, refusedTo: feed.refusedTo }, handle, signal);
      } finally {
        await consumer.stop();
      }
    },
    hears: () => link.connected(),
    async close() {
      held.clear();
      await link.close();
    },
  };
}

interface Consumer {
  use(connection: ChannelModel, fail: (reason: string) => void): Promise<void>;
  drop(): void;
  start(): void;
  stop(): Promise<void>;
}

/** Consumes on whatever connection there is, while it is wanted. */
function createConsumer(topology: Topology, { queues, prefetched }: Feed, held: Held): Consumer {
  let current: { connection: ChannelModel; fail: (reason: string) => void } | undefined;
  let wanted = false;
  let channel: Channel | undefined;

  const begin = async ({ connection, fail }: NonNullable<typeof current>): Promise<void> => {
    const opened = await connection.createChannel();
    guard(opened, (reason) => {
      if (wanted) fail(reason);
    });
    channel = opened;
    await opened.prefetch(Math.max(PREFETCHED_IN_QUEUE_MIN, Math.floor(prefetched / queues.length)));
    for (const queue of queues) {
      await opened.consume(queue, (message) => {
        // The broker took the queue away, mostly because somebody deleted it.
        if (message === null) fail(`the queue ${queue} is gone, and is declared anew`);
        else if (channel === opened) held.add(opened, message);
      });
    }
  };
  return {
    async use(connection, fail) {
      const declaring = await connection.createChannel();
      guard(declaring, fail);
      await declareTopology(declaring, topology);
      current = { connection, fail };
      if (wanted) await begin(current);
    },
    drop() {
      current = undefined;
      channel = undefined;
      // The broker gives all of it again, here or elsewhere.
      held.clear();
    },
    start() {
      wanted = true;
      const now = current;
      if (now && !channel) begin(now).catch((error: Error) => now.fail(error.message));
    },
    async stop() {
      wanted = false;
      const opened = channel;
      channel = undefined;
      held.clear();
      try {
        // What was not acknowledged goes to another worker at once.
        await opened?.close();
      } catch {
        // It is closed already, with its connection.
      }
    },
  };
}
