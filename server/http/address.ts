import type { Server } from "bun";
import type { MailServer } from "../../domain/mail/settings.ts";
import { toNetwork } from "./network.ts";

/**
 * Returns the client's IP address for limits, with IPv6 shortened to the /64. Behind a trusted proxy it is
 * the last address that the proxy vouches for.
 */
export function findClientAddress(
  request: Request,
  server: Pick<Server<unknown>, "requestIP"> | null,
  { trustProxy }: { trustProxy: boolean },
): string {
  const forwarded = trustProxy && request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim();
  return toNetwork(forwarded || server?.requestIP(request)?.address || "unknown");
}

/**
 * Returns the origin of links, `https://books.example`: PUBLIC_URL if it is set, because anyone can send
 * another Host.
 */
export function resolveOrigin(
  request: Request,
  { trustProxy, mail }: { trustProxy: boolean; mail: Pick<MailServer, "origin"> },
): string {
  if (mail.origin) return mail.origin;
  const { host, protocol } = new URL(request.url);
  return `${isTls(request, { trustProxy }) ? "https:" : protocol}//${host}`;
}

/** Returns whether the request was encrypted, at least up to a trusted proxy. */
export const isTls = (
  { url, headers }: Request,
  { trustProxy }: { trustProxy: boolean },
): boolean =>
  url.startsWith("https:") || (trustProxy && headers.get("x-forwarded-proto") === "https");
