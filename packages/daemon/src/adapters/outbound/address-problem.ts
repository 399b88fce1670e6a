import { isIP } from "node:net";
import type { AddressProblem } from "../../notify/channel-settings.ts";
import { addressRule } from "../network/address-rule.ts";
import { type AllowedHost, bareHost, organizationHostRule } from "../network/host-rule.ts";

/**
 * Why an address will not be asked, as far as its text tells: what a name leads to is looked at whenever it is asked.
 * `hosts` as in `OutboundOptions`.
 */
export function createAddressProblem(hosts: readonly AllowedHost[]): AddressProblem {
  const isAllowed = organizationHostRule(hosts);
  const isPublic = addressRule([]);
  const isLocal = (host: string): boolean => host === "localhost" || host.endsWith(".localhost");
  return (organizationId, url) => {
    const host = bareHost(url.hostname);
    const inner = isIP(host) === 0 ? isLocal(host) : !isPublic(host);
    if (!inner || isAllowed(organizationId, url)) return undefined;
    return "leads to an inner network; TOCSIN_OUTBOUND_HOSTS lists those that your organization may reach";
  };
}
