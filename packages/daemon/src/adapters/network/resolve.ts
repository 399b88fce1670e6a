import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { rejectOnAbort } from "../../kernel/reject-on-abort.ts";
import { toSingleLine } from "../../kernel/single-line.ts";

/** All addresses of a name, as the system resolves it. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** A name with more addresses is refused. */
const ADDRESSES_MAX = 32;

export const systemResolve: Resolve = async (name) => (await lookup(name, { all: true })).map(({ address }) => address);

/** All addresses of a host, or a sentence about their absence. A look-up can't be cancelled, only abandoned. */
export async function resolveHost(
  host: string,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<readonly string[] | { readonly problem: string }> {
  if (isIP(host) !== 0) return [host];
  const addresses = await rejectOnAbort(resolve(host), signal).catch(() => undefined);
  const name = toSingleLine(host, 100);
  if (addresses === undefined) {
    return { problem: `The name ${name} ${signal.aborted ? "wasn't resolved in time" : "couldn't be resolved"}.` };
  }
  const count = addresses.length === 0 ? "no address" : addresses.length > ADDRESSES_MAX ? "too many addresses" : null;
  return count === null ? addresses : { problem: `The name ${name} has ${count}.` };
}

/** Descriptions of failed connections, by error code. They follow the name of the host. */
export const CONNECTION_FAILURES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refused the connection",
  ECONNRESET: "broke the connection off",
  EPIPE: "broke the connection off",
  ETIMEDOUT: "didn't take the connection",
  EHOSTUNREACH: "can't be reached",
  ENETUNREACH: "can't be reached",
  EADDRNOTAVAIL: "can't be reached",
};

/** Returns the checked addresses, whatever the name leads to by now. */
export const pinned =
  (addresses: readonly string[]): LookupFunction =>
  (_host, options, done) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = all;
    if (options.all || !first) done(null, all);
    else done(null, first.address, first.family);
  };
