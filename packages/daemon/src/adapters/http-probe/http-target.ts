import { toSingleLine } from "../../kernel/single-line.ts";
import { ProbeFailed, ProbeRefused } from "../../probe/prober.ts";
import { bareHost, portOf, readUrl } from "../network/host-rule.ts";
import { type Resolve, resolveHost } from "../network/resolve.ts";

export interface Target {
  readonly url: URL;
  /** The name or address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** All of them are checked; no other is connected to. */
  readonly addresses: readonly string[];
}

/** The URL of an allowed host. Throws `ProbeRefused`. */
export function allowedUrl(text: string, isAllowed: (url: URL) => boolean): URL {
  const url = readUrl(text, "The URL", (message) => new ProbeRefused(message));
  if (!isAllowed(url)) {
    throw new ProbeRefused(
      `The host ${toSingleLine(url.host, 100)} is none that may be probed; TOCSIN_PROBE_HOSTS lists those that may, with their ports.`,
    );
  }
  return url;
}

/** Resolves once. Throws `ProbeRefused`, without naming an address, unless every address may be reached. */
export async function resolved(
  url: URL,
  resolve: Resolve,
  isOpen: (address: string) => boolean,
  signal: AbortSignal,
): Promise<Target> {
  const host = bareHost(url.hostname);
  const addresses = await resolveHost(host, resolve, signal);
  if ("problem" in addresses) throw new ProbeFailed(addresses.problem);
  if (!addresses.every(isOpen)) {
    throw new ProbeRefused(
      `The host ${host} leads to a network that may not be probed; TOCSIN_PROBE_NETWORKS lists those that may besides the internet.`,
    );
  }
  return { url, host, port: portOf(url), addresses };
}
