import { Elysia } from "elysia";
import { calls } from "./api/mount.ts";
import type { AppContext } from "./http/context.ts";
import { refusals } from "./http/errors.ts";
import { headers } from "./http/headers.ts";
import { logos } from "./pages/logos.ts";
import { pages } from "./pages/serve.ts";

export type App = ReturnType<typeof createApp>;

/** The whole HTTP surface. A stranger is answered by logos, page shells and the calls that are open. */
export const createApp = (context: AppContext) =>
  new Elysia({ normalize: false })
    .use(headers(context))
    .use(refusals(context.log))
    .use(logos(context))
    .use(pages(context.built))
    .use(calls(context));
