import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { ErrorCode } from "../kernel/errors.ts";
import { ApplicationError, type ErrorDetail } from "../kernel/errors.ts";
import { STATUS_CODES } from "../kernel/node-http.ts";

/** The body of every error. */
export interface Problem {
  readonly statusCode: number;
  readonly code: ErrorCode;
  readonly error: string;
  readonly message: string;
  readonly details?: readonly ErrorDetail[];
  readonly violations?: readonly string[];
}

/** An error as a caller may see it. Errors of other classes become a plain 500, because their messages are internal. */
export function problemOf(error: unknown): Problem {
  const known = error instanceof ApplicationError ? error : internalError;
  const { status: statusCode, code, message, details, violations } = known;
  return {
    statusCode,
    code,
    error: STATUS_CODES[statusCode] ?? "Error",
    message,
    ...(details.length > 0 ? { details } : {}),
    ...(violations.length > 0 ? { violations } : {}),
  };
}

const internalError = new ApplicationError(
  "internal_error",
  "The server failed. The daemon's log has the cause under the request id.",
);

/** Headers that say when and how to try again. */
export function problemHeaders(error: unknown): Record<string, string> {
  if (!(error instanceof ApplicationError)) return {};
  const headers: Record<string, string> = {};
  if (error.retryAfterSeconds !== undefined) headers["retry-after"] = String(jittered(error.retryAfterSeconds));
  if (error.allow !== undefined) headers["allow"] = error.allow;
  if (error.status === 401) headers["www-authenticate"] = "Bearer";
  return headers;
}

/** Spreads the retries of senders that were refused at the same time. */
const jittered = (seconds: number): number => Math.max(1, Math.round(seconds * (0.5 + Math.random())));

/** Turns an error of an unavailable database or disk into a 503. Returns any other error unchanged. */
export function toStorageUnavailable(error: unknown, isTransient: (error: unknown) => boolean): unknown {
  if (error instanceof ApplicationError || !isTransient(error)) return error;
  return new ApplicationError("storage_unavailable", "The storage is unavailable. Nothing was stored. Try again.", {
    retryAfterSeconds: STORAGE_RETRY_SECONDS,
    cause: error,
  });
}

const STORAGE_RETRY_SECONDS = 5;

export const newRequestId = (): string => randomUUID();

/** Sends the problem of an error without Express, and answers it. */
export function sendProblem(response: ServerResponse, error: unknown, requestId: string = newRequestId()): Problem {
  const problem = problemOf(error);
  sendJson(response, problem.statusCode, JSON.stringify(problem), requestId, problemHeaders(error));
  return problem;
}

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
