import type { RequestListener } from "node:http";
import express, { type ErrorRequestHandler, type RequestHandler } from "express";
import { pathNotFound } from "../kernel/errors.ts";
import type { Logger } from "../kernel/logger.ts";
import { type DocumentSource, documentation } from "./documentation.ts";
import { sendProblem } from "./problem.ts";

/** Answers the bare address, as a browser opens it. */
export const redirectToDocumentation: RequestHandler = (_request, response) => response.redirect("/api");

/** The documentation as a listener of its own; anything else is a 404. */
export function createDocumentationListener(source: DocumentSource, logger: Logger): RequestListener {
  const app = express();
  app.disable("x-powered-by").disable("etag");
  app.get("/", redirectToDocumentation);
  app.use(documentation(source));
  app.use((request, _response, next) => next(pathNotFound(request.path)));
  app.use(((error: unknown, request, response, _next) => {
    const { statusCode } = sendProblem(response, error);
    if (statusCode === 500) logger.error("A request failed", { path: request.path, error });
  }) satisfies ErrorRequestHandler);
  return app;
}
