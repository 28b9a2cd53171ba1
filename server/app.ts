import { Elysia } from "elysia";
import { calls } from "./api/mount.ts";
import { headers } from "./headers.ts";
import type { House } from "./house.ts";
import { logos } from "./logos.ts";
import { pages } from "./pages.ts";
import { refusals } from "./refusals.ts";

export type App = ReturnType<typeof createApp>;

/** The whole HTTP surface. A stranger is answered by logos, page shells and the calls that are open. */
export const createApp = (house: House) =>
  new Elysia({ normalize: false })
    .use(headers(house))
    .use(refusals(house.log))
    .use(logos(house))
    .use(pages(house.built))
    .use(calls(house));
