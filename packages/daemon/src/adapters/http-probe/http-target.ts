import { isIP } from "node:net";
import { rejectOnAbort } from "../../kernel/reject-on-abort.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { ProbeFailed, ProbeRefused } from "../../probe/prober.ts";
import { bareHost, portOf } from "../network/host-rule.ts";
import { ADDRESSES_MAX, type Resolve } from "../network/resolve.ts";

export interface Target {
  readonly url: URL;
  /** The name or address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** Checked, all of them; nothing else is connected to. */
  readonly addresses: readonly string[];
}

/** The URL, where it may be asked by what it says alone. Throws `ProbeRefused`. */
export function allowedUrl(text: string, isAllowed: (url: URL) => boolean): URL {
  // The parser drops what follows and takes the rest for an address; other readers of the same text don't.
  if (/[\s\\\p{Cc}]/u.test(text)) throw new ProbeRefused("The URL must not hold spaces, control characters or '\\'.");
  if (!URL.canParse(text)) throw new ProbeRefused("The URL can't be read.");
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new ProbeRefused("Only http and https are asked.");
  }
  if (url.username !== "" || url.password !== "") throw new ProbeRefused("The URL must not hold a user or password.");
  if (!isAllowed(url)) {
    throw new ProbeRefused(
      `The host ${toSingleLine(url.host, 100)} is none that may be probed; TOCSIN_PROBE_HOSTS lists those that may, with their ports.`,
    );
  }
  return url;
}

/** Resolves once. Throws `ProbeRefused` unless every address may be reached; which one may not is nobody's business. */
export async function resolved(
  url: URL,
  resolve: Resolve,
  isOpen: (address: string) => boolean,
  signal: AbortSignal,
): Promise<Target> {
  const host = bareHost(url.hostname);
  const addresses = isIP(host) === 0 ? await lookUp(host, resolve, signal) : [host];
  if (addresses.length === 0 || addresses.length > ADDRESSES_MAX) {
    throw new ProbeFailed(`The name ${host} has ${addresses.length === 0 ? "no address" : "too many addresses"}.`);
  }
  if (!addresses.every(isOpen)) {
    throw new ProbeRefused(
      `The host ${host} leads to a network that may not be probed; TOCSIN_PROBE_NETWORKS lists those that may besides the internet.`,
    );
  }
  return { url, host, port: portOf(url), addresses };
}

/** A look-up can't be called off, only be left alone. */
async function lookUp(host: string, resolve: Resolve, signal: AbortSignal): Promise<readonly string[]> {
  try {
    return await rejectOnAbort(resolve(host), signal);
  } catch {
    throw new ProbeFailed(`The name ${host} ${signal.aborted ? "wasn't resolved in time" : "couldn't be resolved"}.`);
  }
}
