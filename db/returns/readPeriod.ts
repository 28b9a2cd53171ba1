import { eq, sql } from "drizzle-orm";
import type { Filing as Frequency } from "../../domain/agencies/agency.ts";
import { today } from "../../domain/dates.ts";
import type { Family } from "../../domain/documents/kinds.ts";
import { invoiceDays } from "../../domain/gst/lateInvoice.ts";
import {
  type CountedDocument,
  type Filer,
  type PeriodBooks,
  type ReturnDocument,
  toReportedText,
} from "../../domain/gst/returns/books.ts";
import { type Period, parsePeriod } from "../../domain/gst/returns/periods.ts";
import { roundToPaise } from "../../domain/money.ts";
import { monthAfter } from "../../domain/months.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import { agencies } from "../schema/agencies.ts";
import { readAdvanceEntries } from "../taxbook/entries.ts";
import { readAdvances } from "./advances.ts";
import { readAmended, readReported, restate } from "./amended.ts";
import { readDuplicates, readNumbers, readOverCredited } from "./numbers.ts";
import { readDocuments, readVouchers } from "./rows.ts";

// Reads the input of a return from the books. The cost depends on the size of the period and its financial
// year, so it runs in a reader thread.

type Who = Pick<Tenant, "agencyId">;

/** @throws Refusal "missing" if the label is not a period, "conflict" if the agency files no returns */
export async function findPeriod(
  read: Read,
  tenant: Who,
  label: string,
): Promise<{ filer: Filer; period: Period }> {
  const { filer, filing } = await readFiler(read, tenant);
  const period = parsePeriod(label, filing);
  if (!period) throw new Refusal("missing", "Period must be a month, written YYYY-MM");
  assertFilesReturns(filer);
  return { filer, period };
}

/** @throws Refusal "conflict" if the agency is under composition */
export function assertFilesReturns({ isComposition }: Pick<Filer, "isComposition">): void {
  if (!isComposition) return;
  throw new Refusal(
    "conflict",
    "An agency under composition files CMP-08 and GSTR-4, not GSTR-1 or GSTR-3B",
  );
}

export async function readFiler(
  read: Read,
  { agencyId }: Who,
): Promise<{ filer: Filer; filing: Frequency }> {
  const [agency] = await read.select().from(agencies).where(eq(agencies.id, agencyId));
  if (!agency) throw new Error("The tenant no longer exists");
  const { name, gstNumber, legalName, location, city, pin, lut, aato, isComposition } = agency;
  const turnover = Object.entries(aato).map(([year, rupees]) => [year, roundToPaise(rupees)]);
  const filer = {
    gstin: gstNumber.trim().toUpperCase(),
    legalName: legalName || name,
    tradeName: name,
    address: location,
    city,
    pin,
    lut,
    isComposition,
    aato: Object.fromEntries(turnover) as Filer["aato"],
  };
  return { filer, filing: agency.filing };
}

/** Returns the filing ids of filed returns, by period label. */
export async function listFiledPeriods(
  read: Read,
  { agencyId }: Who,
  which: "GSTR1" | "GSTR3B" | "IFF",
): Promise<Map<string, string>> {
  const rows = await read.all<{ period: string; id: string }>(sql`
    SELECT period, id FROM filings WHERE agency_id = ${agencyId} AND return = ${which}`);
  return new Map(rows.map(({ period, id }) => [period, id]));
}

/** Reads the books of a period. Pass a snapshot to get consistent data. */
export async function readPeriod(
  read: Read,
  tenant: Who,
  { filer, period }: { filer: Filer; period: Period },
): Promise<PeriodBooks> {
  const isWhole = period.return === "GSTR1";
  const filed = await listFiledPeriods(read, tenant, isWhole ? "GSTR1" : "IFF");
  const filing = filed.get(period.label);
  const from = findLateSince(period, filed);
  const ours = await readFiled(read, tenant, filing);
  const keys = (family: Family) => selectKeys(tenant, period, family, filing, from);
  const [invoices, notes] = [
    await readDocuments(read, tenant, keys("INVOICES")),
    await readDocuments(read, tenant, keys("NOTES")),
  ];
  const amended = isWhole ? await readAmended(read, tenant, period.label, filing) : [];
  const isAmended = new Set(amended.map(({ document }) => document.id));
  // Documents without a supply, such as notes without GST, are in no table and no number range.
  const documents = [...invoices, ...notes].filter(
    ({ id, lines }) => lines.length > 0 && !isAmended.has(id),
  );
  const ofCounted = (["VOUCHERS", "PAYMENT_VOUCHERS", "BILLS"] as const).map(keys);
  const counted = await readCounted(read, tenant, sql.join(ofCounted, sql` UNION `));
  const vouchers = await readVouchers(read, tenant, voucherKeys(tenant, period, keys("VOUCHERS")));
  await markCarried(read, tenant, period, documents);
  const came = [...documents.filter(({ state }) => state !== "DRAFT"), ...counted];
  // An IFF has part of its month. The rest belongs to the quarter's return, so nothing is late.
  const now = new Map(documents.map((one) => [one.id, hashText(toReportedText(one))]));
  const reported = await readReported(read, tenant, now);
  const restated = await restate(read, tenant, isWhole ? filing : undefined, documents);
  const isClosed = isWhole && filing !== undefined;
  const isLate = ({ id, date }: (typeof came)[number]) =>
    isClosed ? !ours.has(id) : date < period.dateFrom;
  const wasChanged = (id: string, text: string) => ours.has(id) && ours.get(id) !== hashText(text);
  return {
    period,
    filer,
    documents,
    restated,
    amended,
    vouchers,
    counted,
    taxed: await readAdvanceEntries(read, tenant, period),
    advances: await readAdvances(read, tenant, period.dateTo),
    late: came.filter(isLate).map(({ id }) => id),
    elsewhere: isClosed
      ? [...documents, ...counted].filter(({ id }) => !ours.has(id)).map(({ id }) => id)
      : [],
    changed: [
      ...documents.filter(
        ({ id }) => !reported.has(id) && ours.has(id) && ours.get(id) !== now.get(id),
      ),
      ...counted.filter((one) => wasChanged(one.id, toCountedText(one))),
    ].map(({ id }) => id),
    ...(await readNumbers(read, tenant, period, [...documents, ...counted])),
    duplicates: await readDuplicates(read, tenant, period),
    overCredited: await readOverCredited(read, tenant, documents),
    today: today(),
  };
}

/** The text that a return reports of a voucher. */
export const toCountedText = ({ kind, number, date, isCancelled }: CountedDocument): string =>
  JSON.stringify([kind, number, date, isCancelled]);

export const hashText = (text: string): string =>
  new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, 32);

/** Returns a filing's documents with the digests of their reported text. */
async function readFiled(
  read: Read,
  { agencyId }: Who,
  filing: string | undefined,
): Promise<Map<string, string>> {
  if (!filing) return new Map();
  const rows = await read.all<{ id: string; digest: string }>(sql`
    SELECT document_id AS id, digest FROM filed_documents
    WHERE agency_id = ${agencyId} AND filing_id = ${filing}`);
  return new Map(rows.map(({ id, digest }) => [id, digest]));
}

/** How long a document can still be reported: this financial year and the one before. */
const PERIODS_BACK = 24;

/**
 * Returns the start of the filed periods right before an open one, whose late documents it reports; its own
 * first day if there are none.
 */
export function findLateSince(period: Period, filed: Map<string, string>): string {
  if (period.return === "IFF" || filed.has(period.label)) return period.dateFrom;
  const step = period.filing === "QUARTERLY" ? 3 : 1;
  let from = period.dateFrom;
  for (let back = 1; back * step <= PERIODS_BACK; back++) {
    const label = monthAfter(period.label, -back * step);
    if (!filed.has(label)) break;
    from = parsePeriod(label, period.filing)?.dateFrom ?? from;
  }
  return from;
}

/** SQLite’s modifier for the days in which an invoice must be issued. */
const LATE_AFTER = `+${invoiceDays(today())} days`;

/**
 * For an open period: documents dated in it or late, and in no filed return. For a filed one: the documents
 * it reported, and unreported ones dated in it.
 */
function selectKeys(
  { agencyId }: Who,
  period: Period,
  family: string,
  filing: string | undefined,
  lateFrom: string,
) {
  const isReported = sql`EXISTS (SELECT 1 FROM filed_documents f JOIN filings g
    ON g.agency_id = f.agency_id AND g.id = f.filing_id
    WHERE f.agency_id = ${agencyId} AND f.document_id = documents.id AND g.return = 'GSTR1')`;
  const open = period.return === "IFF" ? sql`` : sql` AND NOT ${isReported}`;
  const ofFiling = filing
    ? sql` UNION SELECT f.document_id FROM filed_documents f JOIN documents d
        ON d.agency_id = f.agency_id AND d.id = f.document_id AND d.family = ${family}
        WHERE f.agency_id = ${agencyId} AND f.filing_id = ${filing}`
    : sql``;
  const isLate = sql`service_date <> '' AND date > date(service_date, ${LATE_AFTER})`;
  const ofService =
    family === "INVOICES"
      ? sql` UNION SELECT id FROM documents WHERE agency_id = ${agencyId} AND family = ${family} AND ${isLate}
          AND service_date BETWEEN ${lateFrom} AND ${period.dateTo} AND status <> 'DRAFT'${open}`
      : sql``;
  return sql`SELECT id FROM documents WHERE agency_id = ${agencyId} AND family = ${family}
    AND date BETWEEN ${lateFrom} AND ${period.dateTo}
    AND (date >= ${period.dateFrom} OR status <> 'DRAFT')
    AND NOT (${isLate} AND service_date < ${lateFrom})${open}${ofService}${ofFiling}`;
}

/** Vouchers of the period, and earlier ones used or refunded in it. */
const voucherKeys = (
  { agencyId }: Who,
  { dateFrom, dateTo }: Period,
  ofPeriod: ReturnType<typeof selectKeys>,
) =>
  sql`${ofPeriod} UNION SELECT iif(kind = 'ADVANCE', source_id, document_id) FROM settlements
    WHERE agency_id = ${agencyId} AND date BETWEEN ${dateFrom} AND ${dateTo}
      AND kind IN ('ADVANCE', 'REFUND')`;

async function readCounted(
  read: Read,
  { agencyId }: Who,
  keys: ReturnType<typeof selectKeys>,
): Promise<CountedDocument[]> {
  const rows = await read.all<Omit<CountedDocument, "isCancelled"> & { isCancelled: number }>(sql`
    SELECT id, kind, number, date, status IN ('CANCELLED', 'DRAFT') AS "isCancelled" FROM documents
    WHERE agency_id = ${agencyId} AND id IN (${keys})
      AND kind IN ('RECEIPT_VOUCHER', 'REFUND_VOUCHER', 'SELF_INVOICE', 'PAYMENT_VOUCHER')`);
  return rows.map((row) => ({ ...row, isCancelled: row.isCancelled === 1 }));
}

/** Marks the documents of a quarter that an IFF has already reported. */
async function markCarried(
  read: Read,
  { agencyId }: Who,
  period: Period,
  documents: ReturnDocument[],
): Promise<void> {
  if (period.return === "IFF" || period.filing === "MONTHLY") return;
  const rows = await read.all<{ id: string; period: string }>(sql`
    SELECT f.document_id AS id, g.period FROM filings g JOIN filed_documents f
      ON f.agency_id = g.agency_id AND f.filing_id = g.id
    WHERE g.agency_id = ${agencyId} AND g.return = 'IFF'
      AND g.period BETWEEN ${period.dateFrom.slice(0, 7)} AND ${period.label}`);
  const carried = new Map(rows.map(({ id, period }) => [id, period]));
  for (const document of documents) document.iff = carried.get(document.id) ?? "";
}
