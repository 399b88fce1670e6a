import type { Detail, ErrorCode, TocsinError } from "@tocsin/sdk";
import { cleanText } from "../text/clean-text.ts";
import { createPaint } from "../text/paint.ts";
import { adviceFor, serverMessages } from "./advice.ts";
import { type ExitCode, exitCodes, Failure } from "./failure.ts";

/** A failure as it is shown. */
export interface Explanation {
  readonly exitCode: ExitCode;
  readonly message: string;
  /** Refused values and advice, one line each. */
  readonly hints: readonly string[];
  /** The same for a program, on stdout with --json. */
  readonly json: {
    readonly name: string;
    /** The code of the server's answer; null where it gave none. */
    readonly code: ErrorCode | null;
    readonly message: string;
    readonly status: number | null;
    readonly details: readonly Detail[];
    readonly violations: readonly string[];
    readonly requestId: string | null;
    readonly retryable: boolean;
  };
}

/** Explains whatever was thrown. Errors of the SDK are recognized by their fields, so that the SDK need not be loaded. */
export function explain(error: unknown): Explanation {
  if (error instanceof Failure) return explanation(error, error.exitCode, error.hints);
  if (!(error instanceof Error)) return explanation(new Error(String(error)), exitCodes.failure, []);
  if (isTocsinError(error)) return explanation(error, exitCodeOf(error), hintsOf(error));
  const usage = (error as { oclif?: { exit?: number } }).oclif?.exit;
  return explanation(error, usage === undefined ? exitCodes.failure : exitCodes.usage, []);
}

function explanation(error: Error, exitCode: ExitCode, hints: readonly string[]): Explanation {
  const { code, status, details, violations, requestId, isRetryable } = isTocsinError(error)
    ? error
    : ({} as Partial<TocsinError>);
  const message = (code && serverMessages[code]) ?? error.message;
  const json = {
    name: error.name,
    code: code ?? null,
    message,
    status: status ?? null,
    details: details ?? [],
    violations: violations ?? [],
    requestId: requestId ?? null,
    retryable: isRetryable ?? false,
  };
  return { exitCode, message, hints, json };
}

const isTocsinError = (error: Error): error is TocsinError => "isRetryable" in error;

/** The resource isn't in the state that the change needs. */
const STATE_CODES: ReadonlySet<ErrorCode | undefined> = new Set([
  "action_not_pending",
  "channel_deleted",
  "delivery_not_dead",
  "incident_not_merged",
  "maintenance_window_state",
  "plan_changed",
  "report_run_in_progress",
  "version_not_higher",
]);

function exitCodeOf({ name, code, status }: TocsinError): ExitCode {
  if (STATE_CODES.has(code)) return exitCodes.blocked;
  switch (name) {
    case "AuthenticationError":
    case "PermissionError":
      return exitCodes.auth;
    case "NotFoundError":
      return exitCodes.notFound;
    case "UnprocessableError":
      return exitCodes.blocked;
    case "RateLimitError":
      return exitCodes.overloaded;
    default:
      return status === 503 ? exitCodes.overloaded : exitCodes.failure;
  }
}

/** The command line sends this header for a flag. */
const flagOf: Readonly<Record<string, string>> = {
  "/headers/x-organization-id": "--organization (or TOCSIN_ORGANIZATION)",
};

function hintsOf(error: TocsinError): string[] {
  const refused = [
    ...error.details.map(({ path, message }) => `${flagOf[path] ?? path} ${message}`),
    ...error.violations,
  ];
  const request = error.requestId === undefined ? [] : [`Request ${error.requestId}`];
  return [...refused.map((line) => `  ${line}`), ...adviceFor(error), ...request];
}

/** Prints a failure on stderr and sets the exit code. */
export async function printFailure(error: unknown): Promise<void> {
  const { message, hints, exitCode } = explain(error);
  const paint = createPaint(process.stderr);
  process.stderr.write(`${paint("red", "Error:")} ${[message, ...hints].map(cleanText).join("\n")}\n`);
  process.exitCode = exitCode;
}
