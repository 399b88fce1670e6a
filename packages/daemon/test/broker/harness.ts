import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Channel, type ChannelModel, type ConsumeMessage, connect } from "amqplib";
import { type AmqpQueue, type AmqpQueueOptions, openAmqpQueue } from "../../src/adapters/broker/amqp-queue.ts";
import {
  type AmqpSourceOptions,
  type GivenUpSourceOptions,
  openAmqpSource,
  openDeliveryLimitSource,
  type PartitionedSource,
} from "../../src/adapters/broker/amqp-source.ts";
import { type Topology, topologyOf } from "../../src/adapters/broker/topology.ts";
import type { Delivery, RememberedAnswer, TelemetrySource } from "../../src/ingest/queue.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import { type Logger, silentLogger } from "../../src/kernel/logger.ts";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { decodeBatch, elementId, elementsOf } from "../../src/model/batch-codec.ts";
import type { PartitionLease } from "../../src/model/partition.ts";
import { type EmbeddedQueue, openEmbeddedQueue } from "../../src/store/queue/embedded-queue.ts";
import { amqpUrl } from "../support/services.ts";
import { type BrokerProxy, openProxy } from "./proxy.ts";

const { url: broker, reason } = await amqpUrl();

export function onBroker(title: string, suite: (open: () => Promise<Bench>) => void): void {
  if (broker !== undefined) describe(title, () => suite(openBench));
  else describe.skip(`${title} (${reason})`, () => suite(openBench));
}

/** One test's queues in the broker, with what publishes to them and consumes from them. */
export interface Bench {
  readonly partitions: number;
  readonly topology: Topology;
  readonly proxy: BrokerProxy;
  /** Looks at the queues past the proxy. */
  readonly channel: Channel;
  openSpool(bytesMax?: number, path?: string): EmbeddedQueue;
  openQueue(given?: Partial<AmqpQueueOptions>): Promise<AmqpQueue>;
  /** Consumes these partitions; all of them where none are named. */
  openSource(given?: Partial<AmqpSourceOptions>, held?: readonly PartitionLease[]): Promise<PartitionedSource>;
  /** What the broker gave up, on its way to the dead letters. */
  openGivenUp(given?: Partial<GivenUpSourceOptions>): Promise<TelemetrySource>;
  /** Takes all that waits out of the broker, partition by partition. */
  taken(): Promise<AcceptedBatch[][]>;
  /** Messages that wait in the broker, partition by partition. */
  waiting(): Promise<number[]>;
  close(): Promise<void>;
}

export const PARTITIONS = 4;
const MIB = 1024 * 1024;

async function openBench(): Promise<Bench> {
  const prefix = `tocsin-test-${randomBytes(6).toString("hex")}`;
  const directory = mkdtempSync(join(tmpdir(), "tocsin-test-broker-"));
  const topology = topologyOf({ partitions: PARTITIONS, prefix });
  const proxy = await openProxy(broker as string);
  const connection: ChannelModel = await connect(broker as string);
  connection.on("error", () => undefined);
  const channel = await connection.createChannel();
  channel.on("error", () => undefined);
  const opened: { close(): Promise<void> | void }[] = [];
  const noted = <Opened extends { close(): Promise<void> | void }>(each: Opened): Opened => {
    opened.unshift(each);
    return each;
  };
  const consuming = {
    url: proxy.url,
    partitions: PARTITIONS,
    prefix,
    logger: silentLogger,
    clock: systemClock,
    pauseMs: 10,
  };
  let spools = 0;
  const openSpool = (bytesMax = 64 * MIB, path = join(directory, `spool-${spools++}.db`)): EmbeddedQueue =>
    noted(openEmbeddedQueue({ path, clock: systemClock, bytesMax }));
  return {
    partitions: PARTITIONS,
    topology,
    proxy,
    channel,
    openSpool,
    async openQueue(given = {}) {
      const spool = given.spool ?? openSpool();
      const common = {
        url: proxy.url,
        partitions: PARTITIONS,
        prefix,
        clock: systemClock,
        logger: silentLogger,
        isBounded: () => false,
      };
      return noted(await openAmqpQueue({ ...common, intake: memoryIntake(), ...given, spool }));
    },
    async openSource(given = {}, held = topology.queues.map((_, partition) => ({ partition, epoch: 1 }))) {
      const source = noted(await openAmqpSource({ ...consuming, ...given }));
      for (const lease of held) await source.begin(lease);
      return source;
    },
    openGivenUp: async (given = {}) => noted(await openDeliveryLimitSource({ ...consuming, stableMs: 0, ...given })),
    taken: () => Promise.all(topology.queues.map((queue) => takeAll(channel, queue))),
    async waiting() {
      const replies = await Promise.all(topology.queues.map((queue) => channel.checkQueue(queue)));
      return replies.map(({ messageCount }) => messageCount);
    },
    async close() {
      proxy.restore();
      for (const each of opened) await each.close();
      for (const queue of [...topology.queues, topology.deadQueue, topology.unreadableQueue]) {
        await channel.deleteQueue(queue);
      }
      for (const exchange of [topology.deadExchange, topology.ownerExchange, topology.markExchange])
        await channel.deleteExchange(exchange);
      await connection.close();
      await proxy.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Quorum queues with a single active consumer know no basic.get; a last message says that there is no more. */
async function takeAll(channel: Channel, queue: string): Promise<AcceptedBatch[]> {
  const batches: AcceptedBatch[] = [];
  const end = `end ${randomBytes(6).toString("hex")}`;
  channel.sendToQueue(queue, Buffer.from(""), { messageId: end });
  const tag = randomBytes(6).toString("hex");
  await new Promise<void>((resolve, reject) => {
    const take = (message: ConsumeMessage | null): void => {
      if (message?.properties.messageId === end) resolve();
      else if (message) batches.push(decodeBatch(message.content));
    };
    channel.consume(queue, take, { noAck: true, consumerTag: tag }).catch(reject);
  });
  await channel.cancel(tag);
  return batches;
}

export type MemoryIntake = AmqpQueueOptions["intake"] & {
  readonly held: Map<string, { answer: RememberedAnswer; completed: boolean }>;
};

/** What PostgreSQL does in earnest, see test/store/intake.test.ts. */
export function memoryIntake(): MemoryIntake {
  const held: MemoryIntake["held"] = new Map();
  const nameOf = ({ organizationId, route, key }: Pick<RememberedAnswer, "organizationId" | "route" | "key">): string =>
    [organizationId, route, key].join(" ");
  return {
    held,
    async recall(organizationId, route, key) {
      const found = held.get(nameOf({ organizationId, route, key }));
      return found?.completed ? found.answer : undefined;
    },
    async remember(answer) {
      const found = held.get(nameOf(answer));
      if (found) return { state: found.completed ? "completed" : "unfinished", answer: found.answer };
      held.set(nameOf(answer), { answer, completed: false });
      return "new";
    },
    async complete(answer) {
      const found = held.get(nameOf(answer));
      if (found) found.completed = true;
    },
    async release() {},
  };
}

const NOW = Date.parse("2026-11-21T12:00:00Z");

/** A batch with one log for each of these services. */
export const batchOf = (...services: string[]): AcceptedBatch => ({
  id: uuidv7(NOW),
  organizationId: "acme",
  kind: "log",
  receivedAt: NOW,
  format: "array",
  count: services.length,
  body: Buffer.from(
    JSON.stringify(services.map((service, n) => ({ service, level: "info", message: `message ${n}` }))),
  ),
});

export const eventIds = (batch: AcceptedBatch): string[] =>
  Array.from({ length: batch.count }, (_, index) => elementId(batch, index));

export const servicesOf = (batch: AcceptedBatch): string[] =>
  elementsOf(batch).map((element) => (element as { service: string }).service);

/** A worker that notes what it is given. */
export interface Worker {
  readonly batches: AcceptedBatch[];
  readonly deliveries: Delivery[];
  readonly ids: () => string[];
  stop(): Promise<void>;
}

export function work(source: TelemetrySource, handle: (delivery: Delivery) => Promise<void> = async () => {}): Worker {
  const stopping = new AbortController();
  const batches: AcceptedBatch[] = [];
  const deliveries: Delivery[] = [];
  const running = source.run(async (delivery) => {
    await handle(delivery);
    deliveries.push(delivery);
    batches.push(...delivery.batches);
  }, stopping.signal);
  return {
    batches,
    deliveries,
    ids: () => batches.flatMap(eventIds),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

const UNTIL_MS_MAX = 15_000;
const LOOK_MS = 10;

/** Waits for a condition; what it throws at the end says what was missing. */
export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + UNTIL_MS_MAX; !(await condition()); await wait(LOOK_MS)) {
    if (Date.now() > end) throw new Error(`Waited in vain for: ${what}`);
  }
}

export function notingLogger(): Logger & { readonly lines: string[] } {
  const lines: string[] = [];
  const note = (message: string): void => void lines.push(message);
  return { lines, debug() {}, info: note, warn: note, error: note };
}
