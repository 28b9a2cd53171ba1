import { Elysia, NotFoundError } from "elysia";
import { getMetadata } from "../../db/agency.ts";
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
      const change = isForm(request)
        ? await changeIn(request)
        : { changes: await changesOf(request) };
      return { metadata: await house.clerk.ask("changeMetadata", tenant, change) };
    })
    .post("/users/logo", async ({ tenant, request }) => {
      mustBeAllowed(tenant, "manage metadata");
      const { file } = await formOf(request, "logo");
      if (!file) throw invalid("logo", "Logo is required");
      const change = { changes: {}, logo: await toLogo(file) };
      const { logoUrl } = await house.clerk.ask("changeMetadata", tenant, change);
      return { logoUrl };
    });

async function changeIn(request: Request) {
  const { texts, file } = await formOf(request, "logo");
  return { changes: texts, ...(file && { logo: await toLogo(file) }) };
}

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
