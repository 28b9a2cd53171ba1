import { Elysia } from "elysia";
import type { House } from "./house.ts";

const NOTHING_OF_THE_DEVICE =
  "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()";

/** What every answer carries, and the line that the log keeps of it. */
export const headers = ({ books, log, settings }: House) =>
  new Elysia({ name: "headers" })
    .onRequest(({ request, set }) => {
      set.headers["x-content-type-options"] = "nosniff";
      set.headers["referrer-policy"] = "same-origin";
      set.headers["content-security-policy"] = "default-src 'none'; frame-ancestors 'none'";
      set.headers["permissions-policy"] = NOTHING_OF_THE_DEVICE;
      set.headers["x-request-id"] = crypto.randomUUID();
      const isTls =
        request.url.startsWith("https:") ||
        (settings.trustProxy && request.headers.get("x-forwarded-proto") === "https");
      if (isTls) set.headers["strict-transport-security"] = "max-age=31536000";
      if (new URL(request.url).pathname.startsWith("/api"))
        set.headers["cache-control"] = "no-store";
      started.set(request, performance.now());
    })
    // How far the books have come, which its reader sends back: another server may be behind. Of every
    // answer, for who knows no position may have been told of a write by somebody else.
    .mapResponse({ as: "global" }, ({ set }) => {
      if (books.primary) set.headers["x-bahi-position"] = String(books.primary.position());
    })
    .onAfterResponse({ as: "global" }, ({ request, responseValue, route, set }) => {
      const ms = Math.round((performance.now() - (started.get(request) ?? 0)) * 10) / 10;
      const requestId = set.headers["x-request-id"];
      log.info("request", {
        requestId,
        agency: agencies.get(request),
        method: request.method,
        route,
        status: responseValue instanceof Response ? responseValue.status : (set.status ?? 200),
        ms,
      });
    });

const started = new WeakMap<Request, number>();
const agencies = new WeakMap<Request, number>();

/** For the log's line: whose request it is, once that is known. */
export function noteAgency(request: Request, agencyId: number): void {
  agencies.set(request, agencyId);
}
