import { readFileSync } from "node:fs";
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from "express";
import { ApplicationError, invalidField, pathNotFound } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/logger.ts";
import type { Authenticate, Caller } from "../auth.ts";
import { createCors } from "../cors.ts";
import { documentation } from "../documentation.ts";
import { redirectToDocumentation } from "../documentation-listener.ts";
import { type Health, serveHealth } from "../health.ts";
import type { BodyReader } from "../ingest/body-reader.ts";
import { newRequestId, problemHeaders, problemOf, toStorageUnavailable } from "../problem.ts";
import { type CheckAnswer, createAnswerCheck } from "./answer-check.ts";
import {
  IDEMPOTENCY_KEY_HEADER,
  type Idempotency,
  type KeyedOperation,
  type Replay,
  type Reply,
} from "./idempotency.ts";
import { jsonBody } from "./json-body.ts";
import { type Document, METHODS, type Operation } from "./openapi-document.ts";
import { createRequestValidation, type ValidatedQuery } from "./request-validation.ts";
import type { Call, OperationId, Route, Routes } from "./route.ts";

export interface CoreServerOptions {
  readonly documentPath: string;
  readonly routes: Routes;
  readonly authenticate: Authenticate;
  /** Origins whose pages may send requests. */
  readonly corsOrigins: readonly string[];
  readonly health: Health;
  readonly bodies: BodyReader;
  /** For requests with an Idempotency-Key. */
  readonly idempotency: Idempotency;
  readonly logger: Logger;
  /** True for errors of an unavailable database. */
  readonly isTransient: (error: unknown) => boolean;
  /** On in tests: an answer that does not fit the document becomes a 500. */
  readonly validateResponses: boolean;
  readonly onAnswered: (route: string, status: number, seconds: number) => void;
}

interface Locals {
  requestId: string;
  caller: Caller;
  query: ValidatedQuery;
  /** SHA-256 of the body's bytes, where the request has an Idempotency-Key and a body. */
  digest?: string;
}

/** The core interface: authenticate, parse the body, route, check permissions, validate, call the route's function. */
export function createCoreApp(options: CoreServerOptions): Express {
  const document = JSON.parse(readFileSync(options.documentPath, "utf8")) as Document;
  const app = express();
  app.disable("x-powered-by").disable("etag").set("query parser", "simple");
  app.use(observe(options));
  const cors = createCors(options.corsOrigins);
  if (cors) app.use(cors);
  app.get("/", redirectToDocumentation);
  app.use(documentation({ path: options.documentPath, title: "Tocsin core API" }));
  app.use((request, response, next) => {
    if (!serveHealth(options.health, request, response)) next();
  });
  app.use(authenticated(options.authenticate));
  app.use(refuseNulInUrl);
  app.use(jsonBody(options.bodies, ({ headers }) => headers[IDEMPOTENCY_KEY_HEADER] !== undefined));
  mount(app, document, options);
  app.use((request, _response, next) => next(pathNotFound(request.path)));
  app.use(answerError(options));
  return app;
}

/** PostgreSQL cannot store U+0000 in a text. */
const refuseNulInUrl: RequestHandler = (request, _response, next) => {
  if (request.url.includes("%00"))
    next(new ApplicationError("invalid_request", "The address must not contain U+0000."));
  else next();
};

/** Literal paths are mounted before those with parameters: `/incidents/stats` is not an incident. */
function mount(app: Express, document: Document, options: CoreServerOptions): void {
  const { routes, idempotency } = options;
  const validation = createRequestValidation(document);
  const check = options.validateResponses ? createAnswerCheck(document) : undefined;
  const paths = Object.keys(document.paths).sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  for (const path of paths) {
    const expressRoute = app.route(path.replace(/\{(\w+)\}/g, ":$1"));
    const allowed: string[] = [];
    for (const method of METHODS) {
      const operation = document.paths[path]?.[method];
      if (!operation) continue;
      allowed.push(method === "get" ? "GET, HEAD" : method.toUpperCase());
      const [security] = operation.security;
      if (!security) continue;
      const validate = validation(operation);
      const answer = answerBy(routes[operation.operationId] as Route<OperationId>, operation, check);
      const keyed = keyedOperation(document, path, operation);
      expressRoute[method](
        (request, response, next) => {
          const locals = response.locals as Locals;
          requirePermissions(locals.caller, security.bearer);
          locals.query = validate(request);
          next();
        },
        keyed ? keyedHandler(answer, keyed, idempotency) : handler(answer),
      );
    }
    expressRoute.all(refuseMethod(allowed.join(", ")));
  }
}

/** Sorts parameters after every letter. */
const rank = (path: string): string => path.replace(/\{\w+\}/g, "~");

const refuseMethod =
  (allow: string): RequestHandler =>
  ({ method, path }) => {
    throw new ApplicationError("method_not_allowed", `${method} is not allowed at ${path}.`, { allow });
  };

/** The document decides which operations take an Idempotency-Key, so that no handler can forget it. */
function keyedOperation(
  { paths }: Document,
  path: string,
  { operationId: id, parameters = [] }: Operation,
): KeyedOperation | undefined {
  if (!parameters.some((each) => "$ref" in each && each.$ref.endsWith("/IdempotencyKeyOfChange"))) return undefined;
  const segments = path.split("/").slice(1);
  const readable = segments.findLastIndex((_, last) => paths[`/${segments.slice(0, last + 1).join("/")}`]?.get);
  return { id, readableSegments: readable + 1 };
}

type AnswerRequest = (request: Request, response: Response) => Promise<Reply | null>;

function answerBy(route: Route<OperationId>, operation: Operation, check: CheckAnswer | undefined): AnswerRequest {
  return async (request, response) => {
    const { caller, query } = response.locals as Locals;
    const call = {
      caller,
      scope: caller.scope,
      query,
      path: request.params,
      body: request.body as unknown,
      request,
      response,
    };
    const reply = (await route(call as unknown as Call<OperationId>)) as Reply | null;
    if (reply) check?.(operation, reply.status, reply.body);
    return reply;
  };
}

const handler =
  (answer: AnswerRequest): RequestHandler =>
  async (request, response) =>
    send(response, await answer(request, response));

const keyedHandler = (answer: AnswerRequest, operation: KeyedOperation, idempotency: Idempotency): RequestHandler => {
  const unkeyed = handler(answer);
  return async (request, response, next) => {
    if (request.headers[IDEMPOTENCY_KEY_HEADER] === undefined) return unkeyed(request, response, next);
    const { caller, digest = "" } = response.locals as Locals;
    const outcome = await idempotency.answer(operation, request, caller, digest, () => answer(request, response));
    if ("replay" in outcome) sendReplay(response, outcome.replay);
    else send(response, outcome.reply);
  };
};

function send(response: Response, answer: Reply | null): void {
  if (answer)
    response
      .status(answer.status)
      .set(answer.headers ?? {})
      .json(answer.body);
}

/** Sends the bytes of the first answer. */
const sendReplay = (response: Response, { status, headers, text }: Replay): void =>
  void response
    .status(status)
    .set({ ...headers, "idempotent-replayed": "true" })
    .type("application/json")
    .send(text);

function observe({ onAnswered }: CoreServerOptions): RequestHandler {
  return (request, response, next) => {
    const began = performance.now();
    const locals = response.locals as Locals;
    locals.requestId = newRequestId();
    response.setHeader("x-request-id", locals.requestId);
    response.on("close", () => {
      const route = (request.route as { path?: string } | undefined)?.path ?? "other";
      onAnswered(`${request.method} ${route}`, response.statusCode, (performance.now() - began) / 1000);
    });
    next();
  };
}

const authenticated =
  (authenticate: Authenticate): RequestHandler =>
  async (request, response, next) => {
    (response.locals as Locals).caller = await authenticate(request.header("authorization"));
    next();
  };

function requirePermissions({ scope }: Caller, permissions: readonly string[]): void {
  const missing = permissions.find((permission) => !scope.permissions.includes(permission));
  if (missing === undefined) return;
  throw new ApplicationError("missing_permission", `The token lacks the permission ${missing}.`);
}

function answerError({ logger, isTransient }: CoreServerOptions): ErrorRequestHandler {
  return (thrown: unknown, request, response, _next) => {
    const error = toStorageUnavailable(toApplicationError(thrown, request), isTransient);
    const problem = problemOf(error);
    const { requestId } = response.locals as Locals;
    if (problem.statusCode === 500) logger.error("A request failed", { requestId, path: request.path, error: thrown });
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.status(problem.statusCode).set(problemHeaders(error)).json(problem);
  };
}

/** Express throws an URIError for a path parameter that it cannot decode. */
const toApplicationError = (thrown: unknown, request: Request): unknown =>
  thrown instanceof URIError
    ? invalidField(request.path, "is not a valid address: write a percent sign as %25")
    : thrown;
