import { join } from "node:path";
import type { PartitionedSource } from "../../adapters/broker/amqp-source.ts";
import type { Archive } from "../../archive/archive.ts";
import type { IntakeLookup } from "../../ingest/intake-lookup.ts";
import type { OrganizationLimits } from "../../ingest/organizations.ts";
import type { TelemetryQueue, TelemetrySource } from "../../ingest/queue.ts";
import type { QuotaLimits } from "../../ingest/quotas.ts";
import type { RefusalStore } from "../../ingest/refusals.ts";
import type { ServiceRegistry } from "../../ingest/services.ts";
import { systemClock, toIso } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import type { CommitBatchStore } from "../../pipeline/commit-batch.ts";
import type { DatabaseGap } from "../../store/queue/database-gaps.ts";
import { type EmbeddedQueue, openEmbeddedQueue } from "../../store/queue/embedded-queue.ts";
import { openEmbeddedSource } from "../../store/queue/embedded-source.ts";
import type { SequenceGap } from "../../store/queue/queue-sequence.ts";
import { type ConsumedPosition, openConsumedPosition } from "../../store/queue/sqlite-consumed-position.ts";
import { openIntakeLookup as openSqliteIntakeLookup } from "../../store/queue/sqlite-intake-lookup.ts";
import type { DatabaseTarget } from "../../store/sql/database.ts";
import { openSqliteArchive, type SqliteArchiveOptions } from "../../store/telemetry/sqlite/sqlite-archive.ts";
import type { Config } from "../config/config.ts";
import type { BrokerAccess } from "./broker-access.ts";
import { createBrokerDepth } from "./broker-depth.ts";
import { brokerOwnerOf } from "./broker-owner.ts";
import { shareConnections } from "./database-connections.ts";

/** Which kind of storage and queue the settings ask for. What isn't asked for isn't loaded. */
const path = (config: Config, name: string): string => join(config.dataDir, name);

/** `turns`: of the process, for who writes. `role`: whose share of the connections it has. */
export const databaseTarget = (
  config: Config,
  turns?: SharedArrayBuffer,
  role?: "core" | "worker" | "queueCounts",
): DatabaseTarget =>
  config.databaseUrl
    ? {
        kind: "postgres",
        url: config.databaseUrl,
        secretKey: config.secretKey,
        connectionsMax: role && shareConnections(config)[role],
      }
    : { kind: "sqlite", path: path(config, "tocsin.db"), turns, secretKey: config.secretKey };

/** `writeCounts`: of the embedded archive's writer. */
export async function openArchive(
  config: Config,
  options: Pick<SqliteArchiveOptions, "writeCounts"> & { readonly readonly: boolean },
): Promise<Archive> {
  if (!config.databaseUrl) {
    return openSqliteArchive(path(config, "events.db"), { ...options, bytesMax: config.archiveMaxBytes });
  }
  const { openPostgresArchive } = await import("../../store/telemetry/postgres/postgres-archive.ts");
  const { coreArchive, workerArchive } = shareConnections(config);
  return openPostgresArchive(config.databaseUrl, { connectionsMax: options.readonly ? coreArchive : workerArchive });
}

export const limitsOf = (config: Config) => ({
  defaultOrganization: config.defaultServicesMax,
  otherOrganizations: config.servicesMax,
  eventBytes: config.eventBytesMax,
  batchEvents: config.batchEventsMax,
});

export const quotaLimitsOf = (config: Config): QuotaLimits => ({
  eventsPerSecond: config.organizationEventsPerSecond,
  waitingEvents: config.organizationBacklogMax,
});

/** Which organizations may be new. Those that the settings name were chosen by whoever runs this. */
export const organizationLimitsOf = (config: Config): OrganizationLimits => ({
  newPerMinute: config.newOrganizationsPerMinute,
  organizations: config.organizationsMax,
  configured: new Set([
    ...(config.organizations ?? []),
    ...config.ingestApiKey.flatMap(({ organizationId }) => organizationId ?? []),
  ]),
});

/** The accepting end of the queue. */
export interface IntakeQueue {
  readonly queue: TelemetryQueue;
  readonly services: ServiceRegistry;
  readonly refusals: RefusalStore;
  /** Events that wait and that this process counts: each is counted by one process. */
  readonly depth: () => number;
  /** When the oldest of them was accepted; undefined where none waits. */
  readonly oldestAt: () => number | undefined;
  /** Adds up with other processes what went into a broker. */
  readonly exchangeCounts: () => Promise<void>;
  /** Looks whether organizations share the broker, so that none may fill it. */
  readonly countOrganizations: () => Promise<void>;
  /** Messages in the broker that no worker can read; null where it doesn't say. */
  readonly unreadable: (() => Promise<number | null>) | undefined;
  /** Reasons not to take events now. */
  readonly notReady: () => readonly string[];
  /** Problems that an operator has to look at, though events are taken. */
  readonly warnings: () => readonly string[];
  /** Rows that the embedded queue lacked when it was opened, until an operator acknowledges it. */
  readonly behind: () => number;
  /** Consumed rows whose effects the database lacked, until an operator acknowledges it. */
  readonly databaseBehind: () => number;
  /** Removes what nobody needs any more. */
  readonly trim: () => Promise<void>;
  /** Tells the workers up to when all that was accepted here is published. */
  readonly reportUnpublished: () => Promise<void>;
  close(): Promise<void>;
}

/** The surroundings of the queue's ends: they report damage here, and ask here about the broker. */
export interface QueueWatch {
  readonly logger: Logger;
  /** Left out where there is none. */
  readonly broker?: BrokerAccess;
  /** A row of the embedded queue can't be read. */
  readonly damaged: () => void;
}

/** `turns`: of the process, as for `databaseTarget`. */
export async function openQueue(config: Config, watch: QueueWatch, turns?: SharedArrayBuffer): Promise<IntakeQueue> {
  const embedded = openEmbeddedQueue({
    path: path(config, "queue.db"),
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
        return await embeddedEnd(embedded, position);
      }
      embedded.databaseGaps.skip();
    } catch (error) {
      await position.close();
      throw error;
    }
    await position.close();
    return await brokerEnd(config, config.amqpUrl, embedded, { ...watch, turns });
  } catch (error) {
    embedded.close(); // the start tries again
    throw error;
  }
}

/** The worker keeps its position with its effects; this end reads it, to forget what is consumed. */
async function openPosition(config: Config, consumer: string): Promise<ConsumedPosition> {
  if (!config.databaseUrl) return openConsumedPosition(path(config, "tocsin.db"), consumer);
  const { openPostgresConsumedPosition } = await import("../../store/queue/postgres-consumed-position.ts");
  return openPostgresConsumedPosition(config.databaseUrl, consumer);
}

async function embeddedEnd(embedded: EmbeddedQueue, position: ConsumedPosition): Promise<IntakeQueue> {
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

/** Some organizations at a time: there may be thousands. */
async function trimConsumed(embedded: EmbeddedQueue, position: ConsumedPosition): Promise<void> {
  const lanes = embedded.lanes();
  for (let at = 0; at < lanes.length; at += TRIMMED_LANES_MAX) {
    const consumed = await position.read(lanes.slice(at, at + TRIMMED_LANES_MAX));
    if (consumed.size > 0) await stepByStep(() => embedded.trimLanes(consumed));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Requests get their turn between the steps. */
async function stepByStep(step: () => boolean): Promise<void> {
  while (step()) await new Promise((resolve) => setImmediate(resolve));
}

interface BrokerParts extends QueueWatch {
  readonly turns: SharedArrayBuffer | undefined;
}

async function brokerEnd(
  config: Config,
  url: string,
  spool: EmbeddedQueue,
  { logger, turns, broker }: BrokerParts,
): Promise<IntakeQueue> {
  const { openAmqpQueue } = await import("../../adapters/broker/amqp-queue.ts");
  const shared = await openSharedIntake(config);
  const { createSingleProcessIntake } = await import("../../adapters/broker/single-process-intake.ts");
  const intake = shared ?? createSingleProcessIntake(spool);
  const { openDatabase } = await import("../../store/open-database.ts");
  const { createQueueCountStore } = await import("../../store/queue/queue-counts.ts");
  const database = await openDatabase(databaseTarget(config, turns, "queueCounts"));
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
    // A quota of what waits has to know it of each organization.
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
    notReady: () => (queue.ready() ? [] : ["the broker is away and the spool is full"]),
    ...gaps,
    warnings: () => [...gaps.warnings(), ...refusalWarnings(queue.refusal())],
    // What is relayed is removed by the relay; answers to Idempotency-Keys are kept here too.
    async trim() {
      await stepByStep(spool.forget);
      await stepByStep(spool.returnSpace);
    },
    reportUnpublished: async () => shared?.reportUnpublished(spool.consumer, spool.oldestAt()),
    async close() {
      await queue.close();
      if (!spool.holds()) await shared?.endReports(spool.consumer).catch(() => undefined);
      // Counts that are lost are found when the broker is empty.
      await inBroker.exchange().catch(() => undefined);
      spool.close();
      await shared?.close();
      await database.close();
    },
  };
}

const refusalWarnings = (refusal: string | undefined): readonly string[] =>
  refusal === undefined ? [] : [`the broker is not used, and accepted events wait on this disk: ${refusal}`];

const linkRulesOf = async (broker: BrokerAccess | undefined) =>
  broker && { confirm: broker.confirm, isAway: await broker.isAway() };

const earlier = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);

/** What ingest roles of several processes share, where there is a database that several can share. */
async function openSharedIntake(config: Config) {
  if (!config.databaseUrl) return undefined;
  const { openPostgresIntake } = await import("../../store/queue/postgres-intake.ts");
  return openPostgresIntake(config.databaseUrl, { connectionsMax: shareConnections(config).intake });
}

/** What ingest roles keep, to be read. */
export async function openIntakeLookup(config: Config): Promise<IntakeLookup> {
  if (!config.databaseUrl || !config.amqpUrl) return openSqliteIntakeLookup(path(config, "queue.db"));
  const { openPostgresIntakeLookup } = await import("../../store/queue/postgres-intake-lookup.ts");
  return openPostgresIntakeLookup(config.databaseUrl);
}

/** The worker's ends of the queue. */
export interface TelemetrySources {
  /** Accepted telemetry. */
  readonly accepted: TelemetrySource;
  /** The same where its partitions are shared with other workers; RabbitMQ only. */
  readonly partitioned: PartitionedSource | undefined;
  /** Telemetry that a broker gave up. */
  readonly givenUp: readonly TelemetrySource[];
}

/** `rounds` knows how far the embedded queue was consumed. */
export async function openSources(
  config: Config,
  watch: QueueWatch,
  rounds: Pick<CommitBatchStore, "positions">,
): Promise<TelemetrySources> {
  if (!config.amqpUrl) {
    const positions = (consumer: string) => rounds.positions(consumer);
    const embedded = openEmbeddedSource({ path: path(config, "queue.db"), positions, ...watch });
    return { accepted: embedded, partitioned: undefined, givenUp: [] };
  }
  const { openAmqpSource, openGivenUpSource } = await import("../../adapters/broker/amqp-source.ts");
  const options = {
    url: config.amqpUrl,
    partitions: config.amqpPartitions,
    owner: await brokerOwnerOf(config),
    ...(await linkRulesOf(watch.broker)),
    logger: watch.logger,
    clock: systemClock,
  };
  const partitioned = await openAmqpSource(options);
  const { connectedForMs: telemetryConnectedForMs } = partitioned;
  const givenUp = await openGivenUpSource({ ...options, telemetryConnectedForMs });
  return { accepted: partitioned, partitioned, givenUp: [givenUp] };
}
