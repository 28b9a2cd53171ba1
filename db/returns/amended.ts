import { sql } from "drizzle-orm";
import { type Amended, findFiledDocument } from "../../domain/gst/returns/amendments.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import { readDocuments } from "./rows.ts";

// What a return amends, and the filed files that had it.

type Who = Pick<Tenant, "agencyId">;

/** The file of the last GSTR-1 before a period that has a document; what it said stays kept. */
export async function findFile(
  read: Pick<Read, "all">,
  { agencyId }: Who,
  documentId: string,
  label: string,
): Promise<string | undefined> {
  const [found] = await read.all<{ file: string }>(sql`SELECT g.file FROM filed_documents f
    JOIN filings g ON g.agency_id = f.agency_id AND g.id = f.filing_id
    WHERE f.agency_id = ${agencyId} AND f.document_id = ${documentId} AND g.return = 'GSTR1'
      AND g.period < ${label} ORDER BY g.period DESC LIMIT 1`);
  return found?.file;
}

/** What a return amends: each document as it is now, with what the file before had of it. */
export async function readAmended(read: Read, tenant: Who, label: string): Promise<Amended[]> {
  const keys = sql`SELECT id FROM documents
    WHERE agency_id = ${tenant.agencyId} AND amended_in = ${label} AND amended_in <> ''`;
  const all: Amended[] = [];
  for (const document of await readDocuments(read, tenant, keys)) {
    const file = await findFile(read, tenant, document.id, label);
    const was = file && findFiledDocument(file, document.number);
    if (was && document.state === "ISSUED") all.push({ document, was });
  }
  return all;
}

/** Documents whose change since a filing some return tells by an amendment. */
export async function readAmendedIds(read: Read, { agencyId }: Who): Promise<string[]> {
  const rows = await read.all<{ id: string }>(sql`SELECT id FROM documents
    WHERE agency_id = ${agencyId} AND amended_in <> ''`);
  return rows.map(({ id }) => id);
}
