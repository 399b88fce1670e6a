import { connect, createServer, type Socket } from "node:net";

/** Stands between a test and the broker or the database, so that a test breaks its own connections and nobody else's. */
export interface BrokerProxy {
  /** The broker's address by way of the proxy. */
  readonly url: string;
  /** Connections that were opened through it. */
  readonly opened: () => number;
  /** Connections that were refused. */
  readonly refused: () => number;
  /** Cuts every connection, and refuses new ones until `restore`. */
  cut(): void;
  /** Cuts every connection; new ones are let through. */
  drop(): void;
  /** Lets nothing of the broker's through, without a word, until `restore`. */
  hush(): void;
  /** Lets nothing more through the connections that there are, in either direction; new ones are let through. */
  freeze(): void;
  restore(): void;
  close(): Promise<void>;
}

export async function openProxy(target: string): Promise<BrokerProxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<readonly [Socket, Socket]>();
  let refusing = false;
  let hushed = false;
  let opened = 0;
  let refused = 0;
  const server = createServer((client) => {
    client.on("error", () => undefined);
    if (refusing) {
      refused += 1;
      client.destroy();
      return;
    }
    opened += 1;
    const broker = connect(Number(port || (target.startsWith("amqp") ? 5672 : 5432)), hostname);
    broker.on("error", () => undefined);
    const pair = [client, broker] as const;
    pairs.add(pair);
    client.pipe(broker);
    // `restore` makes up for it: piped twice, every answer would come twice.
    if (!hushed) broker.pipe(client);
    const end = (): void => {
      pairs.delete(pair);
      client.destroy();
      broker.destroy();
    };
    client.on("close", end);
    broker.on("close", end);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = new URL(target);
  address.hostname = "127.0.0.1";
  address.port = String((server.address() as { port: number }).port);
  const drop = (): void => {
    for (const [client] of [...pairs]) client.destroy();
  };
  return {
    url: address.toString(),
    opened: () => opened,
    refused: () => refused,
    drop,
    cut() {
      refusing = true;
      drop();
    },
    hush() {
      hushed = true;
      for (const [client, broker] of pairs) broker.unpipe(client);
    },
    freeze() {
      for (const [client, broker] of pairs) {
        client.unpipe(broker);
        broker.unpipe(client);
        client.pause();
        broker.pause();
      }
    },
    restore() {
      refusing = false;
      if (hushed) for (const [client, broker] of pairs) broker.pipe(client);
      hushed = false;
    },
    async close() {
      drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
