import { Elysia } from "elysia";
import { calls } from "./api/mount.ts";
import type { AppContext } from "./context.ts";
import { headers } from "./headers.ts";
import { logos } from "./logos.ts";
import { pages } from "./pages.ts";
import { refusals } from "./refusals.ts";

export type App = ReturnType<typeof createApp>;

/** The whole HTTP surface. A stranger is answered by logos, page shells and the calls that are open. */
export const createApp = (context: AppContext) =>
  new Elysia({ normalize: false })
    .use(headers(context))
    .use(refusals(context.log))
    .use(logos(context))
    .use(pages(context.built))
    .use(calls(context));
