import { join } from "node:path";
import { SECOND_MS } from "../../kernel/clock.ts";
import { coerceError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/logger.ts";
import { queueIdentity } from "../../store/queue/queue-file.ts";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import { QUEUE_FILE } from "../config/data-files.ts";

/** The questions of a role to the process about the broker. */
export interface BrokerAccess {
  /** True where the broker was unreachable at the start: a role opens its links without waiting for them. */
  isAway(): Promise<boolean>;
  /** As `Registration.confirmBroker`. */
  confirm(link: string, broker: string): Promise<void>;
}

export const linkRulesOf = async (broker: BrokerAccess | undefined) =>
  broker && { confirm: broker.confirm, isAway: await broker.isAway() };

type Owning = Pick<Config, "databaseUrl" | "dataDir">;

/** The name of this process's database, which owns the telemetry in a broker. */
export async function brokerOwnerOf({ databaseUrl, dataDir }: Owning): Promise<string> {
  if (databaseUrl === undefined) return `sqlite-${queueIdentity(join(dataDir, QUEUE_FILE))}`;
  const { readDatabaseIdentity } = await import("../../store/sql/database-identity.ts");
  return readDatabaseIdentity(databaseUrl);
}

/** A broker that accepts connections and never answers delays the start by at most this time. */
export const ANSWER_MS_MAX = 4 * SECOND_MS;

/** A process with the core role alone needs no broker. */
export const brokerUrlOf = ({ amqpUrl, roles }: Pick<Config, "amqpUrl" | "roles">): string | undefined =>
  roles.some((role) => role !== "core") ? amqpUrl : undefined;

/**
 * Claims the broker for this process's database and returns the broker's name. Undefined without a reachable broker: the
 * roles claim it later. Throws ConfigError where it belongs to another database.
 */
export async function claimBrokerOf(
  config: Owning & Pick<Config, "amqpUrl" | "roles">,
  logger: Logger,
): Promise<string | undefined> {
  const url = brokerUrlOf(config);
  if (url === undefined) return undefined;
  const owner = await brokerOwnerOf(config);
  const { claimBroker, OwnedByAnother } = await import("../../adapters/broker/virtual-host.ts");
  return claimBroker({ url, owner, signal: AbortSignal.timeout(ANSWER_MS_MAX) }).catch((error: unknown) => {
    if (error instanceof OwnedByAnother) throw new ConfigError(error.message);
    logger.warn("The broker can't be asked whose telemetry it holds", { problem: coerceError(error).message });
    return undefined;
  });
}

/** Assigns the broker to this database; returns the text to print. Throws ConfigError. */
export async function adoptBrokerOf(config: Owning & Pick<Config, "amqpUrl">): Promise<string> {
  const { amqpUrl: url } = config;
  if (url === undefined) throw new ConfigError("TOCSIN_AMQP_URL is not set; there is no broker to adopt.");
  const { findStrandedQueues } = await import("../../adapters/broker/stranded-queues.ts");
  const { adoptBroker } = await import("../../adapters/broker/virtual-host.ts");
  try {
    const { consumers, messages } = await findStrandedQueues({ url, partitions: 0 });
    if (consumers > 0)
      throw new ConfigError("Workers still read from this virtual host. Stop all processes, then adopt it.");
    await adoptBroker({ url, owner: await brokerOwnerOf(config) });
    return `This database owns the virtual host now, with ${messages} messages that wait there.\n`;
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`The broker can't be adopted: ${coerceError(error).message}`);
  }
}
