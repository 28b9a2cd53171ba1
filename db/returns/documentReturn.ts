import { eq, sql } from "drizzle-orm";
import { today } from "../../domain/dates.ts";
import { type DocumentReturn, findFiledDocument } from "../../domain/gst/returns/amendments.ts";
import { toPeriodLabel } from "../../domain/gst/returns/periods.ts";
import { monthAfter } from "../../domain/months.ts";
import { Refusal } from "../../domain/refusal.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { documents } from "../schema/documents.ts";
import { listFiledPeriods, readFiler } from "./readPeriod.ts";

interface Filed {
  period: string;
  return: "GSTR1" | "IFF";
  date: string;
  file: string;
}

/**
 * Returns what returns reported of an invoice or note, and which open return can amend it.
 * @throws Refusal "missing"
 */
export async function getDocumentReturn(tenant: Tenant, id: string): Promise<DocumentReturn> {
  const { read } = tenant.books;
  const [row] = await read
    .select()
    .from(documents)
    .where(
      forAgency(tenant, documents, eq(documents.id, id), sql`family IN ('INVOICES', 'NOTES')`),
    );
  if (!row) throw new Refusal("missing", "Document not found");
  const [filed] = await read.all<Filed>(sql`
    SELECT g.period, g.return, g.date, g.file FROM filed_documents f
      JOIN filings g ON g.agency_id = f.agency_id AND g.id = f.filing_id
    WHERE f.agency_id = ${tenant.agencyId} AND f.document_id = ${id} AND g.return IN ('GSTR1', 'IFF')
    ORDER BY g.return = 'GSTR1' DESC, g.period DESC LIMIT 1`);
  const returns = await listFiledPeriods(read, tenant, "GSTR1");
  const { amendedIn, number, status } = row;
  const isIssued = status !== "CANCELLED" && status !== "DRAFT";
  const isListed =
    filed?.return === "GSTR1" && isIssued && findFiledDocument(filed.file, number) !== undefined;
  const { filing } = await readFiler(read, tenant);
  const months = filing === "QUARTERLY" ? 3 : 1;
  let amendIn = isListed && !amendedIn ? monthAfter(filed.period, months) : "";
  while (amendIn && returns.has(amendIn)) amendIn = monthAfter(amendIn, months);
  return {
    filed: filed ? { period: filed.period, date: filed.date } : null,
    table: row.family === "NOTES" ? "9C" : "9A",
    amendedIn,
    isAmendmentFiled: amendedIn !== "" && returns.has(amendedIn),
    // A future return cannot amend anything yet.
    amendIn: amendIn > toPeriodLabel(today(), filing) ? "" : amendIn,
  };
}
