import { withConnection } from "./short-connection.ts";
import { topologyOf } from "./topology.ts";
import { claimVirtualHost, declareOwner } from "./virtual-host.ts";

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
