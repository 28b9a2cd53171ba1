import { findClientAddress } from "../http/address.ts";
import type { Requested } from "./call.ts";

/** Returns the address a sign-in or link request comes from, and whether its sender has disconnected. */
export const toVisitor = ({
  context,
  request,
  server,
}: Pick<Requested, "context" | "request" | "server">) => ({
  address: findClientAddress(request, server, context.settings),
  signal: request.signal,
});
