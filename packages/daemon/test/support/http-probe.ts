import { once } from "node:events";
import { createServer as createHttp, type RequestListener } from "node:http";
import { createServer as createHttps } from "node:https";
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from "node:net";
import { createHttpProber, type HttpProberOptions } from "../../src/adapters/http-probe/http-prober.ts";
import { KIB } from "../../src/kernel/bytes.ts";
import type { ProbeOutput } from "../../src/probe/prober.ts";
import type { Certificate } from "./certificates.ts";

export interface Listening {
  readonly port: number;
  /** Connections that were made. */
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

async function listening(server: Server, host = "127.0.0.1"): Promise<Listening> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket.on("error", () => undefined));
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

export const httpServer = (answer: RequestListener): Promise<Listening> => listening(createHttp(answer));
export const tlsServer = (certificate: Certificate, answer: RequestListener): Promise<Listening> =>
  listening(createHttps({ ...certificate }, answer) as unknown as Server);
export const rawServer = (take: (socket: Socket) => void, host?: string): Promise<Listening> =>
  listening(createTcp(take), host);

/** Every name leads to loopback unless the test says otherwise, and loopback is allowed. */
export const probe = (
  url: string,
  options: Partial<HttpProberOptions> & { readonly signal?: AbortSignal; readonly bytes?: number } = {},
): Promise<ProbeOutput> => {
  const { signal = AbortSignal.timeout(10_000), bytes = 64 * KIB, ...given } = options;
  const hosts = URL.canParse(url) ? [new URL(url).host] : [];
  const resolve = (): Promise<readonly string[]> => Promise.resolve(["127.0.0.1"]);
  const prober = createHttpProber({ hosts, networks: ["127.0.0.0/8"], resolve, ...given });
  return prober.run({ type: "checkHttpHealth", url }, { bytes, signal });
};
