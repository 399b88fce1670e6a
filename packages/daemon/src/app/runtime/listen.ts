import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ConfigError } from "../config/config-error.ts";

const STOP_MS_MAX = 5_000;

/** Resolves to the address as a URL. Throws ConfigError where the address is not available. */
export function listen(server: Server, host: string, port: number, setting: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "EADDRINUSE" ? "is already in use" : `is not available: ${error.message}`;
      reject(new ConfigError(`The address ${host}:${port} ${why}; set ${setting} to another.`));
    });
    server.listen(port, host, () => {
      const { port: bound } = server.address() as AddressInfo;
      resolve(`http://${host.includes(":") ? `[${host}]` : host}:${bound}`);
    });
  });
}

/** Refuses new connections, waits for running requests, then closes the remaining connections. */
export function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), STOP_MS_MAX);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });
}
