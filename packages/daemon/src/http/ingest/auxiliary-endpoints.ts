import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { type Health, serveHealth } from "../health.ts";
import { sendProblem } from "../problem.ts";

/**
 * Health, metrics and the documentation of the ingestion interface. Express is loaded with the first request for the
 * documentation.
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
        sendProblem(response, error);
      },
    );
  };
}
