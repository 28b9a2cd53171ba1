import { Elysia, NotFoundError } from "elysia";
import { findLogo } from "../../db/agencies/logos.ts";
import { newest } from "../../db/engine/books.ts";
import type { AppContext } from "../http/context.ts";

/** Serves logos to anyone with the URL. A new logo gets a new URL, so responses can be cached forever. */
export const logos = ({ books }: AppContext) =>
  new Elysia({ name: "logos" }).get("/logos/:id", async ({ params }) => {
    const logo = await findLogo(newest(books), params.id);
    if (!logo) throw new NotFoundError();
    return new Response(new Uint8Array(logo.bytes), {
      headers: {
        "content-type": logo.type,
        "cache-control": "private, max-age=31536000, immutable",
      },
    });
  });
