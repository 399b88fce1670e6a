import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { coalesceCalls } from "../../kernel/coalesce-calls.ts";
import type { Config } from "../config/config.ts";

/** A check of an external dependency. */
export interface HealthCheck {
  /** The reason why the process is not ready, if any. Resolves within a second and never rejects. */
  problem(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** A readiness probe of Kubernetes waits one second by default. */
const BOUNDS = { timeoutMs: 600, cacheMs: 250 };
const PROBE_FILE = "write-probe";
const PROBE_BYTES = 64 * 1024;

/** Checks of the dependencies of the process; the roles report their own. */
export async function openHealthChecks(config: Config): Promise<readonly HealthCheck[]> {
  const { databaseUrl, amqpUrl, roles } = config;
  const checks: HealthCheck[] = [];
  if (needsDataFiles(config)) checks.push(createDiskCheck(config.dataDir));
  // An ingest role accepts telemetry of known services without the database.
  if (databaseUrl && roles.some((role) => role !== "ingest")) {
    const { openDatabaseCheck } = await import("../../store/sql/postgres-health.ts");
    checks.push(openDatabaseCheck(databaseUrl, BOUNDS));
  }
  // An ingest role stores telemetry on its own disk without the broker.
  if (amqpUrl && roles.includes("worker")) {
    const { openBrokerCheck } = await import("../../adapters/broker/broker-health.ts");
    checks.push(openBrokerCheck({ url: amqpUrl, ...BOUNDS }));
  }
  return checks;
}

/** With PostgreSQL and RabbitMQ, only the ingest role has a file: its spool. */
export const needsDataFiles = ({ databaseUrl, amqpUrl, roles }: Config): boolean =>
  databaseUrl === undefined || amqpUrl === undefined || roles.includes("ingest");

/** Writes a small file, since free space says nothing about quotas and read-only file systems. */
export function createDiskCheck(folder: string): HealthCheck {
  const path = join(folder, PROBE_FILE);
  const probe = async (): Promise<string | undefined> => {
    try {
      await rm(path, { force: true });
      const file = await open(path, "wx", 0o600);
      try {
        await file.write(Buffer.alloc(PROBE_BYTES));
      } finally {
        await file.close();
        await rm(path, { force: true });
      }
      return undefined;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return code === "ENOSPC" || code === "EDQUOT"
        ? "the disk of the data directory is full"
        : `the data directory can't be written (${code ?? "unknown error"})`;
    }
  };
  return {
    problem: coalesceCalls(probe, { ...BOUNDS, fallback: "the disk of the data directory gives no answer" }),
    close: async () => undefined,
  };
}
