import { isIPv6 } from "node:net";

/** Hexadecimal groups of the network that a provider gives one customer: a /64. */
const NETWORK_GROUPS = 4;

/**
 * Returns the key of an address for limits: an IPv4 address, or the first 64 bits of an IPv6 address,
 * because one customer has all 2⁶⁴ addresses of that network. An IPv4 address mapped into IPv6 counts as
 * IPv4.
 */
export function toNetwork(address: string): string {
  if (!isIPv6(address) || address === "::1") return address;
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped) return mapped;
  // URL normalizes every address to its shortest form.
  const [head = [], tail] = new URL(`http://[${address.replace(/%.*/, "")}]`).hostname
    .slice(1, -1)
    .split("::")
    .map((part) => (part ? part.split(":") : []));
  const zeros = tail ? 8 - head.length - tail.length : 0;
  const all = [...head, ...Array(zeros).fill("0"), ...(tail ?? [])];
  return `${all.slice(0, NETWORK_GROUPS).join(":")}::/64`;
}
