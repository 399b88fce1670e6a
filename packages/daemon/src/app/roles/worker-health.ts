import type { Server } from "node:http";
import { createGuardedServer } from "../../http/connections/guarded-server.ts";
import { serveHealth } from "../../http/health.ts";
import { newRequestId, problemOf, sendJson } from "../../http/problem.ts";
import { ApplicationError } from "../../kernel/errors.ts";
import { listen, serverGuardOf } from "../runtime/listen.ts";
import type { RoleContext } from "./role-context.ts";

/** A process that is only a worker answers health and metrics on the core address. */
export async function openWorkerHealth({
  config,
  logger,
  processMetrics,
  processNotReady,
  takeAddress,
  processWarnings,
}: RoleContext): Promise<{ server: Server; address: string }> {
  const health = { notReady: processNotReady, warnings: processWarnings, metrics: processMetrics, roles: config.roles };
  const server = createGuardedServer(serverGuardOf("core", config, logger), (request, response) => {
    if (serveHealth(health, request, response)) return;
    const problem = problemOf(
      new ApplicationError(
        "path_not_found",
        "This process is a worker. It answers /health/live, /health/ready and /metrics only.",
      ),
    );
    sendJson(response, problem.statusCode, JSON.stringify(problem), newRequestId());
  });
  await takeAddress();
  return { server, address: await listen(server, "core", config) };
}
