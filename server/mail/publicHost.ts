import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

export const MAIL_PORTS = [25, 465, 587, 2525];

/**
 * Returns the address to connect to. A user can enter any host, so it is resolved once and every address
 * must be public: otherwise anyone could reach the server's private network.
 * @throws PrivateHost if one is not
 */
export async function resolvePublic(host: string): Promise<string> {
  const found = isIP(host) ? [{ address: host }] : await lookup(host, { all: true });
  const [first] = found;
  if (!first || !found.every(({ address }) => isPublic(address))) throw new PrivateHost();
  return first.address;
}

const isPublic = (address: string): boolean => ipaddr.process(address).range() === "unicast";

export class PrivateHost extends Error {
  constructor() {
    super("The host is not on the internet: enter a mail server with a public address");
  }
}
