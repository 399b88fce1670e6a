import type { Role } from "../config/setting-values.ts";

interface Shared {
  readonly databaseConnectionsMax: number;
  readonly roles: readonly Role[];
  readonly amqpUrl?: string | undefined;
}

/** The maximum size of each connection pool of a process. */
export interface DatabaseConnections {
  /** For the API, except the archive. */
  readonly core: number;
  /** Each of the three pools of the archive, for the API. */
  readonly coreArchive: number;
  readonly worker: number;
  /** Each of the three pools of the archive, for the worker. */
  readonly workerArchive: number;
  /** Services, answers to Idempotency-Keys, and refusals, which ingest roles share. */
  readonly intake: number;
  readonly queueCounts: number;
}

type Name = keyof DatabaseConnections;

interface Pool {
  /** With fewer connections, work that holds one and needs another would deadlock. */
  readonly min: number;
  /** More connections would serve no request sooner. */
  readonly usual: number;
  /** The number of pools of this size. */
  readonly pools: number;
}

const POOLS: Readonly<Record<Name, Pool>> = {
  core: { min: 3, usual: 10, pools: 1 },
  coreArchive: { min: 1, usual: 4, pools: 3 },
  worker: { min: 3, usual: 10, pools: 1 },
  workerArchive: { min: 1, usual: 4, pools: 3 },
  intake: { min: 1, usual: 4, pools: 1 },
  queueCounts: { min: 1, usual: 2, pools: 1 },
};
const NAMES = Object.keys(POOLS) as readonly Name[];

/** Readiness, registration, the API's view of ingestion, and the position of the queue. */
const SINGLE_CONNECTIONS = 4;

/** The maximum number of connections of a process. */
export const totalConnections = (shared: Shared): number => {
  const sizes = shareConnections(shared);
  const used = NAMES.filter((name) => isUsed(name, shared));
  return used.reduce((sum, name) => sum + sizes[name] * POOLS[name].pools, SINGLE_CONNECTIONS);
};

/** Distributes the setting over the pools: each gets its minimum, and the rest in proportion to the usual sizes. */
export function shareConnections(config: Shared): DatabaseConnections {
  const used = NAMES.filter((name) => isUsed(name, config));
  const sum = (size: "min" | "usual"): number =>
    used.reduce((total, name) => total + POOLS[name][size] * POOLS[name].pools, 0);
  const free = config.databaseConnectionsMax - SINGLE_CONNECTIONS - sum("min");
  const share = Math.min(1, Math.max(0, free / (sum("usual") - sum("min") || 1)));
  const sizeOf = (name: Name): number => {
    const { min, usual } = POOLS[name];
    return min + Math.floor((usual - min) * share);
  };
  return Object.fromEntries(NAMES.map((name) => [name, sizeOf(name)])) as Record<Name, number>;
}

function isUsed(name: Name, { roles, amqpUrl }: Shared): boolean {
  if (name === "core" || name === "coreArchive") return roles.includes("core");
  if (name === "worker" || name === "workerArchive") return roles.includes("worker");
  return roles.includes("ingest") && amqpUrl !== undefined;
}
