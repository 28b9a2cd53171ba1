import { findClientAddress } from "../http/address.ts";
import type { Requested } from "./call.ts";

/** Returns where a request with a password or a link comes from, and whether its sender has gone. */
export const toVisitor = ({
  context,
  request,
  server,
}: Pick<Requested, "context" | "request" | "server">) => ({
  address: findClientAddress(request, server, context.settings),
  signal: request.signal,
});
