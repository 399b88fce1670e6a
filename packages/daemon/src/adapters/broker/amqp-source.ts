import type { PartitionConsumer } from "../../consumer-group/group-member.ts";
import type { PartitionProgress } from "../../consumer-group/lease-store.ts";
import type { TelemetrySource } from "../../ingest/queue.ts";
import { sleep } from "../../kernel/back-off.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import { decodeBatch } from "../../model/batch-codec.ts";
import type { PartitionLease } from "../../model/partition.ts";
import { guard, type Link, type LinkOptions, openLink } from "./broker-link.ts";
import { readExceededDelivery } from "./exceeded-deliveries.ts";
import { type HandOver, handOver } from "./hand-over.ts";
import { createPartitionTallies } from "./partition-tallies.ts";
import { createPublisher } from "./publisher.ts";
import { createQueueConsumer, type QueueConsumer, type QueueConsumerOptions } from "./queue-consumer.ts";
import { REQUEUED_HEADERS, requeueTelemetry, returnsOf } from "./requeue.ts";
import { type Topology, topologyOf } from "./topology.ts";
import { createUnackedMessages, type HeldOptions, type UnackedMessages } from "./unacked-messages.ts";
import { type BrokerOptions, confirmVirtualHost } from "./virtual-host.ts";

export interface AmqpSourceOptions extends BrokerOptions {
  /** Pause after a failure, growing with each further one; for tests. */
  readonly pauseMs?: number;
}

export interface GivenUpSourceOptions extends AmqpSourceOptions {
  /** How long the connection over which this process takes telemetry has lasted; not asked where it is left out. */
  readonly telemetryConnectedForMs?: () => number;
  /** How long connections last before they count as stable; for tests. */
  readonly stableMs?: number;
}

/** Telemetry of the partitions that this process holds, as its group member decides. */
export interface PartitionedSource extends TelemetrySource, PartitionConsumer {
  /** `verify` checks which leases still hold, after one was lost. */
  onLeaseLost(verify: () => Promise<void>): void;
  /** How long its connection has lasted; 0 without one. */
  connectedForMs(): number;
}

/** Messages given to one consumer and not yet acknowledged, over all partitions; each holds 256 KiB at most. */
const PREFETCHED_MAX = 1024;
const PREFETCHED_IN_QUEUE_MIN = 4;
const GIVEN_UP_PREFETCHED_MAX = 8;
/**
 * A connection this old is stable. Repeated resets would use up the delivery limit of messages. A vanished peer is
 * noticed within 20 seconds, and the next attempt follows within 10 (broker-link.ts).
 */
const STABLE_MS = 30 * SECOND_MS;
const PAUSE_MS = 1000;
/** A partition that this worker gives up returns its unprocessed messages after this time. */
const FINISH_MS_MAX = 2 * SECOND_MS;
const FINISH_LOOK_MS = 20;
/** Telemetry may be on its way to the broker for so long after it was received; then its ingest process spools it. */
const UNCONFIRMED_MS_MAX = 6 * SECOND_MS;

export async function openAmqpSource(options: AmqpSourceOptions): Promise<PartitionedSource> {
  const { clock } = options;
  const topology = topologyOf(options);
  const leases = new Map<string, PartitionLease>();
  const tallies = createPartitionTallies();
  let verifyLeases = async (): Promise<void> => undefined;
  const feed = await openFeed(options, topology, {
    name: "consumer",
    queues: [],
    prefetched: Math.max(PREFETCHED_IN_QUEUE_MIN, Math.floor(PREFETCHED_MAX / options.partitions)),
    refusedTo: topology.deadQueue,
    read: ({ content }) => decodeBatch(content),
    ...refusalLog(options.logger, topology.deadQueue),
    leasesOf: (messages) => {
      const queues = new Set(messages.map(({ queue }) => queue));
      return [...queues].flatMap((queue) => leases.get(queue) ?? []);
    },
    verifyLeases: () => verifyLeases(),
    handled: tallies.add,
  });
  const { held, consumer, link } = feed;
  const queueOf = (partition: number): string => topology.queues[partition] as string;
  return {
    ...feed.source,
    connectedForMs: link.connectedForMs,
    onLeaseLost(verify) {
      verifyLeases = verify;
    },
    async begin(lease) {
      const queue = queueOf(lease.partition);
      leases.set(queue, lease);
      await consumer.add(queue);
    },
    async finish(partition) {
      const queue = queueOf(partition);
      consumer.pause(queue);
      for (const end = performance.now() + FINISH_MS_MAX; held.of(queue).length > 0 && performance.now() < end; )
        await sleep(FINISH_LOOK_MS);
      held.forget(queue);
      leases.delete(queue);
      tallies.forget(queue);
      await consumer.remove(queue);
    },
    drop(partition) {
      const queue = queueOf(partition);
      held.forget(queue);
      leases.delete(queue);
      tallies.forget(queue);
      void consumer.remove(queue);
    },
    canConsume: () => consumer.answers(),
    async progress(partition): Promise<PartitionProgress | undefined> {
      const queue = queueOf(partition);
      const askedAt = clock.now();
      const ready = await consumer.ready(queue);
      if (ready === undefined) return undefined;
      const waiting = held.of(queue).map(({ batch }) => batch.receivedAt);
      const isDrained = waiting.length === 0 && ready === 0;
      return tallies.take(queue, isDrained ? askedAt - UNCONFIRMED_MS_MAX : Math.min(...waiting));
    },
  };
}

/** Says why messages are refused. */
const refusalLog = (logger: Logger, to: string): Required<Pick<HeldOptions, "unreadable" | "exhausted">> => ({
  unreadable(problem, { fields: { routingKey: queue } }) {
    logger.warn("A message that is no batch of ours is refused", { queue, problem, to });
  },
  exhausted(message) {
    const { fields, properties } = message;
    logger.error(
      "A message that was queued once more came back too often and is refused; it may be what ends workers",
      {
        queue: fields.routingKey,
        batch: properties.messageId,
        returns: returnsOf(message),
        to,
      },
    );
  },
});

/**
 * Messages that the broker gave up or workers refused. Telemetry that came back too often goes to its partition once more: its
 * holder alone may process it. The rest is to be stored as dead letters. Any worker takes any of it: there is no order
 * to keep.
 */
export async function openDeliveryLimitSource(options: GivenUpSourceOptions): Promise<TelemetrySource> {
  const { partitions, logger, stableMs = STABLE_MS, pauseMs = PAUSE_MS } = options;
  const topology = topologyOf(options);
  const { deadQueue: queue, unreadableQueue } = topology;
  const publisher = createPublisher(topology, REQUEUED_HEADERS);
  const { source } = await openFeed(options, topology, {
    name: "dead letters",
    queues: [queue],
    prefetched: GIVEN_UP_PREFETCHED_MAX,
    stableMs,
    refusedTo: unreadableQueue,
    read: (message) => readExceededDelivery(message, partitions),
    unreadable(problem, { content, properties }) {
      const { messageId } = properties;
      logger.error(
        "A message names no organization that could be shown it as a dead letter; the broker puts it aside",
        { queue, problem, bytes: content.length, messageId, to: unreadableQueue },
      );
    },
    leasesOf: () => [],
    verifyLeases: async () => undefined,
    handled: () => undefined,
    async opened(connection, fail) {
      const channel = await connection.createConfirmChannel();
      guard(channel, fail);
      publisher.use(channel, () => fail("a queue was missing; it is declared again"));
    },
    lost: publisher.drop,
  });
  const { telemetryConnectedForMs = () => stableMs } = options;
  const isStable = (): boolean => telemetryConnectedForMs() >= stableMs;
  const requeueing = { publisher, partitions, logger, pauseMs, isConnected: source.hears, isStable };
  return {
    ...source,
    run: (handle, signal) => source.run((delivery) => requeueTelemetry(requeueing, delivery, handle, signal), signal),
  };
}

interface FeedOptions
  extends HeldOptions,
    QueueConsumerOptions,
    Pick<HandOver, "leasesOf" | "verifyLeases" | "handled" | "refusedTo"> {
  readonly name: string;
  /** Called for each new connection before it consumes. */
  readonly opened?: LinkOptions["setup"];
  /** Called for each connection that ends. */
  readonly lost?: () => void;
}

interface Feed {
  readonly source: TelemetrySource;
  readonly held: UnackedMessages;
  readonly consumer: QueueConsumer;
  readonly link: Link;
}

async function openFeed(options: AmqpSourceOptions, topology: Topology, feed: FeedOptions): Promise<Feed> {
  const { url, logger, confirm, pauseMs = PAUSE_MS } = options;
  const held = createUnackedMessages(feed);
  const consumer = createQueueConsumer(topology, feed, held);
  const link = await openLink({
    url,
    connect: options.connect,
    name: feed.name,
    logger,
    isAway: options.isAway,
    async setup(connection, fail) {
      await confirmVirtualHost(connection, { url, topology, link: feed.name, confirm });
      await feed.opened?.(connection, fail);
      await consumer.use(connection, fail);
    },
    lost() {
      consumer.drop();
      feed.lost?.();
    },
  });
  const source: TelemetrySource = {
    async run(handle, signal) {
      consumer.start();
      try {
        await handOver({ held, logger, pauseMs, ...feed }, handle, signal);
      } finally {
        await consumer.stop();
      }
    },
    hears: () => link.connected(),
    refusal: () => link.refusal(),
    async close() {
      held.clear();
      await link.close();
    },
  };
  return { source, held, consumer, link };
}
