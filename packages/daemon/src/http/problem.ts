import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { ApplicationError, type ErrorCode, type ErrorDetail } from "../kernel/errors.ts";

/** Decisions §3: one error code, one status. */
const STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  expectation_failed: 417,
  misdirected: 421,
  unprocessable: 422,
  too_many: 429,
  not_implemented: 501,
  unavailable: 503,
};

const PHRASE: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  413: "Payload Too Large",
  415: "Unsupported Media Type",
  417: "Expectation Failed",
  421: "Misdirected Request",
  422: "Unprocessable Entity",
  429: "Too Many Requests",
  500: "Internal Server Error",
  501: "Not Implemented",
  503: "Service Unavailable",
};

export interface Problem {
  readonly statusCode: number;
  readonly error: string;
  readonly message: string;
  readonly details?: readonly ErrorDetail[];
  readonly violations?: readonly string[];
}

/** An error as a caller may see it: what isn't the caller's business stays a plain 500. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof ApplicationError)) {
    return problem(500, "Something went wrong on our side; the request id helps to find it in the daemon's log.", []);
  }
  return problem(STATUS[error.code], error.message, error.details, error.violations);
}

const problem = (
  statusCode: number,
  message: string,
  details: readonly ErrorDetail[],
  violations: readonly string[] = [],
): Problem => ({
  statusCode,
  error: PHRASE[statusCode] ?? "Error",
  message,
  ...(details.length > 0 ? { details } : {}),
  ...(violations.length > 0 ? { violations } : {}),
});

/** The headers that say what to do about the error. */
export function problemHeaders(error: unknown): Record<string, string> {
  if (!(error instanceof ApplicationError)) return {};
  const headers: Record<string, string> = {};
  if (error.retryAfterSeconds !== undefined) headers["retry-after"] = String(jittered(error.retryAfterSeconds));
  if (error.allow !== undefined) headers["allow"] = error.allow;
  if (error.code === "unauthorized") headers["www-authenticate"] = "Bearer";
  return headers;
}

/** So that refused senders don't come back all at once. */
const jittered = (seconds: number): number => Math.max(1, Math.round(seconds * (0.5 + Math.random())));

/** An error of a database or a disk that is away, as what callers can act on; any other as it is. */
export function orUnavailable(error: unknown, isTransient: (error: unknown) => boolean): unknown {
  if (error instanceof ApplicationError || !isTransient(error)) return error;
  return new ApplicationError("unavailable", "Storage is away for now; nothing was stored. Try again.", {
    retryAfterSeconds: STORAGE_RETRY_SECONDS,
    cause: error,
  });
}

const STORAGE_RETRY_SECONDS = 5;

export const newRequestId = (): string => randomUUID();

/** Sends JSON without Express. */
export function sendJson(
  response: ServerResponse,
  status: number,
  text: string,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    "x-request-id": requestId,
    ...headers,
  });
  response.end(text);
}
