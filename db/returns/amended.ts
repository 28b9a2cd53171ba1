import { sql } from "drizzle-orm";
import {
  type Amended,
  findFiledDocument,
  toFiledDocument,
} from "../../domain/gst/returns/amendments.ts";
import type { ReturnDocument } from "../../domain/gst/returns/books.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import { readDocuments } from "./rows.ts";

// Amendments of a return, and the filed files they amend.

type Who = Pick<Tenant, "agencyId">;

/** Returns the file of the last GSTR-1 before a period that reported a document. */
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

/**
 * Returns a return's amendments: each current document with what the earlier file reported. A filed return
 * shows its own file's version.
 */
export async function readAmended(
  read: Read,
  tenant: Who,
  label: string,
  filing: string | undefined,
): Promise<Amended[]> {
  const own = sql`agency_id = ${tenant.agencyId}`;
  const had = sql`SELECT document_id FROM filed_documents WHERE ${own} AND filing_id = ${filing ?? ""}`;
  const again = sql`amended_in > ${label} AND id IN (${had})`;
  const keys = sql`SELECT id FROM documents WHERE ${own} AND amended_in <> ''
    AND (amended_in = ${label} OR (${again}))`;
  const [filed] = filing
    ? await read.all<{ file: string }>(
        sql`SELECT file FROM filings WHERE ${own} AND id = ${filing}`,
      )
    : [];
  const all: Amended[] = [];
  for (const document of await readDocuments(read, tenant, keys)) {
    const file = await findFile(read, tenant, document.id, label);
    const was = file && findFiledDocument(file, document.number);
    const reported = filed && findFiledDocument(filed.file, document.number);
    if (!was || document.state !== "ISSUED") continue;
    all.push({ document: reported ? toFiledDocument({ document, was: reported }) : document, was });
  }
  return all;
}

/** Replaces documents of a filed period that a later return amends by their version in the filed file. */
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
    documents[at] = toFiledDocument({ document, was });
    restated.push(id);
  }
  return restated;
}

/**
 * Returns the changed documents whose change is covered by an amendment: in an open return, or in a filed one
 * that reported the current version.
 * @param now digests of the current documents
 */
export async function readReported(
  read: Read,
  { agencyId }: Who,
  now: Map<string, string>,
): Promise<Set<string>> {
  const rows = await read.all<{ id: string; digest: string | null }>(sql`SELECT d.id, f.digest
    FROM documents d LEFT JOIN filings g ON g.agency_id = d.agency_id AND g.period = d.amended_in
      AND g.return = 'GSTR1'
    LEFT JOIN filed_documents f ON f.agency_id = g.agency_id AND f.filing_id = g.id AND f.document_id = d.id
    WHERE d.agency_id = ${agencyId} AND d.amended_in <> ''`);
  const isReported = ({ id, digest }: (typeof rows)[number]) =>
    digest === null || !now.has(id) || digest === now.get(id);
  return new Set(rows.filter(isReported).map(({ id }) => id));
}
