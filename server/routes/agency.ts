import { Elysia, NotFoundError } from "elysia";
import { changeMetadata, getMetadata } from "../../db/agency.ts";
import { newest } from "../../db/books.ts";
import { findLogo } from "../../db/logos.ts";
import { invalid, mustBeAllowed } from "../../domain/refusal.ts";
import { changesOf } from "../body.ts";
import { formOf, isForm } from "../form.ts";
import type { House } from "../house.ts";
import { identity } from "../identity.ts";
import { toLogo } from "../logo.ts";

export const agency = (house: House) =>
  new Elysia()
    .use(identity(house))
    .get("/metadata", async ({ tenant }) => ({ metadata: await getMetadata(tenant) }))
    .put("/metadata", async ({ tenant, request }) => {
      mustBeAllowed(tenant, "manage metadata");
      if (!isForm(request)) {
        return { metadata: await changeMetadata(tenant, await changesOf(request), undefined) };
      }
      const { texts, file } = await formOf(request, "logo");
      return { metadata: await changeMetadata(tenant, texts, file && (await toLogo(file))) };
    })
    .post("/users/logo", async ({ tenant, request }) => {
      mustBeAllowed(tenant, "manage metadata");
      const { file } = await formOf(request, "logo");
      if (!file) throw invalid("logo", "Logo is required");
      const { logoUrl } = await changeMetadata(tenant, {}, await toLogo(file));
      return { logoUrl };
    });

/** Open to whoever knows the address. A new logo has a new one, so it may be kept for ever. */
export const logos = ({ books }: House) =>
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
