import { systemClock } from "../kernel/clock.ts";
import { coerceError } from "../kernel/errors.ts";
import type { Logger } from "../kernel/logger.ts";
import { migrate } from "../store/migrations/migrate.ts";
import { SchemaTooNew } from "../store/migrations/schema-window.ts";
import { DataDirectoryUnusable, lockDataDirectory } from "../store/sql/data-directory-lock.ts";
import { newLockMemory } from "../store/sql/write-lock.ts";
import { claimBrokerOf } from "./backends/broker-owner.ts";
import { needsDataFiles, openHealthChecks } from "./backends/health-checks.ts";
import { openQueue } from "./backends/intake-queue.ts";
import { databaseTarget, openArchive } from "./backends/open-storage.ts";
import { refuseStrandedTelemetry } from "./backends/refuse-stranded-telemetry.ts";
import {
  NO_REGISTRATION,
  type Registration,
  refuseUpgradeBesideOlder,
  registerProcess,
} from "./backends/registration.ts";
import { asDamage, refuseDamagedFiles } from "./commands/check/check-data.ts";
import { clusterWarning } from "./config/cluster-warning.ts";
import type { Config } from "./config/config.ts";
import { ConfigError } from "./config/config-error.ts";
import { ARCHIVE_FILE, DATABASE_FILE, QUEUE_FILE } from "./config/data-files.ts";
import { refuseInaccessibleFiles } from "./config/file-access.ts";
import { refuseMissingFile } from "./config/missing-files.ts";
import {
  openPolicyHolder,
  type PolicyHolder,
  type PolicySource,
  policyOf,
  readPolicyText,
} from "./config/policy-file.ts";
import { refuseOpenIngestion } from "./config/refuse-open-ingestion.ts";
import type { Role } from "./config/setting-values.ts";
import { refuseUnfinishedRestore } from "./config/unfinished-restore.ts";
import { createProcessHealth } from "./process-health.ts";
import { loadRole } from "./roles/load-role.ts";
import type { RoleContext, RunningRole } from "./roles/role-context.ts";
import { openThread, type RoleThread, type RoleThreadOptions } from "./roles/role-thread.ts";
import { releaseMemory, releaseMemoryWhenIdle } from "./runtime/release-memory.ts";
import { createStorageWait } from "./runtime/storage-wait.ts";
import { openStartingServers, type StartingServers } from "./starting-servers.ts";

/** The whole process: its roles, each in a thread of its own where there are several. */
export interface Daemon {
  readonly addresses: Readonly<Partial<Record<Role, string>>>;
  /** Reloads the policy file. Where it is invalid, the current policy stays and the log names the problem. */
  reload(): Promise<void>;
  stop(): Promise<void>;
  /** The parts that are still stopping. */
  stopping(): readonly string[];
}

export interface DaemonOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** The file that a thread runs: the process's own entry. */
  readonly threadEntry: URL;
  /** Only in tests: all roles run in one thread, and answers are checked against the OpenAPI document. */
  readonly inOneThread?: boolean;
  readonly validateResponses?: boolean;
  /** Aborts a start that waits; its reason is StartAborted. */
  readonly signal?: AbortSignal;
  /** Called when a thread ends unexpectedly. */
  readonly onThreadFailure: (role: Role, error: Error) => void;
}

/** Starts the lock, the addresses, the schema and the roles, in this order; stops them in the reverse order. */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const { config, logger, signal = new AbortController().signal } = options;
  refuseOpenIngestion(config);
  const policySource = readPolicySource(config);
  const policy = await openPolicyHolder(policySource);
  const unlock = lock(config);
  const running = new Map<Role, RunningRole>();
  const storage = createStorageWait({ logger, signal });
  const checks = await openHealthChecks(config);
  let registration = NO_REGISTRATION;
  let isBrokerAway = false;
  const warnings = (): readonly string[] => registration.warnings();
  const health = createProcessHealth({ roles: config.roles, running, storage, checks, warnings });
  const closeAll = async (): Promise<void> => {
    await registration.end();
    await Promise.all(checks.map((check) => check.close()));
    unlock();
  };
  const servers = await openStartingServers(config, logger, health).catch(async (error: unknown) => {
    await closeAll();
    throw error;
  });
  const context: RoleContext = {
    ...{ config, logger, policy, storage },
    writeLock: newLockMemory(),
    processMetrics: health.metrics,
    processNotReady: health.notReady,
    processWarnings: health.warnings,
    takeAddress: async () => undefined,
    broker: {
      isAway: async () => isBrokerAway,
      confirm: (link, broker) => registration.confirmBroker(link, broker),
    },
  };
  const threads = openThreads(options, { context, policySource, servers, signal });
  try {
    logNotices(config, logger);
    ({ registration, isBrokerAway } = await storage.retry(() => openStorage(config, logger)));
    for (const [role, start] of rolesInOrder(options, { context, servers, threads })) running.set(role, await start());
  } catch (error) {
    servers.close();
    for (const role of [...running.values()].reverse()) await role.stop();
    await Promise.all([...threads.values()].map((thread) => thread.close()));
    await closeAll();
    throw error;
  }
  releaseMemory();
  const stopReleasing = releaseMemoryWhenIdle();
  const stopping = new Set<string>();
  const stopRole = async (role: Role): Promise<void> => {
    stopping.add(`the ${role} role`);
    await running.get(role)?.stop();
    stopping.delete(`the ${role} role`);
  };
  const addresses = Object.fromEntries(
    [...running].filter(([, { address }]) => address).map(([role, { address }]) => [role, address]),
  );
  return {
    addresses,
    reload: () => reloadPolicy(config, policy, [...threads.values()], logger),
    async stop() {
      stopReleasing();
      // The interfaces stop first, so that the worker stops when nothing new is accepted.
      await Promise.all([stopRole("ingest"), stopRole("core")]);
      await stopRole("worker");
      stopping.add("the registration of the process");
      await closeAll();
    },
    stopping: () => [...stopping],
  };
}

function logNotices(config: Config, logger: Logger): void {
  for (const { level, message, fields } of config.dataDirNotices) logger[level](message, fields);
  warnOfMissingParts(config, logger);
  const cluster = clusterWarning(config);
  if (cluster !== undefined) logger.warn(cluster);
}

/** A thread for each role but one. Threads load their modules while the process prepares storage. */
function openThreads(
  options: DaemonOptions,
  parts: Pick<RoleThreadOptions, "context" | "policySource" | "signal"> & { readonly servers: StartingServers },
): Map<Role, RoleThread> {
  const { roles } = options.config;
  const main: Role = roles.includes("core") ? "core" : (roles[0] as Role);
  const inThreads = options.inOneThread ? [] : roles.filter((role) => role !== main);
  const { servers, ...rest } = parts;
  return new Map(
    inThreads.map((role) => {
      const releaseAddress = async (): Promise<void> => servers.release(role);
      const { threadEntry: entry, onThreadFailure: broken } = options;
      return [role, openThread({ ...rest, role, entry, releaseAddress, onFailure: broken })];
    }),
  );
}

interface Startable {
  readonly context: RoleContext;
  readonly servers: StartingServers;
  readonly threads: ReadonlyMap<Role, RoleThread>;
}

/**
 * The worker starts first, so that requests find it running. The main thread loads the modules of its own role meanwhile.
 */
function rolesInOrder(
  options: DaemonOptions,
  { context, servers, threads }: Startable,
): readonly (readonly [Role, () => Promise<RunningRole>])[] {
  const order = (["worker", "ingest", "core"] as const).filter((role) => options.config.roles.includes(role));
  return order.map((role) => {
    const thread = threads.get(role);
    if (thread) return [role, thread.start];
    const takeAddress = async (): Promise<void> => servers.release(role);
    const loading = loadRole(role);
    return [
      role,
      async () =>
        (await loading)({ ...context, takeAddress }, { validateResponses: options.validateResponses ?? false }),
    ];
  });
}

const readPolicySource = ({ policyFile }: Config): PolicySource | undefined =>
  policyFile === undefined ? undefined : { path: policyFile, text: readPolicyText(policyFile) };

async function reloadPolicy(
  config: Config,
  policy: PolicyHolder,
  threads: readonly RoleThread[],
  logger: Logger,
): Promise<void> {
  let source: PolicySource | undefined;
  try {
    source = readPolicySource(config);
    if (source === undefined) return;
    await policyOf(source, systemClock.now());
  } catch (error) {
    logger.error("Policy file rejected; the current policy stays in force", { reason: coerceError(error).message });
    return;
  }
  // The worker's thread gets the policy before the interface, so that it refuses nothing that the new policy allows.
  await Promise.allSettled(threads.map(({ rpc }) => rpc.call("replacePolicy", false, source)));
  await policy.replace(source);
  logger.info("Policy reloaded", { version: policy.current().version, file: source.path });
}

function lock(config: Config): () => void {
  if (!needsDataFiles(config)) return () => undefined;
  refuseInaccessibleFiles(config.dataDir, config.databaseUrl ? "postgres" : "sqlite");
  try {
    return lockDataDirectory(config.dataDir);
  } catch (error) {
    if (error instanceof DataDirectoryUnusable) throw new ConfigError(error.message);
    throw error;
  }
}

/** Locks of migrations and settings of searches belong to a session; a pooler would lose them between statements. */
async function refuseSharedSessions(url: string): Promise<void> {
  const { sharesSessions } = await import("../store/sql/shared-sessions.ts");
  if (!(await sharesSessions(url))) return;
  throw new ConfigError(
    "TOCSIN_DATABASE_URL leads to a pooler that shares sessions between clients (PgBouncer: pool_mode=transaction). " +
      "Tocsin needs sessions of its own: set pool_mode=session for its database, or connect to PostgreSQL directly",
  );
}

interface OpenedStorage {
  readonly registration: Registration;
  readonly isBrokerAway: boolean;
}

/**
 * Checks the files before anything opens them, and other processes before anything changes. Throws ConfigError for
 * damaged or missing files and for different settings.
 */
async function openStorage(config: Config, logger: Logger): Promise<OpenedStorage> {
  refuseUnfinishedRestore(config.dataDir);
  const kind = config.databaseUrl ? "postgres" : "sqlite";
  refuseDamagedFiles(config.dataDir, kind, logger);
  refuseMissingFile(config.dataDir, kind);
  await refuseUpgradeBesideOlder(config);
  await prepareStorage(config, logger).catch((error: unknown) => {
    if (error instanceof SchemaTooNew) throw new ConfigError(error.message);
    throw error;
  });
  const broker = await claimBrokerOf(config, logger);
  const isBrokerAway = broker === undefined;
  // This check comes first, since its message names the process with different settings.
  const registration = await registerProcess(config, broker, logger);
  try {
    await refuseStrandedTelemetry(config, isBrokerAway, logger);
  } catch (error) {
    await registration.end();
    throw error;
  }
  return { registration, isBrokerAway };
}

/** Creates or migrates files and tables before any thread opens them. */
async function prepareStorage(config: Config, logger: Logger): Promise<void> {
  if (config.databaseUrl) await refuseSharedSessions(config.databaseUrl);
  const step = (file: string, work: () => Promise<void>): Promise<void> =>
    work().catch((error: unknown) => {
      throw asDamage(error, config.dataDir, file);
    });
  await step(DATABASE_FILE, () => migrate(databaseTarget(config)));
  await step(ARCHIVE_FILE, async () => (await openArchive(config, { readonly: false })).close());
  if (config.amqpUrl) return;
  await step(QUEUE_FILE, async () => (await openQueue(config, { logger, damaged: () => undefined })).close());
}

function warnOfMissingParts(config: Config, logger: Logger): void {
  const missing = (["ingest", "core", "worker"] as const).filter((role) => !config.roles.includes(role));
  if (missing.length === 0) return;
  const embedded = [
    config.databaseUrl ? undefined : "database (TOCSIN_DATABASE_URL)",
    config.amqpUrl ? undefined : "queue (TOCSIN_AMQP_URL)",
  ].filter(Boolean);
  if (embedded.length === 0) return;
  logger.warn(
    `This process runs only ${config.roles.join(", ")}; its embedded ${embedded.join(" and ")} serves one process, so nobody does the work of ${missing.join(", ")}`,
  );
}
