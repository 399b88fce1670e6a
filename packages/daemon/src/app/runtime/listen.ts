import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { GuardOptions } from "../../http/connections/guarded-server.ts";
import { createHostCheck } from "../../http/connections/host-check.ts";
import type { Logger } from "../../kernel/logger.ts";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import { settings } from "../config/settings.ts";

type Name = "core" | "ingest";

/** Bounds of the server of an interface. Each interface has its own connections, so that neither starves the other. */
export function serverGuardOf(name: Name, config: Config, logger: Logger): GuardOptions {
  return {
    checkHost: createHostCheck({ listenHost: config[`${name}Host`], publicUrl: config.publicUrl }),
    connectionsMax: config[`${name}ConnectionsMax`],
    connectionsSetting: settings[`${name}ConnectionsMax`].env,
    logger,
  };
}

const STOP_MS_MAX = 5_000;

/** Resolves to the address of the interface as a URL. Throws ConfigError where the address is not available. */
export function listen(server: Server, name: Name, config: Config): Promise<string> {
  const [host, port] = [config[`${name}Host`], config[`${name}Port`]];
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "EADDRINUSE" ? "is already in use" : `is not available: ${error.message}`;
      reject(new ConfigError(`The address ${host}:${port} ${why}; set ${settings[`${name}Port`].env} to another.`));
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
