import { Worker } from "node:worker_threads";
import { systemClock } from "../kernel/clock.ts";
import { coerceError } from "../kernel/errors.ts";
import type { Logger } from "../kernel/logger.ts";
import { migrate } from "../store/database.ts";
import { SchemaTooNew } from "../store/schema-window.ts";
import { DataDirectoryInUse, lockDataDirectory } from "../store/sqlite/lock.ts";
import { newWriteTurns } from "../store/sqlite/write-turns.ts";
import { databaseTarget, openArchive, openQueue } from "./backends.ts";
import { refuseUnfinishedRestore } from "./backup/unfinished-restore.ts";
import { asDamage, refuseDamagedFiles } from "./check/check.ts";
import { clusterWarning } from "./cluster-check.ts";
import type { Config } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import { keepsFiles, openHealthChecks } from "./health-checks.ts";
import { refuseOpenIngestion } from "./open-ingestion.ts";
import { refuseStrandedTelemetry } from "./partitions-check.ts";
import { createPolicyHolder, type PolicyHolder, type PolicySource, policyOf, readPolicyText } from "./policy.ts";
import { createProcessHealth } from "./process-health.ts";
import { refuseUpgradeBesideOlder, registerProcess } from "./registration.ts";
import type { RoleContext, RunningRole } from "./role.ts";
import { createCoreOptions, startRole } from "./roles.ts";
import { createRpc, type Rpc } from "./rpc.ts";
import type { Role } from "./setting-values.ts";
import { settle } from "./settle.ts";
import { openStartingServers, type StartingServers } from "./starting-servers.ts";
import { abortable, createStorageWait } from "./storage-wait.ts";
import { createThreadReadiness } from "./thread-readiness.ts";

/** The whole process: its roles, each in a thread of its own where there are several. */
export interface Daemon {
  readonly addresses: Readonly<Partial<Record<Role, string>>>;
  /** Reads the policy file anew; where it holds none, the old policy stays and the log says what is wrong. */
  reload(): Promise<void>;
  stop(): Promise<void>;
}

export interface DaemonOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** The file that a thread runs: the process's own entry. */
  readonly threadEntry: URL;
  /** In tests, all roles run in the one thread and answers are held against the document. */
  readonly inOneThread?: boolean;
  readonly validateResponses?: boolean;
  /** Ends a start that waits, with StartAborted. */
  readonly signal?: AbortSignal;
  /** Told when a thread ended without being asked to. */
  readonly broken: (role: Role, error: Error) => void;
}

/**
 * Starts in order: lock, addresses, schema, roles; stops in the opposite order. It is one straight line on purpose:
 * this is where one reads what a process is made of.
 */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const { config, logger, signal = new AbortController().signal } = options;
  refuseOpenIngestion(config);
  const policySource = readPolicySource(config);
  const policy = createPolicyHolder(policySource);
  const unlock = lock(config);
  const running = new Map<Role, RunningRole>();
  const threads: Rpc[] = [];
  const storage = createStorageWait({ logger, signal });
  const checks = await openHealthChecks(config);
  const health = createProcessHealth({ roles: config.roles, running, storage, checks });
  let deregister = async (): Promise<void> => undefined;
  const closeAll = async (): Promise<void> => {
    await deregister();
    await Promise.all(checks.map((check) => check.close()));
    unlock();
  };
  const servers = await openStartingServers(config, logger, health).catch(async (error: unknown) => {
    await closeAll();
    throw error;
  });
  const context: RoleContext = {
    ...{ config, logger, policy, storage },
    writeTurns: newWriteTurns(),
    processMetrics: health.metrics,
    processNotReady: health.notReady,
    processWarnings: health.warnings,
    takeAddress: async () => undefined,
  };
  const parts: Parts = { policySource, threads, servers, signal };
  try {
    sayAtStart(config, logger);
    deregister = await storage.retry(() => openStorage(config, logger));
    await startRoles(options, context, parts, running);
  } catch (error) {
    servers.close();
    for (const role of [...running.values()].reverse()) await role.stop();
    await closeAll();
    throw error;
  }
  settle();
  const addresses = Object.fromEntries(
    [...running].filter(([, { address }]) => address).map(([role, { address }]) => [role, address]),
  );
  return {
    addresses,
    reload: () => reloadPolicy(config, policy, threads, logger),
    async stop() {
      // No new work first, then who does it, so that what was accepted is at rest when the worker stops.
      await Promise.all([running.get("ingest")?.stop(), running.get("core")?.stop()]);
      await running.get("worker")?.stop();
      await closeAll();
    },
  };
}

/** What a start hands on to the roles that have threads of their own. */
interface Parts {
  readonly policySource: PolicySource | undefined;
  /** Ways to the threads that run. */
  readonly threads: Rpc[];
  readonly servers: StartingServers;
  readonly signal: AbortSignal;
}

function sayAtStart(config: Config, logger: Logger): void {
  for (const { level, message, fields } of config.dataDirNotices) logger[level](message, fields);
  warnOfMissingParts(config, logger);
  const cluster = clusterWarning(config);
  if (cluster !== undefined) logger.warn(cluster);
  if (config.unused.length > 0) logger.warn(`${config.unused.join(", ")}: set, and without effect in this version`);
}

/** The worker first: whoever finds the interfaces open finds somebody at work behind them. */
async function startRoles(
  options: DaemonOptions,
  context: RoleContext,
  parts: Parts,
  running: Map<Role, RunningRole>,
): Promise<void> {
  const { roles } = options.config;
  const main: Role = roles.includes("core") ? "core" : (roles[0] as Role);
  const order = (["worker", "ingest", "core"] as const).filter((role) => roles.includes(role));
  for (const role of order) {
    const inThread = role !== main && !options.inOneThread;
    const takeAddress = async (): Promise<void> => parts.servers.release(role);
    running.set(
      role,
      inThread
        ? await startThread(role, options, context, parts)
        : await startRole(role, { ...context, takeAddress }, createCoreOptions(options)),
    );
  }
}

const readPolicySource = ({ policyFile }: Config): PolicySource | undefined =>
  policyFile === undefined ? undefined : { path: policyFile, text: readPolicyText(policyFile) };

async function reloadPolicy(config: Config, policy: PolicyHolder, threads: readonly Rpc[], logger: Logger) {
  let source: PolicySource | undefined;
  try {
    source = readPolicySource(config);
    if (source === undefined) return;
    policyOf(source.path, source.text, systemClock.now());
  } catch (error) {
    logger.error("The policy file was not taken; the policy stays as it was", { reason: coerceError(error).message });
    return;
  }
  // Who executes comes before who takes requests: what is let through by the new policy isn't refused by the old one. A
  // thread that is busy takes it as soon as it isn't.
  await Promise.allSettled(threads.map((rpc) => rpc.ask("replacePolicy", false, source)));
  policy.replace(source);
  logger.info("The policy was read anew", { version: policy.current().version, file: source.path });
}

function lock(config: Config): () => void {
  if (!keepsFiles(config)) return () => undefined;
  try {
    return lockDataDirectory(config.dataDir);
  } catch (error) {
    if (error instanceof DataDirectoryInUse) throw new ConfigError(error.message);
    throw error;
  }
}

/** Locks of migrations and settings of searches belong to a session, and would be lost between two statements. */
async function refuseSharedSessions(url: string): Promise<void> {
  const { sharesSessions } = await import("../store/postgres/pooler.ts");
  if (!(await sharesSessions(url))) return;
  throw new ConfigError(
    "TOCSIN_DATABASE_URL leads to a pooler that shares sessions between clients (PgBouncer: pool_mode=transaction). " +
      "Tocsin needs sessions of its own: set pool_mode=session for its database, or connect to PostgreSQL directly",
  );
}

/**
 * Looks at the files before anything opens them, and at other processes before anything is changed. Throws ConfigError
 * for what is damaged or doesn't fit. Answers what ends the registration of this process.
 */
async function openStorage(config: Config, logger: Logger): Promise<() => Promise<void>> {
  refuseUnfinishedRestore(config.dataDir);
  refuseDamagedFiles(config.dataDir, config.databaseUrl ? "postgres" : "sqlite", logger);
  await refuseUpgradeBesideOlder(config);
  await prepareStorage(config, logger).catch((error: unknown) => {
    if (error instanceof SchemaTooNew) throw new ConfigError(error.message);
    throw asDamage(error, config.dataDir);
  });
  await refuseStrandedTelemetry(config, logger);
  return registerProcess(config, logger);
}

/** Makes or updates the files and tables, before any thread opens them. */
async function prepareStorage(config: Config, logger: Logger): Promise<void> {
  if (config.databaseUrl) await refuseSharedSessions(config.databaseUrl);
  await migrate(databaseTarget(config));
  await (await openArchive(config, { readonly: false })).close();
  if (!config.amqpUrl) await (await openQueue(config, { logger, damaged: () => undefined })).close();
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

/** Telemetry makes garbage in megabytes; collecting it more often costs less than the 200 MiB that letting it lie would. */
const YOUNG_GENERATION_MIB_MAX = 16;

/** What a thread is told at its start. */
export interface ThreadData {
  readonly role: Role;
  readonly config: Config;
  readonly policySource: PolicySource | undefined;
  readonly writeTurns: SharedArrayBuffer;
}

/** The role in a thread; it is asked over its port, as it asks for what the whole process knows. */
async function startThread(
  role: Role,
  options: DaemonOptions,
  context: RoleContext,
  { policySource, threads, servers, signal }: Parts,
): Promise<RunningRole> {
  const data: ThreadData = { role, config: options.config, policySource, writeTurns: context.writeTurns };
  const thread = new Worker(options.threadEntry, {
    workerData: data,
    name: role,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB_MAX },
  });
  let stopping = false;
  const ended = new Promise<void>((resolve) => thread.once("exit", () => resolve()));
  const rpc = createRpc(thread, {
    processMetrics: context.processMetrics,
    processNotReady: context.processNotReady,
    takeAddress: async () => servers.release(role),
    processWarnings: context.processWarnings,
  });
  const failed = new Promise<never>((_resolve, reject) => {
    thread.once("error", (error) => {
      reject(coerceError(error));
      if (!stopping) options.broken(role, coerceError(error));
    });
  });
  failed.catch(() => undefined);
  const starting = Promise.race([rpc.ask<{ address?: string; problem?: string }>("start", true), failed]);
  const started = await abortable(starting, signal).catch(async (error: unknown) => {
    stopping = true;
    await thread.terminate();
    throw error;
  });
  if (started.problem !== undefined) {
    await thread.terminate();
    throw new ConfigError(started.problem);
  }
  threads.push(rpc);
  return {
    address: started.address,
    metrics: () => rpc.ask("metrics"),
    notReady: createThreadReadiness({ role, ask: () => rpc.ask<readonly string[]>("notReady", true) }),
    warnings: () => rpc.ask<readonly string[]>("warnings").catch(() => []),
    async stop() {
      stopping = true;
      await rpc.ask("stop").catch(() => undefined);
      await thread.terminate();
      await ended;
    },
  };
}
