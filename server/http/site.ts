import type { Site } from "../../db/agencies/passkeyUse.ts";
import { resolveOrigin } from "./address.ts";
import type { AppContext } from "./context.ts";

/** Returns the server as the request's browser knows it. */
export const findSite = (request: Request, { settings }: Pick<AppContext, "settings">): Site => ({
  origin: resolveOrigin(request, settings),
  secret: settings.sessionSecret,
});
