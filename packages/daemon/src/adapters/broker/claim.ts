import type { ChannelModel } from "amqplib";
import { withConnection } from "./short-connection.ts";
import { declareOwner, topologyOf } from "./topology.ts";

export interface ClaimOptions {
  readonly url: string;
  /** The database that the telemetry is for. */
  readonly owner: string;
  readonly prefix?: string;
}

/**
 * Claims the virtual host for the owner, and names the broker and the virtual host that the address leads to: the same
 * name for every node of a cluster. Throws OwnedByAnother, or the connection's error where the broker is away.
 */
export async function claimBroker(options: ClaimOptions): Promise<string> {
  return withConnection(options.url, async (connection) => {
    const channel = await connection.createChannel();
    channel.on("error", () => undefined);
    await declareOwner(channel, topologyOf({ partitions: 0, ...options }));
    return nameOf(connection, options.url);
  });
}

/** Makes the owner the virtual host's, whoever had it before. No process of that database may run. */
export async function adoptBroker(options: ClaimOptions): Promise<void> {
  await withConnection(options.url, async (connection) => {
    const channel = await connection.createChannel();
    channel.on("error", () => undefined);
    const topology = topologyOf({ partitions: 0, ...options });
    await channel.deleteExchange(topology.ownerExchange);
    await declareOwner(channel, topology);
  });
}

function nameOf({ connection }: ChannelModel, url: string): string {
  const { cluster_name: cluster } = connection.serverProperties as { readonly cluster_name?: unknown };
  const virtualHost = decodeURIComponent(new URL(url).pathname.slice(1)) || "/";
  return `${typeof cluster === "string" ? cluster : "RabbitMQ"}, virtual host ${virtualHost}`;
}
