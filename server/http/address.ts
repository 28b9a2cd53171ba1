import type { Server } from "bun";

/** Where a request came from; behind a trusted proxy, the last address that it vouches for. */
export function addressOf(
  request: Request,
  server: Pick<Server<unknown>, "requestIP"> | null,
  { trustProxy }: { trustProxy: boolean },
): string {
  const forwarded = trustProxy && request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim();
  return forwarded || server?.requestIP(request)?.address || "unknown";
}
