import { Elysia } from "elysia";
import { calls } from "./api/mount.ts";
import type { AppContext } from "./http/context.ts";
import { refusals } from "./http/errors.ts";
import { headers } from "./http/headers.ts";
import { logos } from "./pages/logos.ts";
import { pages } from "./pages/serve.ts";
import { shared } from "./pages/shared.ts";

export type App = ReturnType<typeof createApp>;

/** Creates the HTTP app. Without a session it serves logos, page shells, share links and open calls. */
export function createApp(context: AppContext) {
  const app = new Elysia({ normalize: false })
    .use(headers(context))
    .use(refusals(context.log))
    .use(logos(context))
    .use(shared(context))
    .use(pages(context.built))
    .use(calls(context));
  context.handle = (request) => app.handle(request);
  return app;
}
