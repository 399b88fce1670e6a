import { isIP } from "node:net";
import { addressRule } from "../network/address-rule.ts";
import { bareHost, hostRule } from "../network/host-rule.ts";

/**
 * Why an address will not be asked, as far as its text tells: what a name leads to is looked at whenever it is asked.
 * `hosts` as in `OutboundOptions`.
 */
export function createAddressProblem(hosts: readonly string[]): (url: URL) => string | undefined {
  const isAllowed = hostRule(hosts);
  const isPublic = addressRule([]);
  const isLocal = (host: string): boolean => host === "localhost" || host.endsWith(".localhost");
  return (url) => {
    const host = bareHost(url.hostname);
    const inner = isIP(host) === 0 ? isLocal(host) : !isPublic(host);
    if (!inner || isAllowed(url)) return undefined;
    return "leads to an inner network; TOCSIN_OUTBOUND_HOSTS lists those that may be reached";
  };
}
