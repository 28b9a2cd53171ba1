import { and, eq, sql } from "drizzle-orm";
import { formatDate } from "../../domain/dates.ts";
import { filterReported, toReportedText } from "../../domain/gst/returns/books.ts";
import {
  type FiledReturn,
  type Filing,
  type NewFiling,
  RETURN_NAMES,
} from "../../domain/gst/returns/filings.ts";
import { buildGstr1, filterSection, type Gstr1 } from "../../domain/gst/returns/gstr1.ts";
import { periodName } from "../../domain/gst/returns/periods.ts";
import { invalid, Refusal } from "../../domain/refusal.ts";
import { recordChange } from "../engine/audit.ts";
import type { Read } from "../engine/books.ts";
import { newId } from "../engine/id.ts";
import { insertRows } from "../engine/insertRows.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "../engine/transaction.ts";
import { creditReversals } from "../schema/gstr2b.ts";
import { filedDocuments, filings } from "../schema/returns.ts";
import { buildGstr3bFile, type GstFile, gstr1File } from "./files.ts";
import { readGstr3b } from "./gstr3b.ts";
import { listBillIds } from "./inward.ts";
import { findPeriod, hashText, readPeriod, toCountedText } from "./readPeriod.ts";

// Filed returns. A filing stores its file and a digest of each reported document, so that late and changed
// documents are found. It locks nothing.

/** Lists the filings of a period, oldest first. */
export async function listFilings(
  read: Pick<Read, "all">,
  { agencyId }: Pick<Tenant, "agencyId">,
  label: string,
): Promise<Filing[]> {
  const rows = await read.all<Omit<Filing, "createdBy"> & { userId: string; fullName: string }>(sql`
    SELECT f.id AS _id, f.period, f.return, f.date, f.arn, f.file_name AS "fileName",
      (SELECT count(*) FROM filed_documents d WHERE d.agency_id = f.agency_id AND d.filing_id = f.id)
        AS documents, f.created_at AS "createdAt", u.id AS "userId", u.name AS "fullName"
    FROM filings f JOIN users u ON u.agency_id = f.agency_id AND u.id = f.created_by
    WHERE f.agency_id = ${agencyId} AND f.period = ${label} ORDER BY f.id`);
  return rows.map(({ userId: _id, fullName, ...filing }) => ({
    ...filing,
    createdBy: { _id, fullName },
  }));
}

/** Returns the file of a filed return; undefined if it is not filed. */
export async function findFiling(
  read: Pick<Read, "all">,
  { agencyId }: Pick<Tenant, "agencyId">,
  label: string,
  which: FiledReturn,
): Promise<GstFile | undefined> {
  const [filed] = await read.all<GstFile>(sql`SELECT file_name AS name, file AS text FROM filings
    WHERE agency_id = ${agencyId} AND return = ${which} AND period = ${label}`);
  return filed;
}

/**
 * Marks a return as filed, with its file and the documents it reported.
 * @throws Refusal "conflict" if it is already filed, "invalid" before the end of its period
 */
export function fileReturn(
  tenant: Tenant,
  { period: label, ...input }: NewFiling & { period: string },
): Promise<Filing> {
  return withIdempotency(tenant, async (tx) => {
    const found = await findPeriod(tx, tenant, label);
    const { period } = found;
    assertReturnOfPeriod(period.return, input.return);
    const [known] = (await listFilings(tx, tenant, label)).filter(
      (filing) => filing.return === input.return,
    );
    const what = `${RETURN_NAMES[input.return]} for ${periodName(period)}`;
    if (known) {
      const when = `ARN ${known.arn}, ${formatDate(known.date)}`;
      throw new Refusal("conflict", `${what} is already filed: ${when}`);
    }
    if (input.date <= period.dateTo) {
      throw invalid("date", `${what} can be filed only after ${formatDate(period.dateTo)}`);
    }
    const books = input.return === "GSTR3B" ? await readGstr3b(tx, tenant, found) : undefined;
    const gstr1 = books?.gstr1 ?? buildGstr1(await readPeriod(tx, tenant, found));
    const file = books ? buildGstr3bFile(gstr1, books.portalTables) : gstr1File(gstr1);
    const bills = books ? await listBillIds(tx, tenant, found) : [];
    const id = newId();
    await tx.insert(filings).values({
      agencyId: tenant.agencyId,
      id,
      period: label,
      ...input,
      fileName: file.name,
      file: file.text,
      createdBy: tenant.userId,
      createdAt: nowFor(tenant),
    });
    const bought = bills.map((billId): [string, string] => [billId, ""]);
    const rows = [...reportedBy(gstr1, input.return), ...bought].map(([documentId, text]) => ({
      agencyId: tenant.agencyId,
      filingId: id,
      documentId,
      digest: hashText(text),
    }));
    await insertRows(tx, filedDocuments, rows);
    const after = await getFiling(tx, tenant, label, id);
    await recordChange(tx, tenant, "CREATE", "Filing", { after });
    return after;
  });
}

/** An IFF is filed for the first months of a quarter, GSTR-1 and GSTR-3B for all other periods. */
function assertReturnOfPeriod(ofPeriod: "GSTR1" | "IFF", which: FiledReturn): void {
  if (ofPeriod === "IFF" && which !== "IFF") {
    throw invalid("return", "For the first two months of a quarter you file only an IFF");
  }
  if (ofPeriod === "GSTR1" && which === "IFF") {
    throw invalid("return", "An IFF is for the first two months of a quarter");
  }
}

/** Lists the sales documents that a return reports, by id, with their text. GSTR-3B has only totals. */
function reportedBy(gstr1: Gstr1, which: FiledReturn): [id: string, text: string][] {
  if (which === "GSTR3B") return [];
  if (which === "IFF") {
    const sent = [...filterSection(gstr1, "b2b"), ...filterSection(gstr1, "cdnr")];
    return sent.map(({ document }) => [document.id, toReportedText(document)]);
  }
  const { books } = gstr1;
  // A draft only occupies a number. Once it is issued, it counts as late.
  const documents = filterReported(books.documents, books).filter(({ state }) => state !== "DRAFT");
  return [
    ...documents.map((one): [string, string] => [one.id, toReportedText(one)]),
    ...books.amended.map(({ document }): [string, string] => [
      document.id,
      toReportedText(document),
    ]),
    ...filterReported(books.counted, books).map((one): [string, string] => [
      one.id,
      toCountedText(one),
    ]),
  ];
}

async function getFiling(tx: Write, tenant: Tenant, label: string, id: string): Promise<Filing> {
  const found = (await listFilings(tx, tenant, label)).find(({ _id }) => _id === id);
  if (!found) throw new Error("The new filing was not returned");
  return found;
}

/** Reopens the period and deletes its file. @throws Refusal "missing" if it is not filed */
export function reopenReturn(tenant: Tenant, label: string, which: FiledReturn): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const all = await listFilings(tx, tenant, label);
    const before = all.find((filing) => filing.return === which);
    if (!before) throw new Refusal("missing", `${RETURN_NAMES[which]} is not marked as filed`);
    const isOfReturn = forAgency(tenant, creditReversals, eq(creditReversals.period, label));
    if (which === "GSTR3B") await tx.delete(creditReversals).where(isOfReturn);
    await tx.delete(filings).where(forAgency(tenant, filings, and(eq(filings.id, before._id))));
    await recordChange(tx, tenant, "DELETE", "Filing", { before });
  });
}
