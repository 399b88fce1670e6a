import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that nobody has a reason to ask. */
export interface Canary {
  /** Host and port. */
  readonly host: string;
  contacted(): number;
  stop(): Promise<void>;
}

export async function startCanary(): Promise<Canary> {
  let contacted = 0;
  const server = createServer();
  server.on("connection", (socket) => {
    contacted += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    contacted: () => contacted,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
