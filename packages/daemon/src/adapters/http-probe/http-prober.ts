import { KIB } from "../../kernel/bytes.ts";
import { type Clock, systemClock } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { type HttpProber, ProbeFailed, ProbeRefused } from "../../probe/prober.ts";
import { addressRule } from "../network/address-rule.ts";
import { hostRule } from "../network/host-rule.ts";
import { CONNECTION_FAILURES, type Resolve, systemResolve } from "../network/resolve.ts";
import { exchange, type Progress } from "./http-exchange.ts";
import { report } from "./http-report.ts";
import { allowedUrl, resolved, type Target } from "./http-target.ts";

export interface HttpProberOptions {
  /** NAME, NAME:PORT or *.DOMAIN; no other host is requested. */
  readonly hosts: readonly string[];
  /** CIDR of networks that may be reached besides the public internet. */
  readonly networks: readonly string[];
  readonly clock?: Clock;
  readonly resolve?: Resolve;
}

const BODY_BYTES_MAX = 64 * KIB;

export function createHttpProber(options: HttpProberOptions): HttpProber {
  const { clock = systemClock, resolve = systemResolve } = options;
  const isAllowed = hostRule(options.hosts);
  const isOpen = addressRule(options.networks);
  return {
    async run(tool, { bytes, signal }) {
      const url = allowedUrl(tool.url, isAllowed);
      const began = performance.now();
      const target = await resolved(url, resolve, isOpen, signal);
      const dns = target.addresses[0] === target.host ? undefined : performance.now() - began;
      const progress: Progress = { stage: "connecting" };
      const exchanging = exchange(target, Math.min(bytes, BODY_BYTES_MAX), signal, progress, clock.now());
      const done = await exchanging.catch((error: unknown) => {
        throw failure(error, target, progress, signal);
      });
      return report(target, done, { dns, total: performance.now() - began });
    },
  };
}

const REASONS: Readonly<Record<string, string>> = {
  ...CONNECTION_FAILURES,
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
function failure(error: unknown, target: Target, progress: Progress, signal: AbortSignal): Error {
  if (error instanceof ProbeFailed || error instanceof ProbeRefused) return error;
  const host = toSingleLine(target.url.host);
  if (signal.aborted) return new ProbeFailed(`${host} didn't answer in time: it was still ${progress.stage}.`);
  return new ProbeFailed(`${host} ${reason(error as Error)} while ${progress.stage}.`);
}
