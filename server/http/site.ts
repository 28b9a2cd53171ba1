import type { Site } from "../../db/agencies/passkeyUse.ts";
import { originOf } from "./address.ts";
import type { AppContext } from "./context.ts";

/** Returns the server as the browser of a request knows it. */
export const findSite = (request: Request, { settings }: Pick<AppContext, "settings">): Site => ({
  origin: originOf(request, settings),
  secret: settings.sessionSecret,
});
