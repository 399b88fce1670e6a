import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Where clouds hand out credentials and user data to whoever asks from inside. */
const METADATA_ADDRESSES = [
  "169.254.169.254", // AWS, Azure, Google Cloud, DigitalOcean, Oracle
  "169.254.170.2", // AWS: tasks of a container service
  "169.254.170.23", // AWS: pods of EKS
  "fd00:ec2::254",
  "fd00:ec2::23",
  "fd20:ce::254", // Google Cloud
  "100.100.100.200", // Alibaba Cloud
  "168.63.129.16", // Azure; looks like a public address
  "192.0.0.192", // Oracle
].map((address) => ipaddr.parse(address).toNormalizedString());

/** IANA hands out addresses for all from this block alone; what lies outside is special or not assigned. */
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];

const isPublic = (address: Address): boolean =>
  address.range() === "unicast" && (address.kind() === "ipv4" || (address as ipaddr.IPv6).match(GLOBAL_IPV6));

const holds = ([network, prefix]: [Address, number], address: Address): boolean =>
  network.kind() === address.kind() && (address as ipaddr.IPv4).match(network as ipaddr.IPv4, prefix);

/**
 * Whether an address may be reached: public ones, and those in a network that is named. Forms of IPv6 that hold an
 * address of IPv4 (mapped, translated, 6to4, Teredo) are never public. A metadata service is reached only where a
 * network names it and nothing else, so that nobody opens one with fd00::/8.
 */
export function addressRule(networks: readonly string[]): (address: string) => boolean {
  const named = networks.map((network) => ipaddr.parseCIDR(network));
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.parse(text);
    const open = named.filter((network) => holds(network, address));
    return METADATA_ADDRESSES.includes(address.toNormalizedString())
      ? open.some(([network, prefix]) => prefix === (network.kind() === "ipv4" ? 32 : 128))
      : open.length > 0 || isPublic(address);
  };
}
