/** Why a request cannot be answered as asked. One code, one HTTP status; `http/problem.ts` holds the map. */
export type ErrorCode =
  | "invalid"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "conflict"
  | "too_large"
  | "unsupported_media_type"
  | "expectation_failed"
  | "misdirected"
  | "unprocessable"
  | "too_many"
  | "not_implemented"
  | "unavailable";

export interface ErrorDetail {
  /** JSON pointer into the request, such as `/3/level`. */
  readonly path: string;
  readonly message: string;
}

/** An error that a caller caused or can act on. Everything else is a bug of ours and reaches nobody but the log. */
export class ApplicationError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[];
  /** For `unavailable` and `too_many`: when to try again. */
  readonly retryAfterSeconds: number | undefined;
  /** For `method_not_allowed`: what is allowed. */
  readonly allow: string | undefined;
  /** For `unprocessable`: the rules that block it, a sentence each. */
  readonly violations: readonly string[];

  constructor(
    code: ErrorCode,
    message: string,
    extra: {
      details?: readonly ErrorDetail[];
      retryAfterSeconds?: number;
      allow?: string;
      violations?: readonly string[];
      cause?: unknown;
    } = {},
  ) {
    super(message, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.name = "ApplicationError";
    this.code = code;
    this.details = extra.details ?? [];
    this.retryAfterSeconds = extra.retryAfterSeconds;
    this.allow = extra.allow;
    this.violations = extra.violations ?? [];
  }
}

export const notFound = (what: string): ApplicationError => new ApplicationError("not_found", `${what} not found.`);

/** A page begins where the one before said, or nowhere. */
export const badCursor = (): ApplicationError =>
  new ApplicationError("invalid", "The cursor is none that was answered; begin without one.", {
    details: [{ path: "/query/cursor", message: "must be a cursor of the page before" }],
  });

/** Anything thrown, as an Error. */
export const coerceError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
