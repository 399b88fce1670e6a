import type { ErrorCode } from "../generated/types.gen.ts";

/** One refused field of a request. */
export interface Detail {
  /** JSON pointer into the body, for example `/3/level`, or the name of a parameter. */
  readonly path: string;
  readonly message: string;
}

type Fact =
  | "status"
  | "code"
  | "details"
  | "violations"
  | "requestId"
  | "isRetryable"
  | "shouldRetry"
  | "retryAfterMs"
  | "body";
/** The facts of a failed request; `isRetryable` is about its status alone. */
export type Failure = { readonly [Name in Fact]?: TocsinError[Name] | undefined } & { readonly cause?: unknown };

/**
 * Every failure of the SDK; its subclasses stand for statuses. Other errors pass unchanged: the reason of an aborted
 * signal, and errors of your own `token`, `fetch` or callback.
 *
 * Two copies of the package have different classes. `name` is the same in both: each class has its own.
 * @example
 * import { TocsinError } from "@tocsin/sdk";
 *
 * try {
 *   await tocsin.incidents.unmerge("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
 * } catch (error) {
 *   if (!(error instanceof TocsinError)) throw error;
 *   if (error.code === "incident_not_merged") console.log("There is nothing to undo.");
 *   else console.error(error.code, error.message, error.requestId);
 * }
 */
export class TocsinError extends Error {
  /** The name of the class, for example `NotFoundError`. */
  override readonly name: string = "TocsinError";
  /** HTTP status of the answer; undefined where there was none. */
  readonly status: number | undefined;
  /**
   * The code of the answer, for programs; undefined where there was no answer or something else than Tocsin answered.
   * A newer server may answer a code that this type does not list.
   */
  readonly code: ErrorCode | undefined;
  /** The fields that were refused; empty where the error is not about fields. */
  readonly details: readonly Detail[];
  /** The policy rules that block the request; empty where none does. */
  readonly violations: readonly string[];
  /** `x-request-id` of the answer, to be found in the log of the daemon. */
  readonly requestId: string | undefined;
  /** Whether the same request may succeed later: 408, 429, 500, 502, 503, 504, or no answer; or what the server says. */
  readonly isRetryable: boolean;
  /** The header `x-should-retry` of the answer; undefined without one. */
  readonly shouldRetry: boolean | undefined;
  /** Milliseconds that the server asks to wait (`retry-after-ms`, `Retry-After`); undefined where it doesn't. */
  readonly retryAfterMs: number | undefined;
  /** The body of the answer: parsed where it is JSON, else the text. */
  readonly body: unknown;

  constructor(message: string, failure: Failure = {}) {
    super(message, { cause: failure.cause });
    this.status = failure.status;
    this.code = failure.code;
    this.details = failure.details ?? [];
    this.violations = failure.violations ?? [];
    this.requestId = failure.requestId;
    this.isRetryable = failure.shouldRetry ?? failure.isRetryable ?? false;
    this.shouldRetry = failure.shouldRetry;
    this.retryAfterMs = failure.retryAfterMs;
    this.body = failure.body;
  }

  /**
   * For a log: all but the body, the cause and the stack, which may hold what should not stand there.
   * @example
   * import { TocsinError } from "@tocsin/sdk";
   *
   * await tocsin.team.list().catch((error: unknown) => {
   *   if (error instanceof TocsinError) console.error(JSON.stringify(error));
   * });
   */
  toJSON(): ErrorFields {
    const { name, code, message, status, details, violations, requestId, isRetryable, retryAfterMs } = this;
    return { name, code, message, status, details, violations, requestId, isRetryable, retryAfterMs };
  }
}

/** The result of `toJSON` of an error. */
export type ErrorFields = Pick<
  TocsinError,
  "name" | "code" | "message" | "status" | "details" | "violations" | "requestId" | "isRetryable" | "retryAfterMs"
>;

/** 400: the request is invalid; `details` names the fields. */
export class BadRequestError extends TocsinError {
  override readonly name = "BadRequestError";
}
/** 401: the token or key is missing, wrong or expired. */
export class AuthenticationError extends TocsinError {
  override readonly name = "AuthenticationError";
}
/** 403: the token lacks the permission, or the organization or service is not allowed. */
export class PermissionError extends TocsinError {
  override readonly name = "PermissionError";
}
/** 404: there is nothing with this id in the organization. */
export class NotFoundError extends TocsinError {
  override readonly name = "NotFoundError";
}
/** 409: the request does not fit the present state. */
export class ConflictError extends TocsinError {
  override readonly name = "ConflictError";
}
/** 422: well formed, and may not be done; `violations` names the policy rules. */
export class UnprocessableError extends TocsinError {
  override readonly name = "UnprocessableError";
}
/** 429: a limit is reached; `retryAfterMs` says when to come back. */
export class RateLimitError extends TocsinError {
  override readonly name = "RateLimitError";
}
/** 5xx: the server failed, or cannot take the request now. */
export class ServerError extends TocsinError {
  override readonly name = "ServerError";
}
/** There was no answer, or it was interrupted. */
export class ConnectionError extends TocsinError {
  override readonly name = "ConnectionError";
  /** False where the request surely never arrived, so that sending it again cannot do anything twice. */
  readonly reached: boolean;

  constructor(message: string, failure: Failure & { reached: boolean }) {
    super(message, { isRetryable: true, ...failure });
    this.reached = failure.reached;
  }
}
/** There was no whole answer within `timeoutMs`, or the call did not end within `deadlineMs`. */
export class TimeoutError extends TocsinError {
  override readonly name = "TimeoutError";

  constructor(message: string) {
    super(message, { isRetryable: true });
  }
}

const classes = new Map<number, typeof TocsinError>([
  [400, BadRequestError],
  [401, AuthenticationError],
  [403, PermissionError],
  [404, NotFoundError],
  [409, ConflictError],
  [422, UnprocessableError],
  [429, RateLimitError],
]);
const retryable = new Set([408, 429, 500, 502, 503, 504]);

/** The error that an answer stands for. `text` is its body, and `now` the time that a Retry-After date is measured from. */
export function answeredError(response: Response, text: string, asked: string, now: number): TocsinError {
  const { status, headers } = response;
  const body = parse(text);
  const said = typeof body === "object" && body !== null ? (body as Partial<Record<string, unknown>>) : {};
  const message =
    typeof said["message"] === "string" && said["message"] !== "" ? said["message"] : describe(response, asked);
  const Class = classes.get(status) ?? (status >= 500 ? ServerError : TocsinError);
  return new Class(message, {
    status,
    code: isText(said["code"]) ? (said["code"] as ErrorCode) : undefined,
    body,
    details: Array.isArray(said["details"]) ? said["details"].filter(isDetail) : undefined,
    violations: Array.isArray(said["violations"]) ? said["violations"].filter(isText) : undefined,
    requestId: headers.get("x-request-id") ?? undefined,
    isRetryable: retryable.has(status),
    shouldRetry: readBoolean(headers.get("x-should-retry")),
    retryAfterMs: readMs(headers.get("retry-after-ms")) ?? readRetryAfter(headers.get("retry-after"), now),
  });
}

const isText = (value: unknown): value is string => typeof value === "string";

/** Something else than Tocsin may have answered, in whatever shape. */
function isDetail(value: unknown): value is Detail {
  const { path, message } = (value ?? {}) as Partial<Record<string, unknown>>;
  return isText(path) && isText(message);
}

/** The message of an answer without one. Most redirects lead from http to https, or to a log-in page. */
function describe({ status, statusText, type, headers }: Response, asked: string): string {
  // Browsers hide the status of a redirect.
  if ((status < 300 || status > 399) && type !== "opaqueredirect")
    return `${asked} was answered with ${status} ${statusText}`.trim();
  const to = headers.get("location")?.split(/[?#]/)[0];
  return `${asked} was answered with ${status || "a hidden status"}, a redirect${to ? ` to ${to}` : ""}. Redirects are not followed: give the address that they lead to.`;
}

/** The error that a rejected `fetch` stands for, as a sentence that names the address. */
export function unansweredError(error: unknown, url: string): ConnectionError {
  const { origin } = new URL(url);
  const code = codeOf(error);
  const known = code === undefined ? undefined : reasons[code];
  const what = known?.text ?? (error instanceof Error ? (reasonOf(error) ?? error.message) : String(error));
  return new ConnectionError(`${origin} ${known ? what : `gave no answer: ${what}`}.`, {
    cause: error,
    reached: known?.reached ?? true,
  });
}

const reasons: Record<string, { text: string; reached: boolean }> = {
  ECONNREFUSED: { text: "refused the connection", reached: false },
  ENOTFOUND: { text: "cannot be reached: there is no host of that name", reached: false },
  EAI_AGAIN: { text: "cannot be reached: the name could not be looked up", reached: false },
  EHOSTUNREACH: { text: "cannot be reached: there is no route to the host", reached: false },
  ENETUNREACH: { text: "cannot be reached: there is no network", reached: false },
  UND_ERR_CONNECT_TIMEOUT: { text: "cannot be reached: nothing accepted the connection in time", reached: false },
  ECONNRESET: { text: "closed the connection without a whole answer", reached: true },
  UND_ERR_SOCKET: { text: "closed the connection without a whole answer", reached: true },
};

function codeOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ("code" in at && typeof at.code === "string" && at.code in reasons) return at.code;
  }
  return undefined;
}

/** The innermost message: `fetch failed` alone helps nobody. */
function reasonOf(error: Error): string | undefined {
  return error.cause instanceof Error ? (reasonOf(error.cause) ?? error.cause.message) : undefined;
}

function readBoolean(value: string | null): boolean | undefined {
  const said = value?.trim().toLowerCase();
  return said === "true" || said === "false" ? said === "true" : undefined;
}

function readMs(value: string | null): number | undefined {
  return value !== null && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
}

function readRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  const seconds = readMs(value);
  const ms = seconds === undefined ? Date.parse(value) - now : seconds * 1000;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
