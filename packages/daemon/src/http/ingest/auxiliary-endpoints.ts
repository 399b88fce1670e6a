import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { type Health, serveHealth } from "../health.ts";
import { newRequestId, problemOf, sendJson } from "../problem.ts";

/**
 * What the ingestion interface answers besides telemetry: health and metrics at once, the documentation by
 * Express, which is loaded only when somebody looks.
 */
export function createAuxiliaryEndpoints(
  health: Health,
  documentation: () => Promise<RequestListener>,
): RequestListener {
  let pages: Promise<RequestListener> | undefined;
  return (request: IncomingMessage, response: ServerResponse) => {
    if (serveHealth(health, request, response)) return;
    pages ??= documentation();
    pages.then(
      (listener) => listener(request, response),
      (error: unknown) => {
        pages = undefined;
        sendJson(response, 500, JSON.stringify(problemOf(error)), newRequestId());
      },
    );
  };
}
