import type { Role } from "../config/setting-values.ts";

interface Shared {
  readonly databaseConnectionsMax: number;
  readonly roles: readonly Role[];
  readonly amqpUrl?: string | undefined;
}

/** The most connections to PostgreSQL that each pool of a process may open. */
export interface DatabaseConnections {
  /** Incidents and all that hangs on them, for the API. */
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
  /** Below it, work that holds one connection and asks for another would wait for itself. */
  readonly min: number;
  /** More of them serve nobody sooner. */
  readonly usual: number;
  /** Pools of this size. */
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

/** The question of readiness, the registration, and what the API reads of ingestion or the queue of its position. */
const SINGLE_CONNECTIONS = 4;

/** All that a process with these sizes may open. */
export const totalConnections = (shared: Shared): number => {
  const sizes = shareConnections(shared);
  const used = NAMES.filter((name) => isUsed(name, shared));
  return used.reduce((sum, name) => sum + sizes[name] * POOLS[name].pools, SINGLE_CONNECTIONS);
};

/** Shares the setting out over the pools of this process: each has its least, and the rest by what it usually has. */
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
