import { setTimeout as wait } from "node:timers/promises";
import type { Channel, ChannelModel } from "amqplib";
import type { PartitionConsumer, PartitionProgress } from "../../consumer-group/group-member.ts";
import { decodeBatch } from "../../ingest/batch-codec.ts";
import type { TelemetrySource } from "../../ingest/queue.ts";
import { type Clock, SECOND_MS } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import type { PartitionLease } from "../../model/partition.ts";
import { close } from "./closing.ts";
import type { Connect } from "./connect.ts";
import { givenUpBatch } from "./given-up.ts";
import { type HandOver, handOver } from "./hand-over.ts";
import { createHeld, type Held, type HeldOptions } from "./held.ts";
import { guard, type Link, type LinkOptions, openLink } from "./link.ts";
import { createPartitionTallies } from "./partition-tallies.ts";
import { createPublisher } from "./publisher.ts";
import { REQUEUED_HEADERS, requeueTelemetry, returnsOf } from "./requeue.ts";
import { declareTopology, type Topology, topologyOf } from "./topology.ts";
import { type ConfirmBroker, confirmVirtualHost } from "./virtual-host.ts";

export interface AmqpSourceOptions {
  readonly url: string;
  readonly partitions: number;
  readonly prefix?: string;
  /** As in `TopologyOptions`. */
  readonly owner?: string;
  /** Asked for each connection before it is used; left out where no other process could use another broker. */
  readonly confirm?: ConfirmBroker;
  /** As in `LinkOptions`. */
  readonly isAway?: boolean;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Pause after a failure, growing with each further one; for tests. */
  readonly pauseMs?: number;
  /** amqplib's where left out; for tests. */
  readonly connect?: Connect;
}

export interface GivenUpSourceOptions extends AmqpSourceOptions {
  /** How long the connection over which this process takes telemetry has lasted; not asked where it is left out. */
  readonly telemetryConnectedForMs?: () => number;
  /** How long connections last before they count as stable; for tests. */
  readonly stableMs?: number;
}

/** Telemetry of the partitions that this process holds: which ones, its group member says. */
export interface PartitionedSource extends TelemetrySource, PartitionConsumer {
  /** Asks the group which leases hold, after one was found lost. */
  onLeaseLost(verify: () => Promise<void>): void;
  /** How long its connection has lasted; 0 without one. */
  connectedForMs(): number;
}

/** Messages given to one consumer and not yet acknowledged, over all partitions; each holds 256 KiB at most. */
const PREFETCHED_MAX = 1024;
const PREFETCHED_IN_QUEUE_MIN = 4;
/** Nobody waits for these. */
const GIVEN_UP_PREFETCHED_MAX = 8;
/**
 * Connections that are reset again and again would use up the deliveries of what was given up, and of what is queued
 * once more. A peer that vanished is noticed within 20 seconds, and the next try follows within 10 (link.ts), so what
 * lasts for longer isn't between two failures.
 */
const STABLE_MS = 30 * SECOND_MS;
const PAUSE_MS = 1000;
/** A partition that this worker gives up returns its unprocessed messages after this time. */
const FINISH_MS_MAX = 2 * SECOND_MS;
const FINISH_LOOK_MS = 20;
/** A broker that gives no answer for so long is away. */
const ANSWER_MS_MAX = 700;
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
        await wait(FINISH_LOOK_MS);
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
 * What the broker gave up or workers refused. Telemetry that came back too often goes to its partition once more: its
 * holder alone may process it. The rest is to be stored as dead letters. Any worker takes any of it: there is no order
 * to keep.
 */
export async function openGivenUpSource(options: GivenUpSourceOptions): Promise<TelemetrySource> {
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
    read: (message) => givenUpBatch(message, partitions),
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
      publisher.use(channel, () => fail("a queue was missing, and is declared anew"));
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

interface FeedOptions extends HeldOptions, Pick<HandOver, "leasesOf" | "verifyLeases" | "handled" | "refusedTo"> {
  readonly name: string;
  /** Consumed from the start on. */
  readonly queues: readonly string[];
  /** How long a connection lasts before `queues` are consumed; at once where it is left out. */
  readonly stableMs?: number;
  /** Told of each new connection, before anything is consumed on it. */
  readonly opened?: LinkOptions["setup"];
  /** Told of each connection that ends. */
  readonly lost?: () => void;
}

interface Feed {
  readonly source: TelemetrySource;
  readonly held: Held;
  readonly consumer: Consumer;
  readonly link: Link;
}

async function openFeed(options: AmqpSourceOptions, topology: Topology, feed: FeedOptions): Promise<Feed> {
  const { url, logger, confirm, pauseMs = PAUSE_MS } = options;
  const held = createHeld(feed);
  const consumer = createConsumer(topology, feed, held);
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

interface Consumer {
  use(connection: ChannelModel, fail: (reason: string) => void): Promise<void>;
  drop(): void;
  start(): void;
  stop(): Promise<void>;
  /** Consumes this queue too. */
  add(queue: string): Promise<void>;
  /** Takes no more from this queue; what was taken can still be acknowledged. */
  pause(queue: string): void;
  /** Gives back what of this queue is unacknowledged. */
  remove(queue: string): Promise<void>;
  /** Messages that the broker holds ready; undefined where it can't be asked. */
  ready(queue: string): Promise<number | undefined>;
  /** True where the broker answers. */
  answers(): Promise<boolean>;
}

interface Session {
  readonly connection: ChannelModel;
  readonly declaring: Channel;
  readonly fail: (reason: string) => void;
  isStable: boolean;
}

/** Consumes on whatever connection there is, while it is wanted. */
function createConsumer(topology: Topology, feed: FeedOptions, held: Held): Consumer {
  const { queues, prefetched, stableMs = 0 } = feed;
  const state: ConsumerState = {
    wantedQueues: new Set(queues),
    channels: new Map(),
    held,
    prefetched,
    session: undefined,
    isWanted: false,
  };
  return {
    async use(connection, fail) {
      const declaring = await connection.createChannel();
      guard(declaring, fail);
      await declareTopology(declaring, topology);
      const session: Session = { connection, declaring, fail, isStable: stableMs === 0 };
      state.session = session;
      if (session.isStable) return consumeAll(state, session);
      const becomeStable = (): void => {
        session.isStable = true;
        begin(state, session);
      };
      setTimeout(becomeStable, stableMs).unref();
    },
    drop() {
      state.session = undefined;
      state.channels.clear();
      // The broker gives all of it again, here or elsewhere.
      held.clear();
    },
    start() {
      state.isWanted = true;
      if (state.session) begin(state, state.session);
    },
    async stop() {
      state.isWanted = false;
      held.clear();
      // Unacknowledged messages go to another worker at once.
      await Promise.all([...state.channels.keys()].map((queue) => closeChannel(state, queue)));
    },
    async add(queue) {
      state.wantedQueues.add(queue);
      const { session, isWanted } = state;
      // A broker that is away gets to know when it is back.
      if (session && isWanted)
        await consume(state, session, queue).catch((error: Error) => session.fail(error.message));
    },
    pause: (queue) => void state.wantedQueues.delete(queue),
    async remove(queue) {
      state.wantedQueues.delete(queue);
      await closeChannel(state, queue);
    },
    ready: async (queue) => (state.channels.has(queue) ? countReady(state, queue) : undefined),
    answers: async () => (await countReady(state, topology.deadQueue)) !== undefined,
  };
}

interface ConsumerState {
  readonly wantedQueues: Set<string>;
  /**
   * A channel for each queue. Closing it gives back all that is unacknowledged, in order, before the next consumer becomes
   * active. A consumer that is cancelled makes way at once: the next one would get later messages first.
   */
  readonly channels: Map<string, Promise<Channel>>;
  readonly held: Held;
  readonly prefetched: number;
  session: Session | undefined;
  isWanted: boolean;
}

/** Messages that the broker holds ready; undefined where it gives no answer in time. */
async function countReady({ session }: ConsumerState, queue: string): Promise<number | undefined> {
  const answer = session?.declaring.checkQueue(queue).then(
    ({ messageCount }) => messageCount,
    () => undefined,
  );
  return Promise.race([answer, wait(ANSWER_MS_MAX, undefined, { ref: false })]);
}

function begin(state: ConsumerState, session: Session): void {
  consumeAll(state, session).catch((error: Error) => session.fail(error.message));
}

async function consumeAll(state: ConsumerState, session: Session): Promise<void> {
  if (!state.isWanted || !session.isStable) return;
  for (const queue of [...state.wantedQueues]) await consume(state, session, queue);
}

async function consume(state: ConsumerState, session: Session, queue: string): Promise<void> {
  const { channels, wantedQueues, held, prefetched } = state;
  const { connection, fail } = session;
  // While the queues before this one were begun, the connection may have ended, or the partition have been given up.
  if (!wantedQueues.has(queue) || channels.has(queue) || state.session !== session) return;
  const opening = connection.createChannel();
  const isCurrent = (): boolean => channels.get(queue) === opening;
  channels.set(queue, opening);
  try {
    const channel = await opening;
    guard(channel, (reason) => {
      if (isCurrent()) fail(reason);
    });
    await channel.prefetch(prefetched);
    await channel.consume(
      queue,
      (message) => {
        // The broker took the queue away, mostly because somebody deleted it.
        if (message === null) fail(`the queue ${queue} is gone, and is declared anew`);
        // A message that arrives after the partition was given up goes back with its channel.
        else if (isCurrent() && wantedQueues.has(queue)) held.add(channel, queue, message);
      },
      { consumerTag: queue },
    );
  } catch (error) {
    // Closed meanwhile: the partition was given up.
    if (!isCurrent()) return;
    channels.delete(queue);
    throw error;
  }
}

async function closeChannel({ channels }: ConsumerState, queue: string): Promise<void> {
  const opening = channels.get(queue);
  channels.delete(queue);
  try {
    const channel = await opening;
    if (channel) await close(channel);
  } catch {
    // It is closed already, with its connection.
  }
}
