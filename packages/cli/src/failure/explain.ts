import type { TocsinError } from "@tocsin/sdk";
import { programs } from "../text/program-names.ts";
import { type ExitCode, exitCodes, Failure } from "./failure.ts";
import { inOwnWords } from "./own-words.ts";

/** A failure as it is told. */
export interface Explanation {
  readonly exitCode: ExitCode;
  readonly message: string;
  /** What was refused and what to do, a line each. */
  readonly hints: readonly string[];
  /** The same for a program, on stdout with --json. */
  readonly json: {
    readonly name: string;
    readonly message: string;
    readonly status: number | null;
    readonly requestId: string | null;
    readonly retryable: boolean;
  };
}

/** Turns whatever was thrown into sentences. The SDK is known by its names, so that telling an error doesn't load it. */
export function explain(error: unknown): Explanation {
  if (error instanceof Failure) return told(error, error.exitCode, error.hints);
  if (!(error instanceof Error)) return told(new Error(String(error)), exitCodes.failure, []);
  if (isTocsinError(error)) return told(error, codeOf(error), hintsOf(error));
  const usage = (error as { oclif?: { exit?: number } }).oclif?.exit;
  return told(error, usage === undefined ? exitCodes.failure : exitCodes.usage, []);
}

function told(error: Error, exitCode: ExitCode, hints: readonly string[]): Explanation {
  const { status, requestId, isRetryable } = error as Partial<TocsinError>;
  const message = inOwnWords(error.message);
  const json = {
    name: error.name,
    message,
    status: status ?? null,
    requestId: requestId ?? null,
    retryable: isRetryable ?? false,
  };
  return { exitCode, message, hints, json };
}

const isTocsinError = (error: Error): error is TocsinError => "isRetryable" in error;

function codeOf({ name, status }: TocsinError): ExitCode {
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

function hintsOf(error: TocsinError): string[] {
  const refused = [...error.details.map(({ path, message }) => `${path} ${message}`), ...error.violations];
  const request = error.requestId === undefined ? [] : [`Request ${error.requestId}`];
  return [...refused.map((line) => `  ${inOwnWords(line)}`), ...adviceOn(error), ...request];
}

/** What the daemon answers where it has no such path at all, rather than nothing under that id. */
const noSuchPath = /^This interface has no path \//;

function adviceOn({ name, message, status, retryAfterMs }: TocsinError): string[] {
  switch (name) {
    case "AuthenticationError":
      // A key of the ingestion interface, which no token replaces.
      if (/API key/.test(message)) return [`To store it: ${programs.cli} login`];
      return [
        `Log in again, with a Tocsin on this machine: ${programs.daemon} token --organization shop --subject me | ${programs.cli} login`,
        `with one elsewhere: ${programs.cli} login; or set TOCSIN_TOKEN.`,
        ...(process.env["TOCSIN_TOKEN"]
          ? ["TOCSIN_TOKEN is set and wins over what login stored: unset it, or renew it."]
          : []),
      ];
    case "NotFoundError":
      return noSuchPath.test(message)
        ? [
            "Is that the right interface? TOCSIN_URL is the one for incidents (usually port 7070),",
            "TOCSIN_INGEST_URL the one for telemetry (usually port 7071).",
          ]
        : [];
    case "PermissionError":
      // What nobody may do no other token would help with.
      return /permission|token|key|organization/i.test(message)
        ? ["Your token or key does not allow this; see its permissions and organization."]
        : [];
    case "ConnectionError":
      return [
        `Is Tocsin running there? Start it with: ${programs.start}`,
        `or name another address: ${programs.cli} login --core-url URL --ingest-url URL (or TOCSIN_URL, TOCSIN_INGEST_URL).`,
      ];
    case "TimeoutError":
      return ["Try again; if it stays like this, look at GET /health/ready of that address."];
    case "RateLimitError":
    case "ServerError":
      // Not there yet, as the message says: later is no better.
      if (status === 501) return [];
      return [
        retryAfterMs === undefined ? "Try again later." : `Try again in ${Math.ceil(retryAfterMs / 1000)} seconds.`,
      ];
    default:
      return [];
  }
}
