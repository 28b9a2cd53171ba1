import { Elysia, NotFoundError } from "elysia";
import { findLogo } from "../../db/agencies/logos.ts";
import { newest } from "../../db/engine/books.ts";
import type { AppContext } from "../http/context.ts";

/** Open to whoever knows the address. A new logo has a new one, so it may be kept for ever. */
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
