import { toSingleLine } from "../../kernel/single-line.ts";
import { ProbeFailed, ProbeRefused } from "../../probe/prober.ts";
import type { Progress } from "./connect-pinned.ts";
import type { Target } from "./http-target.ts";

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refused the connection",
  ECONNRESET: "broke the connection off",
  EPIPE: "broke the connection off",
  ETIMEDOUT: "didn't take the connection",
  EHOSTUNREACH: "can't be reached",
  ENETUNREACH: "can't be reached",
  EADDRNOTAVAIL: "can't be reached",
  HPE_HEADER_OVERFLOW: "answered with headers of more than 16 KiB",
};

function reason(error: Error & { readonly code?: unknown }): string {
  const code = typeof error.code === "string" ? error.code : "";
  const known = REASONS[code];
  if (known !== undefined) return known;
  if (code.startsWith("HPE_")) return "answered what isn't HTTP";
  if (code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_"))
    return `couldn't agree on TLS (${toSingleLine(code, 80)})`;
  return "broke the connection off";
}

/** The reason of a failure. It names the host as it was requested, and no address. */
export function failure(error: unknown, target: Target, progress: Progress, signal: AbortSignal): Error {
  if (error instanceof ProbeFailed || error instanceof ProbeRefused) return error;
  const host = toSingleLine(target.url.host);
  if (signal.aborted) return new ProbeFailed(`${host} didn't answer in time: it was still ${progress.stage}.`);
  return new ProbeFailed(`${host} ${reason(error as Error)} while ${progress.stage}.`);
}
