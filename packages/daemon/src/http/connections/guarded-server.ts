import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { ApplicationError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/logger.ts";
import { createServer } from "../../kernel/node-http.ts";
import { isHealthRequest } from "../health.ts";
import { newRequestId, problemHeaders, problemOf, sendProblem } from "../problem.ts";
import { type Connections, createConnections, SURPLUS_MAX, UNANSWERED_MAX } from "./connections.ts";
import type { Connection } from "./eviction.ts";
import { everyAnswer, GuardedResponse } from "./guarded-response.ts";
import type { HostCheck } from "./host-check.ts";
import { createLingeringClose, type LingeringClose, type LingeringLimits } from "./lingering-close.ts";

export interface GuardOptions {
  readonly checkHost: HostCheck;
  /** Connections that are served at one time. */
  readonly connectionsMax: number;
  /** The setting of that number. */
  readonly connectionsSetting: string;
  readonly logger: Logger;
  readonly lingering?: LingeringLimits;
  /** How long a reader may take nothing of an answer before its connection is closed. */
  readonly stallMsMax?: number;
}

/** For a whole request; a body that comes too slowly is given up much earlier. */
const REQUEST_TIMEOUT_MS = 600_000;
const HEADERS_TIMEOUT_MS = 20_000;
const KEEP_ALIVE_MS = 65_000;
/** nginx, send_timeout, is 60 s. Node looks at progress twice, so a connection closes after 30 to 60 s. */
const STALL_MS_MAX = 30 * SECOND_MS;
const SWEEP_MS = SECOND_MS;
const RETRY_AFTER_SECONDS = 5;

/**
 * The HTTP server of both interfaces. It bounds connections, checks `Host`, and completes the head of every answer. It
 * closes a connection so that a refusal reaches a sender that is still sending.
 */
export function createGuardedServer(options: GuardOptions, listener: RequestListener): Server {
  const lingering = createLingeringClose(options.lingering);
  const connections = createConnections(options.connectionsMax, lingering);
  const answer: RequestListener = (request, response) => {
    const { socket } = request;
    // Data after a request that was answered early is read and dropped.
    if (lingering.has(socket) || connections.of(socket)?.overrun) {
      connections.drop(socket);
      return;
    }
    const connection = connections.requested(request, response);
    if (!connection) return;
    const refusal = refusalOf(options, connection, request, response);
    if (refusal) sendProblem(response, refusal);
    else listener(request, response);
  };
  const server = createServer(
    {
      ServerResponse: GuardedResponse,
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: 5 * SECOND_MS,
      // The check of `Host` says it in the form of all errors.
      requireHostHeader: false,
    },
    answer,
  );
  server.on("checkContinue", (request, response) => {
    continueOnRead(request, response);
    answer(request, response);
  });
  server.on("checkExpectation", answer);
  server.on("connect", (request, socket) => refuseTunnel(options, request, socket as Socket, connections, lingering));
  server.maxConnections = options.connectionsMax + SURPLUS_MAX;
  server.on("connection", countConnections(connections, options));
  closeStalled(server, connections, options.stallMsMax ?? STALL_MS_MAX);
  server.on("clientError", (error, socket) => refuseConnection(error, socket as Socket, connections, lingering));
  const sweep = setInterval(() => {
    const now = performance.now();
    lingering.sweep(now);
    connections.sweep(now);
  }, SWEEP_MS).unref();
  server.on("close", () => clearInterval(sweep));
  return server;
}

/**
 * Closes connections whose reader takes nothing. The socket's own timer also sees progress within one large write.
 * A request that is still being worked on has written nothing, and stays open.
 */
function closeStalled(server: Server, connections: Connections, stallMsMax: number): void {
  server.timeout = stallMsMax;
  server.on("timeout", (socket: Socket) => {
    // The keep-alive timeout arrives here too: with a listener, Node leaves the closing to it.
    const isBetweenRequests = !connections.of(socket)?.unanswered;
    if (isBetweenRequests || socket.writableLength > 0) socket.destroy();
  });
}

function countConnections(
  connections: Connections,
  { connectionsMax, connectionsSetting, logger }: GuardOptions,
): (socket: Socket) => void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return (socket) => {
    if (!connections.add(socket).surplus || performance.now() - warnedAt < MINUTE_MS) return;
    warnedAt = performance.now();
    logger.warn("Connections are refused: as many are open as may be", {
      open: connectionsMax,
      setting: connectionsSetting,
    });
  };
}

/** Probes of a full server are answered all the same: it is neither dead nor away. */
function refusalOf(
  { checkHost, connectionsMax, connectionsSetting }: GuardOptions,
  { surplus, overrun }: Connection,
  request: IncomingMessage,
  response: ServerResponse,
): ApplicationError | undefined {
  if (overrun) {
    response.setHeader("connection", "close");
    return new ApplicationError(
      "overloaded",
      `This connection has ${UNANSWERED_MAX} unanswered requests, its limit. Read answers before you send more.`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }
  if (surplus) {
    response.setHeader("connection", "close");
    if (!isHealthRequest(request)) {
      return new ApplicationError(
        "overloaded",
        `The server has ${connectionsMax} connections, its limit (setting ${connectionsSetting}). Try again.`,
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
    }
  }
  return checkHost(request) ?? unsupportedFeature(request);
}

/** RFC 9112, section 6.1: a transfer coding that isn't understood is answered with 501. RFC 9110, section 10.1.1. */
function unsupportedFeature({ headers }: IncomingMessage): ApplicationError | undefined {
  const { "transfer-encoding": coding = "chunked", expect = "100-continue" } = headers;
  if (coding.toLowerCase() !== "chunked") {
    return new ApplicationError(
      "unsupported_transfer_encoding",
      "The only supported Transfer-Encoding is chunked. Name compression in Content-Encoding.",
    );
  }
  if (expect.toLowerCase() !== "100-continue") {
    return new ApplicationError(
      "unsupported_expectation",
      "The only supported Expect is 100-continue. Leave the header out.",
    );
  }
  return undefined;
}

/** Sends `100 Continue` when somebody begins to read the body, so that refusals by the head come without it. */
function continueOnRead(request: IncomingMessage, response: ServerResponse): void {
  request.once("resume", () => {
    if (!response.headersSent) response.writeContinue();
  });
}

/** Node hands the bare socket over, and no longer reads it or handles its errors. */
function refuseTunnel(
  { checkHost }: GuardOptions,
  request: IncomingMessage,
  socket: Socket,
  connections: Connections,
  lingering: LingeringClose,
): void {
  socket.on("error", () => socket.destroy());
  if (lingering.has(socket) || connections.of(socket)?.unanswered) {
    socket.destroy();
    return;
  }
  const refusal =
    checkHost(request) ??
    new ApplicationError("method_not_allowed", "CONNECT is not allowed: this server is no proxy.", { allow: "" });
  writeProblem(socket, refusal);
  lingering.begin(socket, undefined);
  socket.resume();
}

/** An answer that is under way can't be followed by another one: its connection breaks. */
function refuseConnection(
  error: NodeJS.ErrnoException,
  socket: Socket,
  connections: Connections,
  lingering: LingeringClose,
): void {
  if (lingering.has(socket)) return;
  const answer = connections.of(socket)?.response;
  const isUnderWay = answer?.headersSent && !answer.writableFinished;
  if (!socket.writable || isUnderWay) {
    socket.destroy();
    return;
  }
  writeProblem(socket, parseFailure(error));
  lingering.begin(socket, undefined);
}

/** Answers without Node's HTTP server, which handed the socket over. */
function writeProblem(socket: Socket, reason: ApplicationError): void {
  const problem = problemOf(reason);
  const text = JSON.stringify(problem);
  const headers = {
    connection: "close",
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    "x-request-id": newRequestId(),
    ...everyAnswer,
    ...problemHeaders(reason),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write(`HTTP/1.1 ${problem.statusCode} ${problem.error}\r\n${lines.join("\r\n")}\r\n\r\n${text}`);
}

/** Why Node could not parse the request. */
function parseFailure({ code }: NodeJS.ErrnoException): ApplicationError {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return new ApplicationError("request_too_slow", "The request took too long. Nothing was stored. Try again.", {
      retryAfterSeconds: 2,
    });
  }
  return code === "HPE_HEADER_OVERFLOW"
    ? new ApplicationError("headers_too_large", "The headers are too large.")
    : new ApplicationError("malformed_request", "The request is not valid HTTP.");
}
