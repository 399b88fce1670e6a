import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";

/** All addresses of a name, as the system resolves it. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** A name that leads to more is none that anybody means. */
export const ADDRESSES_MAX = 32;

export const systemResolve: Resolve = async (name) => (await lookup(name, { all: true })).map(({ address }) => address);

/** Answers with the addresses that were checked, whatever the name leads to by now. */
export const pinned =
  (addresses: readonly string[]): LookupFunction =>
  (_host, options, done) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = all;
    if (options.all || !first) done(null, all);
    else done(null, first.address, first.family);
  };
