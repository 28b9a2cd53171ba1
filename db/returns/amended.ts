import { sql } from "drizzle-orm";
import { type Amended, asFiled, findFiledDocument } from "../../domain/gst/returns/amendments.ts";
import type { ReturnDocument } from "../../domain/gst/returns/books.ts";
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

/** Puts documents of a filed period that a later return amends back to what the filed file has of them. */
export async function restate(
  read: Read,
  { agencyId }: Who,
  filing: string | undefined,
  documents: ReturnDocument[],
): Promise<string[]> {
  if (!filing) return [];
  const rows = await read.all<{ id: string; file: string }>(sql`
    SELECT d.id, g.file FROM filings g
      JOIN filed_documents f ON f.agency_id = g.agency_id AND f.filing_id = g.id
      JOIN documents d ON d.agency_id = f.agency_id AND d.id = f.document_id AND d.amended_in > g.period
    WHERE g.agency_id = ${agencyId} AND g.id = ${filing}`);
  const restated: string[] = [];
  for (const { id, file } of rows) {
    const at = documents.findIndex((one) => one.id === id);
    const document = documents[at];
    const was = document && findFiledDocument(file, document.number);
    if (!was) continue;
    documents[at] = asFiled({ document, was });
    restated.push(id);
  }
  return restated;
}

/** Documents whose change since a filing some return tells by an amendment. */
export async function readAmendedIds(read: Read, { agencyId }: Who): Promise<string[]> {
  const rows = await read.all<{ id: string }>(sql`SELECT id FROM documents
    WHERE agency_id = ${agencyId} AND amended_in <> ''`);
  return rows.map(({ id }) => id);
}
