import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Addresses at which clouds serve credentials and user data to local callers. */
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

/** IPv4 as IPv6 may hold it: at its end (mapped, compatible, translated), or behind 2002 (6to4). */
const held = (address: Address): string[] => {
  if (address.kind() === "ipv4") return [];
  const bytes = address.toByteArray();
  return [bytes.slice(12), bytes.slice(2, 6)].map((four) => new ipaddr.IPv4(four).toNormalizedString());
};

const isMetadata = (address: Address): boolean =>
  [address.toNormalizedString(), ...held(address)].some((form) => METADATA_ADDRESSES.includes(form));

/**
 * Whether an address may be reached: public addresses, and those of a named network. IPv6 forms that hold an IPv4
 * address (mapped, translated, 6to4, Teredo) are never public. A metadata service is reached only if a network names
 * exactly its address, so that fd00::/8 or ::/0 doesn't open one.
 */
export function addressRule(networks: readonly string[]): (address: string) => boolean {
  const named = networks.map((network) => ipaddr.parseCIDR(network));
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.parse(text);
    const open = named.filter((network) => holds(network, address));
    return isMetadata(address)
      ? open.some(([network, prefix]) => prefix === (network.kind() === "ipv4" ? 32 : 128))
      : open.length > 0 || isPublic(address);
  };
}
