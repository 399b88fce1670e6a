import { setTimeout as wait } from "node:timers/promises";
import type { ChannelModel, ConfirmChannel } from "amqplib";
import type { AnswerLedger, TelemetryQueue } from "../../ingest/queue.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import type { AcceptedBatch } from "../../model/accepted-batch.ts";
import { guard, type Link, openLink } from "./broker-link.ts";
import { type Part, partsOf } from "./partition-parts.ts";
import { type BrokerWindows, createBrokerWindows } from "./partition-windows.ts";
import { publishOnce } from "./publish-once.ts";
import { createPublisher } from "./publisher.ts";
import { createRelay, type Spool } from "./relay.ts";
import { declareTopology, type Topology, topologyOf } from "./topology.ts";
import { type BrokerOptions, confirmVirtualHost } from "./virtual-host.ts";

export interface AmqpQueueOptions extends BrokerOptions {
  /** Takes what the broker can't have now. */
  readonly spool: Spool;
  readonly intake: AnswerLedger;
  /** As in `BrokerWindowsOptions`. */
  readonly isBounded: () => boolean;
  /** Called for every batch, or part of one, that the broker confirmed. */
  readonly published?: (batch: AcceptedBatch) => void;
  /** How long a message may stay unconfirmed before it goes to the spool. */
  readonly confirmTimeoutMs?: number;
}

export interface QueueDepth {
  /** Messages ready in the broker's queues; null where it doesn't say. */
  readonly messages: number | null;
  /** Events in the spool. */
  readonly spooledEvents: number;
}

export interface AmqpQueue extends TelemetryQueue {
  /** True where the broker or the spool can store events. */
  ready(): boolean;
  /** True where the broker is connected and not blocked. */
  connected(): boolean;
  /** As in `Link`. */
  refusal(): string | undefined;
  depth(): Promise<QueueDepth>;
  /** Messages that no worker can read; null without an answer. */
  unreadable(): Promise<number | null>;
  /** Waits for running publishes; leaves the spool and the intake open. */
  close(): Promise<void>;
}

const CONFIRM_TIMEOUT_MS = 5 * SECOND_MS;
const INSPECT_MS_MAX = 2 * SECOND_MS;
/** After a refusal, the spool counts as full for this time while the broker is away. */
const REFUSED_MS = 5 * SECOND_MS;

/** Telemetry to RabbitMQ: durable by the broker's confirm, or by the spool's fsync while the broker is away. */
export async function openAmqpQueue(options: AmqpQueueOptions): Promise<AmqpQueue> {
  const { spool, intake, clock, partitions } = options;
  const broker = createBroker(options);
  const windows = createBrokerWindows(options);
  const relay = await createRelay({ ...options, windows, usable: broker.usable, publish: broker.publish });
  const link = await broker.open(relay.wake);
  const watching = watchWindows(windows, async () => (await broker.count()).ready);
  let refusedAt = Number.NEGATIVE_INFINITY;

  const keep = async (batches: readonly AcceptedBatch[]): Promise<void> => {
    try {
      await relay.keep(batches);
    } catch (error) {
      refusedAt = clock.now();
      throw error;
    }
  };
  const store = async (batches: readonly AcceptedBatch[]): Promise<void> => {
    const [first] = batches;
    if (!first) return;
    const { organizationId } = first;
    // New batches wait behind earlier ones of the organization, so that events keep their order.
    if (!broker.usable() || relay.holds(organizationId) || !broker.hasCapacity()) return keep(batches);
    const parts = batches.flatMap((batch) => partsOf(batch, partitions));
    if (!windows.hasCapacity(organizationId, parts)) return keep(batches);
    windows.add(parts);
    const stored = await broker.publish(parts);
    const left = parts.filter((_part, index) => !stored[index]).map(({ batch }) => batch);
    // The broker may have some of these without a confirm; consumers recognise them by identity.
    if (left.length > 0) await keep(left);
  };

  return {
    append: (batches, remembered) =>
      remembered === undefined ? store(batches) : publishOnce(intake, batches, remembered, store),
    recall: (organizationId, route, key) => intake.recall(organizationId, route, key),
    waitingOf: (organizationId) => spool.waitingOf(organizationId) + windows.eventsOf(organizationId),
    ready: () => broker.usable() || clock.now() - refusedAt > REFUSED_MS,
    connected: broker.usable,
    refusal: () => link.refusal(),
    depth: async () => {
      const { ready } = await broker.count();
      const messages = ready?.reduce((sum, count) => sum + count, 0) ?? null;
      return { messages, spooledEvents: spool.depth() };
    },
    unreadable: async () => (await broker.count()).unreadable,
    async close() {
      clearInterval(watching);
      await relay.close();
      await link.close();
    },
  };
}

const WATCH_MS = 100;

/** Counts the messages in the broker while the windows depend on them. */
function watchWindows(windows: BrokerWindows, countReady: () => Promise<readonly number[] | null>): NodeJS.Timeout {
  let isAsking = false;
  const ask = async (): Promise<void> => {
    if (isAsking || !windows.isWatched()) return;
    isAsking = true;
    const answer = windows.beginCount();
    const ready = await countReady().catch(() => null);
    if (ready) answer(ready);
    isAsking = false;
  };
  return setInterval(() => void ask(), WATCH_MS);
}

/** The publishing connection. */
function createBroker(options: AmqpQueueOptions) {
  const { url, connect, logger, confirmTimeoutMs = CONFIRM_TIMEOUT_MS, published, confirm, isAway } = options;
  const topology = topologyOf(options);
  const publisher = createPublisher(topology);
  let link: Link | undefined;
  let blocked = false;
  let inspect: Channels["inspect"] | undefined;
  let asking: Promise<Counts> | undefined;
  /** A broker that blocks a connection answers no question on it. */
  const count = async (): Promise<Counts> => {
    if (!inspect || blocked) return UNKNOWN;
    asking ??= inspect()
      .catch(() => UNKNOWN)
      .finally(() => {
        asking = undefined;
      });
    return Promise.race([asking, wait(INSPECT_MS_MAX, UNKNOWN, { ref: false })]);
  };
  return {
    usable: (): boolean => link?.connected() === true && !blocked,
    hasCapacity: () => publisher.hasCapacity(),
    async publish(parts: readonly Part[]) {
      const stored = await publisher.publish(parts, confirmTimeoutMs);
      if (published) for (const [index, { batch }] of parts.entries()) if (stored[index]) published(batch);
      return stored;
    },
    count,
    async open(usableAgain: () => void): Promise<Link> {
      link = await openLink({
        url,
        connect,
        name: "publisher",
        logger,
        isAway,
        async setup(connection, fail) {
          await confirmVirtualHost(connection, { url, topology, link: "publisher", confirm });
          const channels = await openChannels(connection, topology, fail);
          blocked = false;
          connection.on("blocked", (reason) => {
            blocked = true;
            logger.warn("The broker takes no more for now; events are spooled", { reason });
            publisher.giveUp();
          });
          connection.on("unblocked", () => {
            blocked = false;
            logger.info("The broker takes events again");
            usableAgain();
          });
          publisher.use(channels.publishing, () => fail("a queue was missing; it is declared again"));
          inspect = channels.inspect;
          setImmediate(usableAgain); // when the link counts as connected
        },
        lost() {
          publisher.drop();
          inspect = undefined;
          asking = undefined;
        },
      });
      usableAgain();
      return link;
    },
  };
}

interface Counts {
  /** Messages ready in each partition; null where the broker doesn't say. */
  readonly ready: readonly number[] | null;
  readonly unreadable: number | null;
}
const UNKNOWN: Counts = { ready: null, unreadable: null };

interface Channels {
  readonly publishing: ConfirmChannel;
  readonly inspect: () => Promise<Counts>;
}

async function openChannels(
  connection: ChannelModel,
  topology: Topology,
  fail: (reason: string) => void,
): Promise<Channels> {
  const declaring = await connection.createChannel();
  guard(declaring, fail);
  await declareTopology(declaring, topology);
  const publishing = await connection.createConfirmChannel();
  guard(publishing, fail);
  return {
    publishing,
    async inspect() {
      const count = async (queue: string): Promise<number> => (await declaring.checkQueue(queue)).messageCount;
      const [unreadable, ...ready] = await Promise.all([topology.unreadableQueue, ...topology.queues].map(count));
      return { ready, unreadable: unreadable ?? null };
    },
  };
}
