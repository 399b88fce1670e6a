import { readFileSync } from "node:fs";
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from "express";
import { ApplicationError, type ErrorDetail, pathNotFound } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/logger.ts";
import { STATUS_CODES } from "../../kernel/node-http.ts";
import type { Authenticate, Caller } from "../auth.ts";
import { createCors } from "../cors.ts";
import { documentation } from "../documentation.ts";
import { redirectToDocumentation } from "../documentation-listener.ts";
import { type Health, serveHealth } from "../health.ts";
import type { BodyReader } from "../ingest/body-reader.ts";
import { newRequestId, problemHeaders, problemOf, toStorageUnavailable } from "../problem.ts";
import {
  IDEMPOTENCY_KEY_HEADER,
  type Idempotency,
  type KeyedOperation,
  type Replay,
  type Reply,
} from "./idempotency.ts";
import { jsonBody } from "./json-body.ts";
import { withKnownMediaType } from "./media-type.ts";
import { type DescribedParameter, refuseUnusualNumbers } from "./refuse-unusual-numbers.ts";
import type { Document } from "./request-document.ts";
import type { Call, OperationId, Route, Routes } from "./route.ts";
import { validateByDocument } from "./validate-by-document.ts";
import { isRedundantMessage, rewordValidationMessage } from "./validation-message.ts";

export interface CoreServerOptions {
  readonly documentPath: string;
  readonly routes: Routes;
  readonly authenticate: Authenticate;
  /** Origins that browsers may call from. */
  readonly corsOrigins: readonly string[];
  readonly health: Health;
  readonly bodies: BodyReader;
  /** For requests with an Idempotency-Key. */
  readonly idempotency: Idempotency;
  readonly logger: Logger;
  /** True for errors of a database that is away. */
  readonly isTransient: (error: unknown) => boolean;
  /** On in tests: a handler that answers other than the document says fails. */
  readonly validateResponses: boolean;
  readonly onAnswered: (route: string, status: number, seconds: number) => void;
}

interface Locals {
  requestId: string;
  caller: Caller;
  /** As it was asked. */
  method: string;
  /** SHA-256 of the body's bytes, where the request has an Idempotency-Key and a body. */
  digest?: string;
}

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

interface DocumentedOperation {
  readonly operationId: OperationId;
  readonly security: readonly unknown[];
  readonly parameters?: readonly ParameterOrReference[];
}

type ParameterOrReference = DescribedParameter | { readonly $ref: string };

interface OpenApiDocument extends Document {
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<(typeof METHODS)[number], DocumentedOperation>>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, DescribedParameter>> };
}

/** The core interface: authentication, validation by the document, authorization, then the module's answer. */
export function createCoreApp(options: CoreServerOptions): Express {
  const document = JSON.parse(readFileSync(options.documentPath, "utf8")) as OpenApiDocument;
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
  app.use(headAsGet);
  app.use(withKnownMediaType);
  app.use(
    validateByDocument(document, {
      // It is linted where it is made.
      validateApiSpec: false,
      validateRequests: { allErrors: true, allowUnknownQueryParameters: true, discriminator: true },
      validateResponses: options.validateResponses,
      ajvFormats: { mode: "full" },
      validateSecurity: { handlers: { bearer: requirePermissions } },
    }),
  );
  app.use(headAgain);
  mount(app, document, options);
  // The pages of `serveHealth` are documented, and matched exactly.
  app.use((request, _response, next) => next(pathNotFound(request.path)));
  app.use(answerError(options));
  return app;
}

/** PostgreSQL's text holds no U+0000, and an address that holds it is a mistake. */
const refuseNulInUrl: RequestHandler = (request, _response, next) => {
  if (request.url.includes("%00"))
    next(new ApplicationError("invalid_request", "The address must not contain U+0000."));
  else next();
};

/** Literal paths before those with parameters: `/incidents/stats` is no incident. */
function mount(app: Express, document: OpenApiDocument, { routes, idempotency }: CoreServerOptions): void {
  const paths = Object.keys(document.paths).sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  for (const path of paths) {
    for (const method of METHODS) {
      const operation = document.paths[path]?.[method];
      if (!operation || operation.security.length === 0) continue;
      const route = routes[operation.operationId] as Route<OperationId>;
      const keyed = keyedOperation(document, path, operation);
      app[method](
        path.replace(/\{(\w+)\}/g, ":$1"),
        refuseUnusualNumbers(parametersOf(document, operation)),
        keyed ? keyedHandler(route, keyed, idempotency) : handler(route),
      );
    }
  }
}

/** Sorts parameters behind every letter. */
const rank = (path: string): string => path.replace(/\{\w+\}/g, "~");

const parametersOf = (
  { components }: OpenApiDocument,
  { parameters = [] }: DocumentedOperation,
): DescribedParameter[] =>
  parameters.map((each) =>
    "$ref" in each ? (components.parameters[each.$ref.split("/").at(-1) as string] as DescribedParameter) : each,
  );

/** Every operation with an Idempotency-Key in the document gets one, so no handler can forget it. */
function keyedOperation(
  { paths }: OpenApiDocument,
  path: string,
  { operationId: id, parameters = [] }: DocumentedOperation,
): KeyedOperation | undefined {
  if (!parameters.some((each) => "$ref" in each && each.$ref.endsWith("/IdempotencyKeyOfChange"))) return undefined;
  const segments = path.split("/").slice(1);
  const readable = segments.findLastIndex((_, last) => paths[`/${segments.slice(0, last + 1).join("/")}`]?.get);
  return { id, readableSegments: readable + 1 };
}

const handler =
  (route: Route<OperationId>): RequestHandler =>
  async (request, response) =>
    send(response, await callRoute(route, request, response));

const keyedHandler = (
  route: Route<OperationId>,
  operation: KeyedOperation,
  idempotency: Idempotency,
): RequestHandler => {
  const unkeyed = handler(route);
  return async (request, response, next) => {
    if (request.headers[IDEMPOTENCY_KEY_HEADER] === undefined) return unkeyed(request, response, next);
    const { caller, digest = "" } = response.locals as Locals;
    const outcome = await idempotency.answer(operation, request, caller, digest, () =>
      callRoute(route, request, response),
    );
    if ("replay" in outcome) sendReplay(response, outcome.replay);
    else send(response, outcome.reply);
  };
};

function callRoute(route: Route<OperationId>, request: Request, response: Response): Promise<Reply | null> {
  const { caller } = response.locals as Locals;
  const call = {
    caller,
    scope: caller.scope,
    query: request.query,
    path: request.params,
    body: request.body as unknown,
    request,
    response,
  };
  return route(call as unknown as Call<OperationId>);
}

function send(response: Response, answer: Reply | null): void {
  if (answer)
    response
      .status(answer.status)
      .set(answer.headers ?? {})
      .json(answer.body);
}

/** Byte for byte; the validator had its look at it the first time. */
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

/** The validator knows no HEAD, and judges one as the GET that it stands for; Express answers it without the body. */
const headAsGet: RequestHandler = (request, response, next) => {
  (response.locals as Locals).method = request.method;
  if (request.method === "HEAD") request.method = "GET";
  next();
};

const headAgain: RequestHandler = (request, response, next) => {
  request.method = (response.locals as Locals).method;
  next();
};

const authenticated =
  (authenticate: Authenticate): RequestHandler =>
  async (request, response, next) => {
    (response.locals as Locals).caller = await authenticate(request.header("authorization"));
    next();
  };

/** The document says which permission an operation asks for; the validator hands it in, and takes a status for its own. */
const requirePermissions = (request: Request, scopes: string[]): boolean => {
  const { caller } = (request.res as Response).locals as Locals;
  const missing = scopes.find((permission) => !caller.scope.permissions.includes(permission));
  if (missing === undefined) return true;
  throw new ApplicationError("missing_permission", `The token lacks the permission ${missing}.`);
};

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
    // Not response.json: the validator has its hand on that one.
    response
      .status(problem.statusCode)
      .set(problemHeaders(error))
      .type("application/json")
      .send(JSON.stringify(problem));
  };
}

interface HttpLikeError extends Error {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

/** Errors of the validator, in our own words. */
function toApplicationError(thrown: unknown, request: Request): unknown {
  if (thrown instanceof ApplicationError || !(thrown instanceof Error)) return thrown;
  const { status, headers, errors = [], message } = thrown as HttpLikeError;
  const details = errors
    .filter((each) => !isRedundantMessage(each.message))
    .map((each): ErrorDetail => ({ path: pathOf(each.path), message: rewordValidationMessage(each.message) }));
  switch (status) {
    case 400:
      return new ApplicationError("invalid_request", invalidMessage(details, message), { details });
    case 404:
      return pathNotFound(request.path);
    case 405:
      return new ApplicationError(
        "method_not_allowed",
        `${request.method} is not allowed at ${request.path}.`,
        allowOf(headers),
      );
    case 415:
      return new ApplicationError("unsupported_media_type", "Send the body as application/json.");
    case 401:
    case 403:
      return new ApplicationError(
        status === 401 ? "invalid_token" : "missing_permission",
        message || (STATUS_CODES[status] as string),
      );
    default:
      return thrown;
  }
}

/** Every GET also answers HEAD, which the validator doesn't know. */
const allowOf = (headers: HttpLikeError["headers"]): { allow?: string } => {
  const allow = headers?.["Allow"] ?? headers?.["allow"];
  return allow === undefined ? {} : { allow: allow.replace(/\bGET\b/, "GET, HEAD") };
};

/** `/body/severity` is `/severity` to the caller; query and path keep their first word. */
const pathOf = (path: string): string => path.replace(/^\/body(?=\/|$)/, "");

function invalidMessage(details: readonly ErrorDetail[], fallback: string): string {
  const first = details[0];
  if (!first) return fallback.slice(0, 300);
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : "";
  return `Invalid request: ${first.path || "the body"} ${first.message}${more}`.slice(0, 500);
}
