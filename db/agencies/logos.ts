import { desc, eq } from "drizzle-orm";
import type { Books } from "../engine/books.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { logos } from "../schema/agencies.ts";

/** A picture, decoded and encoded again. */
export interface Picture {
  type: "image/png" | "image/jpeg";
  bytes: Uint8Array;
}

/** Sets the agency's logo and returns its URL. Receipts keep the earlier logo. */
export async function storeLogo(
  tx: Write,
  { agencyId }: Tenant,
  picture: Picture,
): Promise<string> {
  const id = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString("base64url");
  const row = { id, type: picture.type, bytes: Buffer.from(picture.bytes) };
  await tx.insert(logos).values({ agencyId, ...row });
  return logoUrl(id);
}

/** Relative to the server; "" if the agency has no logo. */
export async function findLogoUrl(from: Pick<Write, "select">, tenant: Tenant): Promise<string> {
  const [logo] = await from
    .select({ id: logos.id })
    .from(logos)
    .where(forAgency(tenant, logos))
    .orderBy(desc(logos.entry))
    .limit(1);
  return toLogoUrl(logo?.id);
}

/** Needs no sign-in, because an <img> sends no token. The id cannot be guessed. */
export async function findLogo(books: Books, id: string): Promise<Picture | undefined> {
  const [logo] = await books.read.select().from(logos).where(eq(logos.id, id));
  return logo && { type: logo.type, bytes: logo.bytes };
}

/** Finds a logo by its URL. */
export async function findLogoAt(books: Books, url: string): Promise<Picture | undefined> {
  return url ? findLogo(books, url.slice(logoUrl("").length)) : undefined;
}

/** "" if there is none. */
export const toLogoUrl = (id: string | null | undefined) => (id ? logoUrl(id) : "");

const logoUrl = (id: string) => `/logos/${id}`;
