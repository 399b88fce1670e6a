import { join } from "node:path";
import type { TelemetryQueue } from "../../ingest/queue.ts";
import type { RefusalStore } from "../../ingest/refusals.ts";
import type { IntakeLookup, ServiceRegistry } from "../../ingest/services.ts";
import { systemClock, toIso } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import type { DatabaseGap } from "../../store/queue/database-gaps.ts";
import { type EmbeddedQueue, openEmbeddedQueue } from "../../store/queue/embedded-queue.ts";
import type { SequenceGap } from "../../store/queue/queue-sequence.ts";
import { type ConsumedPosition, openConsumedPosition } from "../../store/queue/sqlite-consumed-position.ts";
import { openIntakeLookup as openSqliteIntakeLookup } from "../../store/queue/sqlite-refusals.ts";
import type { Config } from "../config/config.ts";
import { DATABASE_FILE, QUEUE_FILE } from "../config/data-files.ts";
import { createBrokerDepth } from "./broker-depth.ts";
import { type BrokerAccess, brokerOwnerOf, linkRulesOf } from "./broker-owner.ts";
import { shareConnections } from "./database-connections.ts";
import { databaseTarget } from "./open-storage.ts";
/** The queue as ingestion uses it. */
export interface IntakeQueue {
  readonly queue: TelemetryQueue;
  readonly services: ServiceRegistry;
  readonly refusals: RefusalStore;
  /** Waiting events that this process counts; each event is counted by one process. */
  readonly depth: () => number;
  /** When the oldest waiting event was accepted; undefined where none waits. */
  readonly oldestAt: () => number | undefined;
  /** Exchanges counts of published events with other processes. */
  readonly exchangeCounts: () => Promise<void>;
  /** Counts the organizations that share the broker, which decides whether each is bounded. */
  readonly countOrganizations: () => Promise<void>;
  /** Messages in the broker that no worker can read; null where the broker doesn't say. */
  readonly unreadable: (() => Promise<number | null>) | undefined;
  /** Reasons why events are refused now. */
  readonly notReady: () => readonly string[];
  /** Problems of a working queue that need an operator. */
  readonly warnings: () => readonly string[];
  /** Rows that the embedded queue lacked when it was opened, until an operator acknowledges it. */
  readonly behind: () => number;
  /** Consumed rows whose effects the database lacked, until an operator acknowledges it. */
  readonly databaseBehind: () => number;
  /** Deletes consumed batches and expired answers. */
  readonly trim: () => Promise<void>;
  /** Reports to the workers the time before which all accepted telemetry is published. */
  readonly reportUnpublished: () => Promise<void>;
  close(): Promise<void>;
}

/** Ports of the queue: damage is reported here, and the broker is confirmed here. */
export interface QueueWatch {
  readonly logger: Logger;
  /** Left out where there is no broker. */
  readonly broker?: BrokerAccess;
  /** Called for each unreadable row of the embedded queue. */
  readonly damaged: () => void;
}

export async function openQueue(
  config: Config,
  watch: QueueWatch,
  writeLock?: SharedArrayBuffer,
): Promise<IntakeQueue> {
  const embedded = openEmbeddedQueue({
    path: join(config.dataDir, QUEUE_FILE),
    clock: systemClock,
    bytesMax: config.queueBytesMax,
    ...watch,
  });
  try {
    const position = await openPosition(config, embedded.consumer);
    try {
      const consumed = await position.highest();
      embedded.raise(consumed);
      if (!config.amqpUrl) {
        embedded.compareDatabase(consumed);
        return await openEmbeddedIntake(embedded, position);
      }
      embedded.databaseGaps.skip();
    } catch (error) {
      await position.close();
      throw error;
    }
    await position.close();
    return await openBrokerIntake(config, config.amqpUrl, embedded, { ...watch, writeLock });
  } catch (error) {
    embedded.close(); // the start retries
    throw error;
  }
}

/** The worker stores its position with its effects; ingestion reads it, to delete consumed batches. */
async function openPosition(config: Config, consumer: string): Promise<ConsumedPosition> {
  if (!config.databaseUrl) return openConsumedPosition(join(config.dataDir, DATABASE_FILE), consumer);
  const { openPostgresConsumedPosition } = await import("../../store/queue/postgres-consumed-position.ts");
  return openPostgresConsumedPosition(config.databaseUrl, consumer);
}

async function openEmbeddedIntake(embedded: EmbeddedQueue, position: ConsumedPosition): Promise<IntakeQueue> {
  await trimConsumed(embedded, position);
  return {
    queue: embedded,
    services: embedded,
    refusals: embedded,
    depth: () => embedded.depth(),
    oldestAt: () => embedded.oldestAt(),
    exchangeCounts: async () => undefined,
    countOrganizations: async () => undefined,
    unreadable: undefined,
    notReady: () => [],
    ...gapsOf(embedded),
    async trim() {
      await trimConsumed(embedded, position);
      await stepByStep(embedded.forget);
      await stepByStep(embedded.returnSpace);
    },
    reportUnpublished: async () => undefined,
    async close() {
      embedded.close();
      await position.close();
    },
  };
}

const gapsOf = (embedded: EmbeddedQueue): Pick<IntakeQueue, "warnings" | "behind" | "databaseBehind"> => ({
  warnings: () => [...embedded.gaps().map(gapWarning), ...embedded.databaseGaps.gaps().map(databaseGapWarning)],
  behind: () => missingIn(embedded.gaps()),
  databaseBehind: () => missingIn(embedded.databaseGaps.gaps()),
});

const missingIn = (gaps: readonly { readonly missing: number }[]): number =>
  gaps.reduce((sum, { missing }) => sum + missing, 0);

const gapWarning = ({ missing, noticedAt }: SequenceGap): string =>
  `the queue lay ${missing} batches behind the database at ${toIso(noticedAt)}, and events accepted before may be missing; ` +
  "run tocsind check, then tocsind check --acknowledge";

const databaseGapWarning = ({ missing, noticedAt }: DatabaseGap): string =>
  `the database lay ${missing} batches behind the queue at ${toIso(noticedAt)}, and lacks incidents of that time; ` +
  "run tocsind check, then tocsind check --acknowledge";

const TRIMMED_LANES_MAX = 200;

/** In parts, since there may be thousands of organizations. */
async function trimConsumed(embedded: EmbeddedQueue, position: ConsumedPosition): Promise<void> {
  const lanes = embedded.lanes();
  for (let at = 0; at < lanes.length; at += TRIMMED_LANES_MAX) {
    const consumed = await position.read(lanes.slice(at, at + TRIMMED_LANES_MAX));
    if (consumed.size > 0) await stepByStep(() => embedded.trimLanes(consumed));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Requests run between the steps. */
async function stepByStep(step: () => boolean): Promise<void> {
  while (step()) await new Promise((resolve) => setImmediate(resolve));
}

interface BrokerParts extends QueueWatch {
  readonly writeLock: SharedArrayBuffer | undefined;
}

async function openBrokerIntake(
  config: Config,
  url: string,
  spool: EmbeddedQueue,
  { logger, writeLock, broker }: BrokerParts,
): Promise<IntakeQueue> {
  const { openAmqpQueue } = await import("../../adapters/broker/amqp-queue.ts");
  const shared = await openSharedIntake(config);
  const { createSingleProcessIntake } = await import("../../adapters/broker/single-process-intake.ts");
  const intake = shared ?? createSingleProcessIntake(spool);
  const { openDatabase } = await import("../../store/open-database.ts");
  const { createQueueCountStore } = await import("../../store/queue/queue-counts.ts");
  const database = await openDatabase(databaseTarget(config, writeLock, "queueCounts"));
  const inBroker = createBrokerDepth({
    counts: createQueueCountStore(database, config.amqpPartitions),
    process: spool.consumer,
    clock: systemClock,
    messages: async () => (await queue.depth()).messages,
  });
  const services = shared ?? spool;
  const gaps = gapsOf(spool);
  let organizations = await services.organizationCount();
  const queue = await openAmqpQueue({
    url,
    partitions: config.amqpPartitions,
    owner: await brokerOwnerOf(config),
    ...(await linkRulesOf(broker)),
    // A quota on waiting events needs the count of each organization.
    isBounded: () => organizations > 1 || config.organizationBacklogMax > 0,
    spool,
    intake,
    clock: systemClock,
    logger,
    published: inBroker.published,
  });
  return {
    queue,
    services,
    refusals: shared ?? spool,
    depth: () => spool.depth() + inBroker.depth(),
    oldestAt: () => earlier(spool.oldestAt(), inBroker.oldestAt()),
    exchangeCounts: inBroker.exchange,
    async countOrganizations() {
      organizations = await services.organizationCount();
    },
    unreadable: () => queue.unreadable(),
    notReady: () => (queue.ready() ? [] : ["the broker is unreachable and the spool is full"]),
    ...gaps,
    warnings: () => [...gaps.warnings(), ...refusalWarnings(queue.refusal())],
    // The relay deletes batches; this deletes answers to Idempotency-Keys.
    async trim() {
      await stepByStep(spool.forget);
      await stepByStep(spool.returnSpace);
    },
    reportUnpublished: async () => shared?.reportUnpublished(spool.consumer, spool.oldestAt()),
    async close() {
      await queue.close();
      if (!spool.holds()) await shared?.endReports(spool.consumer).catch(() => undefined);
      // Lost counts are corrected once the broker is empty.
      await inBroker.exchange().catch(() => undefined);
      spool.close();
      await shared?.close();
      await database.close();
    },
  };
}

const refusalWarnings = (refusal: string | undefined): readonly string[] =>
  refusal === undefined ? [] : [`the broker is not used, and accepted events wait on this disk: ${refusal}`];

const earlier = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);

/** The state that ingest roles of several processes share on PostgreSQL. */
async function openSharedIntake(config: Config) {
  if (!config.databaseUrl) return undefined;
  const { openPostgresIntake } = await import("../../store/queue/postgres-intake.ts");
  return openPostgresIntake(config.databaseUrl, { connectionsMax: shareConnections(config).intake });
}

/** Reads what ingest roles store. */
export async function openIntakeLookup(config: Config): Promise<IntakeLookup> {
  if (!config.databaseUrl || !config.amqpUrl) return openSqliteIntakeLookup(join(config.dataDir, QUEUE_FILE));
  const { openPostgresIntakeLookup } = await import("../../store/queue/postgres-refusals.ts");
  return openPostgresIntakeLookup(config.databaseUrl);
}
