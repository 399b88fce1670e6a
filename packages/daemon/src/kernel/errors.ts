import { type ErrorCode, errorStatuses } from "./generated/error-statuses.ts";

export type { ErrorCode };

/** Codes of resources that are missing. */
type NotFoundCode = Extract<ErrorCode, `${string}_not_found`>;

export interface ErrorDetail {
  /** JSON pointer into the request, such as `/3/level`. */
  readonly path: string;
  readonly message: string;
}

/** An error that a caller caused or can act on. Everything else is a bug: callers see status 500, the log sees the cause. */
export class ApplicationError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[];
  /** When to try again; for the statuses 409, 429 and 503. */
  readonly retryAfterSeconds: number | undefined;
  /** The allowed methods; for `method_not_allowed`. */
  readonly allow: string | undefined;
  /** The rules that block the request, a sentence each; for status 422. */
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

  /** HTTP status of the answer. */
  get status(): number {
    return errorStatuses[this.code];
  }
}

/** True for temporary errors: the same request may succeed later. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof ApplicationError && (error.status === 503 || error.status === 429);

export const notFound = (code: NotFoundCode, subject: string): ApplicationError =>
  new ApplicationError(code, `${subject} not found.`);

export const pathNotFound = (path: string): ApplicationError =>
  new ApplicationError("path_not_found", `This interface has no path ${path}.`);

export function invalidRequest(details: readonly ErrorDetail[]): ApplicationError {
  const text = details.map(({ path, message }) => `${path} ${message}`).join("; ");
  return new ApplicationError("invalid_request", `Invalid request: ${text}`, { details });
}

/** `path` is a JSON pointer into the body, or begins with `/query` or `/headers`. */
export const invalidField = (path: string, message: string): ApplicationError => invalidRequest([{ path, message }]);

export const invalidCursor = (): ApplicationError =>
  new ApplicationError("invalid_cursor", "Unknown cursor. Start again without `cursor`.", {
    details: [{ path: "/query/cursor", message: "must be the cursor of the page before" }],
  });

/** Anything thrown, as an Error. */
export const coerceError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
