import type { Server } from "node:http";
import { createGuardedServer } from "../http/connections/guarded-server.ts";
import { type Health, serveHealth } from "../http/health.ts";
import { newRequestId, problemHeaders, problemOf, sendJson } from "../http/problem.ts";
import { SECOND_MS } from "../kernel/clock.ts";
import { ApplicationError } from "../kernel/errors.ts";
import type { Logger } from "../kernel/logger.ts";
import type { Config } from "./config/config.ts";
import type { Role } from "./config/setting-values.ts";
import { listen, serverGuardOf } from "./runtime/listen.ts";

/** Servers that answer at the addresses of the roles until the roles listen. */
export type StartingServers = Awaited<ReturnType<typeof openStartingServers>>;

/** A start takes about this long; an SDK that is being closed gives up after five seconds. */
const RETRY_AFTER_SECONDS = 1;
/** Time for answers that are being sent. */
const LINGER_MS = SECOND_MS;

/** Answers health and metrics, and refuses everything else with 503, so that senders retry. */
export async function openStartingServers(config: Config, logger: Logger, health: Health) {
  const servers = new Map<Role, Server>();
  const open = async (role: Role, name: "core" | "ingest") => {
    const server = createGuardedServer(serverGuardOf(name, config, logger), (request, response) => {
      // A kept-alive connection would still end here once the role is ready.
      response.setHeader("connection", "close");
      if (serveHealth(health, request, response)) return;
      const error = new ApplicationError("not_ready", "Tocsin is starting. Try again.", {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
      const problem = problemOf(error);
      sendJson(response, problem.statusCode, JSON.stringify(problem), newRequestId(), problemHeaders(error));
    });
    await listen(server, name, config);
    servers.set(role, server);
  };
  /** Releases the address for the role. */
  const release = (role: Role): void => {
    const server = servers.get(role);
    servers.delete(role);
    if (server === undefined) return;
    server.close();
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), LINGER_MS).unref();
  };
  const close = (): void => {
    for (const role of [...servers.keys()]) release(role);
  };
  try {
    if (config.roles.includes("ingest")) await open("ingest", "ingest");
    if (config.roles.includes("core")) await open("core", "core");
    // A process that is only a worker answers health on the core address.
    else if (config.roles.length === 1 && config.roles[0] === "worker") await open("worker", "core");
  } catch (error) {
    close();
    throw error;
  }
  return { release, close };
}
