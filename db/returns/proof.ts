import { sql } from "drizzle-orm";
import type { Filer } from "../../domain/gst/returns/books.ts";
import type { Period } from "../../domain/gst/returns/periods.ts";
import { CANCELLED, CANCELLED_LATER } from "../../domain/taxbook/cancelled.ts";
import type { TaxEntry } from "../../domain/taxbook/entries.ts";
import { toTaxPostings } from "../../domain/taxbook/entries.ts";
import {
  type BookedDocument,
  buildProof,
  type EntryView,
  type OtherMove,
  type ProofLine,
  type ProofView,
  showEntries,
  showProof,
} from "../../domain/taxbook/proof.ts";
import { START, START_DOCUMENT } from "../../domain/taxbook/start.ts";
import type { Read } from "../engine/books.ts";
import { withSnapshot } from "../engine/snapshot.ts";
import type { Tenant } from "../engine/tenant.ts";
import { taxEntries } from "../schema/taxBook.ts";
import { readEntries, readInwardEntries, readSoldEntries } from "../taxbook/entries.ts";
import { readGstr3b } from "./gstr3b.ts";
import { findPeriod } from "./readPeriod.ts";

// Compares a period's returns with the tax ledgers.

type Who = Pick<Tenant, "agencyId">;

/** For a reader thread. @throws as `findPeriod` */
export const getProof = (tenant: Tenant, label: string): Promise<ProofView> =>
  withSnapshot(tenant.books, async (read) => {
    const found = await findPeriod(read, tenant, label);
    return showProof(label, await readProof(read, tenant, found));
  });

/** For a reader thread. Lists the tax entries of a period. @throws as `findPeriod` */
export const listTaxEntries = (
  tenant: Tenant,
  label: string,
): Promise<{ period: string; items: EntryView[] }> =>
  withSnapshot(tenant.books, async (read) => {
    const found = await findPeriod(read, tenant, label);
    const { gstr1, common } = await readGstr3b(read, tenant, found);
    const bought = await readInwardEntries(read, tenant, label);
    const sold = await readSoldEntries(read, tenant, label);
    return { period: label, items: showEntries(gstr1, [...sold, ...bought, ...common]) };
  });

export async function readProof(
  read: Read,
  who: Who,
  found: { filer: Filer; period: Period },
): Promise<ProofLine[]> {
  const { label, dateFrom, dateTo } = found.period;
  const { gstr1, portalTables, common, parts } = await readGstr3b(read, who, found);
  const { period, posted } = taxEntries;
  const kept = await readEntries(
    read,
    who,
    sql`(${period} = ${label} OR ${posted} BETWEEN ${dateFrom} AND ${dateTo})`,
  );
  // An open return's common credit is posted when it is filed.
  const entries = [...kept, ...common.map((one) => ({ ...one, against: "" }))];
  const range = { dateFrom, dateTo };
  return buildProof({
    gstr1,
    tables: portalTables,
    entries,
    credits: parts.credits,
    booked: await readBooked(read, who, range),
    moved: await readMoved(read, who, range),
    others: [
      ...(await readOthers(read, who, range)),
      ...(await readShifted(read, who, range, entries)),
    ],
  });
}

interface Range {
  dateFrom: string;
  dateTo: string;
}

/** Reads the period's invoices and notes with the tax they post. */
const readBooked = (read: Read, { agencyId }: Who, { dateFrom, dateTo }: Range) => {
  const tax = (head: string) =>
    sql.raw(`iif(kind = 'CREDIT_NOTE', -1, 1) * ${head}_paise AS ${head}`);
  return read.all<BookedDocument>(sql`
    SELECT id, number, ${tax("igst")}, ${tax("cgst")}, ${tax("sgst")} FROM documents
    WHERE agency_id = ${agencyId} AND family IN ('INVOICES', 'NOTES')
      AND date BETWEEN ${dateFrom} AND ${dateTo} AND status IN ('SENT', 'PARTIALLY_PAID', 'PAID')`);
};

const isTaxLedger = sql.raw(
  "(ledger GLOB 'output_[ics]gst' OR ledger GLOB 'input_[ics]gst' OR ledger GLOB 'rcm_[ics]gst')",
);

/** Reads the movements of the tax ledgers, without those of filings. */
async function readMoved(
  read: Read,
  { agencyId }: Who,
  { dateFrom, dateTo }: Range,
): Promise<Map<string, number>> {
  const rows = await read.all<{ ledger: string; paise: number }>(sql`
    SELECT ledger, sum(paise) AS paise FROM (
      SELECT ledger, (debit_crores - credit_crores) * 1000000000 + debit_paise - credit_paise AS paise
        FROM ledger_days WHERE agency_id = ${agencyId} AND date BETWEEN ${dateFrom} AND ${dateTo}
      UNION ALL SELECT ledger, -paise FROM tax_postings WHERE agency_id = ${agencyId}
        AND date BETWEEN ${dateFrom} AND ${dateTo}
        AND (document GLOB 'filing *' OR document = ${START_DOCUMENT}))
    WHERE ${isTaxLedger} GROUP BY ledger`);
  return new Map(rows.map(({ ledger, paise }) => [ledger, paise]));
}

/** Reads journals on tax ledgers, and bills before the tax book, which post tax on their own date. */
const readOthers = (read: Read, { agencyId }: Who, { dateFrom, dateTo }: Range) =>
  read.all<OtherMove>(sql`
    SELECT j.id AS document, '' AS number, l.ledger, l.paise, 'journal: ' || j.reason AS reason
    FROM journals j JOIN journal_lines l ON l.agency_id = j.agency_id AND l.journal_id = j.id
    WHERE j.agency_id = ${agencyId} AND j.date BETWEEN ${dateFrom} AND ${dateTo} AND ${isTaxLedger}
    UNION ALL SELECT d.id, d.number, p.ledger, p.paise, 'before the tax book'
    FROM documents d CROSS JOIN document_postings p ON p.agency_id = d.agency_id AND p.document_id = d.id
    WHERE d.agency_id = ${agencyId} AND d.family = 'BILLS' AND d.date BETWEEN ${dateFrom} AND ${dateTo}
      AND p.ledger GLOB 'input_[ics]gst'
    UNION ALL SELECT document, '', ledger, paise, reason FROM tax_postings
    WHERE agency_id = ${agencyId} AND date BETWEEN ${dateFrom} AND ${dateTo}
      AND reason IN (${CANCELLED}, ${CANCELLED_LATER}) AND ledger GLOB 'input_[ics]gst'
    UNION ALL SELECT document, '', ledger, sum(paise), reason FROM tax_postings
    WHERE agency_id = ${agencyId} AND date BETWEEN ${dateFrom} AND ${dateTo} AND reason = ${START}
      AND document <> ${START_DOCUMENT} AND ${isTaxLedger} GROUP BY document, ledger`);

/** Reads entries posted on another day because their own month is locked. */
async function readShifted(
  read: Read,
  { agencyId }: Who,
  { dateFrom, dateTo }: Range,
  entries: TaxEntry[],
): Promise<OtherMove[]> {
  const posted = await read.all<Omit<OtherMove, "number">>(sql`
    SELECT document, ledger, sum(paise) AS paise, max(reason) AS reason FROM tax_postings
    WHERE agency_id = ${agencyId} AND date BETWEEN ${dateFrom} AND ${dateTo}
      AND document NOT GLOB 'filing *' AND reason NOT IN (${START}, ${CANCELLED}, ${CANCELLED_LATER})
      AND ${isTaxLedger} GROUP BY document, ledger`);
  const locked = new Set(
    (
      await read.all<{ document: string }>(sql`SELECT DISTINCT document FROM tax_postings
        WHERE agency_id = ${agencyId} AND reason GLOB '*; its month is locked'`)
    ).map(({ document }) => document),
  );
  if (locked.size === 0) return [];
  const inRange = entries.filter(({ posted: day }) => day >= dateFrom && day <= dateTo);
  const meant = toTaxPostings(inRange).filter(({ document }) => locked.has(document));
  const had = posted.filter(({ document }) => locked.has(document));
  const moves = [
    ...had.map((one) => ({ ...one, number: "" })),
    ...meant.map(({ document, ledger, paise }) => ({
      document,
      ledger,
      paise: -paise,
      number: "",
      reason: "its month is locked",
    })),
  ];
  const groups = Map.groupBy(moves, ({ document, ledger }) => `${document} ${ledger}`);
  return [...groups.values()].flatMap((some) => {
    const paise = some.reduce((sum, one) => sum + one.paise, 0);
    const [first] = some;
    return first && paise !== 0 ? [{ ...first, paise, reason: "its month is locked" }] : [];
  });
}
