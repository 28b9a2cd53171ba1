import { isIPv6 } from "node:net";

/** Hexadecimal groups of the network that one customer of a provider has: a /64. */
const NETWORK_GROUPS = 4;

/**
 * Returns what an address is counted by: an IPv4 address, or of IPv6 the first 64 bits, because one customer
 * has all 2⁶⁴ addresses of such a network. An IPv4 address within IPv6 is that IPv4 address.
 */
export function toNetwork(address: string): string {
  if (!isIPv6(address) || address === "::1") return address;
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped) return mapped;
  // URL writes every address in its one shortest form.
  const [head = [], tail] = new URL(`http://[${address.replace(/%.*/, "")}]`).hostname
    .slice(1, -1)
    .split("::")
    .map((part) => (part ? part.split(":") : []));
  const zeros = tail ? 8 - head.length - tail.length : 0;
  const all = [...head, ...Array(zeros).fill("0"), ...(tail ?? [])];
  return `${all.slice(0, NETWORK_GROUPS).join(":")}::/64`;
}
