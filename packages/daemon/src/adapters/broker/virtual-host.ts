import { randomBytes } from "node:crypto";
import type { Channel, ChannelModel } from "amqplib";
import type { Clock } from "../../kernel/clock.ts";
import { coerceError } from "../../kernel/errors.ts";
import type { LinkOptions } from "./broker-link.ts";
import { BrokerRefused } from "./broker-link.ts";
import { close, virtualHostOf, withConnection } from "./connect-broker.ts";
import { type Topology, topologyOf } from "./topology.ts";

/** Decides whether a link may use the broker of this name. Rejects with the reason where it may not. */
export type ConfirmBroker = (link: string, broker: string) => Promise<void>;

/** Options of every connection for telemetry, to publish or to consume. */
export interface BrokerOptions extends Pick<LinkOptions, "url" | "connect" | "logger" | "isAway"> {
  /** Queues that telemetry is spread over; the same in all processes. */
  readonly partitions: number;
  readonly prefix?: string;
  /** As in `TopologyOptions`. */
  readonly owner?: string;
  /** Called for each connection before its use; left out where no other process could use another broker. */
  readonly confirm?: ConfirmBroker;
  readonly clock: Clock;
}

export interface LinkedBroker {
  readonly url: string;
  readonly topology: Topology;
  /** The name of the link. */
  readonly link: string;
  readonly confirm?: ConfirmBroker | undefined;
}

/** Called before a link publishes or consumes. Throws BrokerRefused where it must not. */
export async function confirmVirtualHost(connection: ChannelModel, broker: LinkedBroker): Promise<void> {
  const { url, topology, link, confirm } = broker;
  if (topology.owner === undefined) return;
  const name = await claimVirtualHost(connection, url, topology);
  await confirm?.(link, name).catch((error: unknown) => {
    throw new BrokerRefused(coerceError(error).message, { cause: error });
  });
}

/**
 * Claims the virtual host for the owner. Returns the name of broker and virtual host, the same for every node of a
 * cluster. Throws `OwnedByAnother`.
 */
export async function claimVirtualHost(connection: ChannelModel, url: string, topology: Topology): Promise<string> {
  await declareOwner(connection, topology);
  const mark = await readMark(connection, topology);
  const { cluster_name: cluster } = connection.connection.serverProperties as { readonly cluster_name?: unknown };
  return [
    typeof cluster === "string" ? cluster : "RabbitMQ",
    `virtual host ${virtualHostOf(url)}`,
    ...(mark === undefined ? [] : [`mark ${mark.slice(mark.lastIndexOf(".") + 1)}`]),
  ].join(", ");
}

/** The virtual host holds telemetry of another database. */
export class OwnedByAnother extends BrokerRefused {
  constructor() {
    super(
      "The virtual host of TOCSIN_AMQP_URL belongs to another database, and its telemetry would be lost there. " +
        "Give each database a virtual host of its own. If this database takes the other one's place, stop all processes and run: tocsind adopt-broker",
    );
  }
}

/** Makes the owner's database the only one that publishes and consumes here. Throws OwnedByAnother. */
export async function declareOwner(connection: ChannelModel, { ownerExchange, owner }: Topology): Promise<void> {
  if (owner !== undefined && (await keepValue(connection, ownerExchange, owner)) !== owner) throw new OwnedByAnother();
}

/** Few, since RabbitMQ cuts the text of its refusal off at 255 bytes, and it holds two marks. */
const MARK_BYTES = 4;

/**
 * A random value that each virtual host keeps, since two brokers may have the same name. A mark that was just made is read
 * back: where the broker's words can't be read, no process knows it.
 */
async function readMark(
  connection: ChannelModel,
  { name, markExchange: exchange }: Topology,
): Promise<string | undefined> {
  // It begins as the names that the user has permissions for.
  const newMark = (): string => `${name}.${randomBytes(MARK_BYTES).toString("hex")}`;
  const proposed = newMark();
  const found = await keepValue(connection, exchange, proposed);
  return found === proposed ? keepValue(connection, exchange, newMark()) : found;
}

/**
 * Stores a value in the broker, as the alternate exchange of an exchange without publishers. The first value stays:
 * RabbitMQ refuses to declare an exchange with another one ("Queue and exchange equivalence"). Returns the stored
 * value, or undefined if the refusal doesn't show it.
 */
async function keepValue(connection: ChannelModel, exchange: string, value: string): Promise<string | undefined> {
  // The refusal closes the channel.
  return onChannel(connection, async (channel) => {
    try {
      await channel.assertExchange(exchange, "fanout", { durable: true, alternateExchange: value });
      return value;
    } catch (error) {
      const { code, message } = error as { readonly code?: unknown; readonly message: string };
      if (code !== PRECONDITION_FAILED) throw error;
      return KEPT_VALUE.exec(message)?.[1];
    }
  });
}

const PRECONDITION_FAILED = 406;
const KEPT_VALUE = /current is (?:the value )?'([^']+)'/;

async function onChannel<Result>(
  connection: ChannelModel,
  work: (channel: Channel) => Promise<Result>,
): Promise<Result> {
  const channel = await connection.createChannel();
  channel.on("error", () => undefined);
  try {
    return await work(channel);
  } finally {
    await close(channel).catch(() => undefined);
  }
}

export interface ClaimOptions {
  readonly url: string;
  /** The database that the telemetry is for. */
  readonly owner: string;
  readonly prefix?: string;
  /** Ends the waiting for an answer. */
  readonly signal?: AbortSignal;
}

/** As `claimVirtualHost`, on a connection of its own. Throws the connection's error where the broker is away. */
export async function claimBroker(options: ClaimOptions): Promise<string> {
  const { url, signal } = options;
  const topology = topologyOf({ partitions: 0, ...options });
  return withConnection(url, (connection) => claimVirtualHost(connection, url, topology), signal);
}

/** Makes this database the owner of the virtual host, replacing any other. No process of the other database may run. */
export async function adoptBroker(options: ClaimOptions): Promise<void> {
  const topology = topologyOf({ partitions: 0, ...options });
  await withConnection(options.url, async (connection) => {
    const channel = await connection.createChannel();
    channel.on("error", () => undefined);
    await channel.deleteExchange(topology.ownerExchange);
    await declareOwner(connection, topology);
  });
}
