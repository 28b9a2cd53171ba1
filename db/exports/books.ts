import { eq } from "drizzle-orm";
import { assertAllowed } from "../../domain/refusal.ts";
import type { Read } from "../engine/books.ts";
import { streamSnapshot } from "../engine/snapshot.ts";
import type { Tenant } from "../engine/tenant.ts";
import { agencies } from "../schema/agencies.ts";
import {
  readFileBills,
  readFileDocuments,
  readFilePayments,
  readFileVouchers,
} from "./documents.ts";
import { readFileOpenings } from "./openings.ts";
import { readFileClients, readFileVendors } from "./parties.ts";
import { readInward, readReversals } from "./purchases.ts";

/**
 * Streams the books as JSON in the shape that an import of books reads, from one snapshot.
 * @throws Refusal "forbidden" unless the user may export the agency
 */
export function exportBooks(tenant: Tenant): AsyncGenerator<string> {
  assertAllowed(tenant, "export the agency");
  return streamSnapshot(tenant.books, (read) => renderBooks(read, tenant));
}

/** The sections of the file in order. Each yields slices, so that other work runs in between. */
const SECTIONS = {
  clients: readFileClients,
  documents: readFileDocuments,
  vouchers: readFileVouchers,
  vendors: readFileVendors,
  bills: readFileBills,
  inwardDocuments: readInward,
  reclaimed: readReversals,
  payments: readFilePayments,
  openings: readFileOpenings,
};

async function* renderBooks(read: Read, tenant: Tenant): AsyncGenerator<string> {
  const [agency] = await read
    .select({ gstin: agencies.gstNumber })
    .from(agencies)
    .where(eq(agencies.id, tenant.agencyId));
  let before = `{"agency":${JSON.stringify({ gstin: agency?.gstin ?? "" })}`;
  for (const [name, slicesOf] of Object.entries(SECTIONS)) {
    yield `${before},\n"${name}":[`;
    let mark = "\n";
    for await (const slice of slicesOf(read, tenant)) {
      if (slice.length === 0) continue;
      yield mark + slice.map((one) => JSON.stringify(one)).join(",\n");
      mark = ",\n";
    }
    before = "]";
  }
  yield "]}\n";
}
