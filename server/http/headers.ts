import { Elysia } from "elysia";
import { isTls } from "./address.ts";
import type { AppContext } from "./context.ts";

const ONLY_PASSKEYS_OF_THE_DEVICE =
  "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), " +
  "publickey-credentials-create=(self), publickey-credentials-get=(self), usb=()";

/** Sets the headers of every response, and logs the request. */
export const headers = ({ books, log, settings }: AppContext) =>
  new Elysia({ name: "headers" })
    .onRequest(({ request, set }) => {
      set.headers["x-content-type-options"] = "nosniff";
      set.headers["referrer-policy"] = "same-origin";
      set.headers["content-security-policy"] = "default-src 'none'; frame-ancestors 'none'";
      set.headers["permissions-policy"] = ONLY_PASSKEYS_OF_THE_DEVICE;
      set.headers["x-request-id"] = crypto.randomUUID();
      if (isTls(request, settings)) set.headers["strict-transport-security"] = "max-age=31536000";
      started.set(request, performance.now());
      const url = URL.parse(request.url);
      if (url?.pathname.startsWith("/api")) set.headers["cache-control"] = "no-store";
      if (url?.protocol.startsWith("http") || isOldHealthCheck(request)) return;
      // Returned, not thrown: elysia 1.4.30 turns an error here into an empty 200.
      const message = "Send a Host header that names this server";
      const [requestId, { method }] = [set.headers["x-request-id"], request];
      log.info("request", { requestId, method, route: "", status: 400 });
      return Response.json(
        { message },
        { status: 400, headers: set.headers as Record<string, string> },
      );
    })
    // The position of the books, which the client sends back, because another server may be behind. Sent
    // with every response, because a client without a position may have heard of another user's write.
    .mapResponse({ as: "global" }, ({ set }) => {
      // A response from the replica of an unreachable server does not prove that position.
      if (!books.primary || books.primary.isAway()) return;
      set.headers["x-bahi-position"] = String(books.primary.position());
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

/** A load balancer may send an HTTP/1.0 health check without a Host. */
const isOldHealthCheck = ({ url, headers }: Request): boolean =>
  /^\/healthz(\?|$)/.test(url) && !headers.has("host");

const started = new WeakMap<Request, number>();
const agencies = new WeakMap<Request, number>();

export function setRequestAgency(request: Request, agencyId: number): void {
  agencies.set(request, agencyId);
}
