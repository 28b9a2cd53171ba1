import OCTOBER from "../data/gst-returns/2026-10/books.json";
import { done, made, type World } from "../world.ts";

/**
 * Imports the books of test/data/gst-returns into an agency.
 * @param isRegistered with the IRNs that its documents already have
 */
export async function moveOctoberIn(
  world: World,
  slug: "kaveri" | "narmada",
  isRegistered: boolean,
): Promise<void> {
  const { agency, documents, ...rest } = OCTOBER;
  const { owner } = world[slug];
  done(
    await owner.put("/api/metadata", {
      agencyName: agency.tradeName,
      legalName: agency.legalName,
      gstNumber: agency.gstin,
      location: agency.address,
      city: agency.city,
      pin: agency.pin,
      lut: [agency.lut],
      aato: { "2025-26": Number(agency.aatoPreviousYear) },
    }),
  );
  const unregistered = documents.map(({ irn: _, ...document }) => document);
  const books = { agency, ...rest, documents: isRegistered ? documents : unregistered };
  made(await owner.post("/api/import/books", books));
}

export async function findPath(world: World, slug: "kaveri" | "narmada", number: string) {
  const folder = /\/(CN|DN)\//.test(number) ? "notes" : "invoices";
  const { items } = done(await world[slug].owner.get(`/api/${folder}?q=${number}`));
  return `/${folder}/${items[0]._id}`;
}
