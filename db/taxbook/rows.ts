import { eq, sql } from "drizzle-orm";
import type { CalendarDate } from "../../domain/dates.ts";
import type { Paise } from "../../domain/money.ts";
import type { VendorKind } from "../../domain/purchases/vendors.ts";
import { type Received, taxOfVoucher, taxPaidFirst } from "../../domain/taxbook/advances.ts";
import type { PeriodOfDay, Taxed } from "../../domain/taxbook/entries.ts";
import { type BillLine, type OwnTaxBill, taxOfOwn } from "../../domain/taxbook/reverseCharge.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import { readPaid } from "../returns/bills.ts";
import { readDocuments, readVouchers } from "../returns/rows.ts";
import { taxBooks } from "../schema/taxBook.ts";

// The rows that the tax of documents follows from.

type Who = Pick<Tenant, "agencyId">;

/** What the rows of documents come to in returns and ledgers, whatever was filed. */
export async function taxOfDocuments(
  read: Read,
  who: Who,
  ids: string[],
  periodOf: PeriodOfDay,
): Promise<Taxed[]> {
  const asked = sql`SELECT id FROM documents WHERE agency_id = ${who.agencyId}
    AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const startsOn = await findStart(read, who);
  const postedFrom = (date: CalendarDate, taxed: Taxed) =>
    date < startsOn ? { ...taxed, postings: [] } : taxed;
  const vouchers = await readVouchers(read, who, asked);
  const invoices = await readDocuments(
    read,
    who,
    sql`${asked} AND family = 'INVOICES' AND date >= ${startsOn}`,
  );
  const received = await readReceived(
    read,
    who,
    invoices.map(({ id }) => id),
  );
  const bills = await readOwnTaxBills(read, who, ids);
  return [
    ...vouchers.map((voucher) => postedFrom(voucher.date, taxOfVoucher(voucher, periodOf))),
    ...invoices
      .filter(({ state }) => state === "ISSUED")
      .map((invoice) => taxPaidFirst(invoice, received.get(invoice.id) ?? [], periodOf)),
    ...bills
      .map((bill) => ({ ...bill, isByDate: bill.date < startsOn }))
      .map((bill) => postedFrom(bill.date, taxOfOwn(bill, periodOf))),
  ];
}

/** The day from which documents post their tax by the tax book; "" where they always do. */
async function findStart(read: Read, { agencyId }: Who): Promise<CalendarDate> {
  const [row] = await read
    .select({ startsOn: taxBooks.startsOn })
    .from(taxBooks)
    .where(eq(taxBooks.agencyId, agencyId));
  return row?.startsOn ?? "";
}

/** What clients paid of invoices, with the tax that they deducted, oldest first. */
async function readReceived(
  read: Read,
  { agencyId }: Who,
  ids: string[],
): Promise<Map<string, Received[]>> {
  const rows = await read.all<Received & { document: string }>(sql`
    SELECT document_id AS document, date, amount_paise + tds_paise AS amount FROM settlements
    WHERE agency_id = ${agencyId} AND kind = 'PAYMENT'
      AND document_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
    ORDER BY date, created_at, id`);
  return Map.groupBy(rows, ({ document }) => document);
}

interface Row {
  id: string;
  number: string;
  date: CalendarDate;
  total: Paise;
  vendorKind: VendorKind;
  isImport: number;
  place: string;
  sign: -1 | 1;
  lines: string;
}

type LineRow = [
  ...[itc: BillLine["itc"], ledger: string, taxable: Paise],
  ...[igst: Paise, cgst: Paise, sgst: Paise, cess: Paise, line: number],
];

/** Bills under reverse charge that are entered, of `ids`. */
async function readOwnTaxBills(read: Read, who: Who, ids: string[]): Promise<OwnTaxBill[]> {
  const { agencyId } = who;
  const rows = await read.all<Row>(sql`
    SELECT d.id, d.number, d.date, d.grand_total_paise AS total, d.supply_code AS place,
      coalesce(d.issued ->> '$.recipient.kind', v.kind) AS "vendorKind", d.import <> '' AS "isImport",
      iif(d.kind = 'VENDOR_CREDIT', -1, 1) AS sign,
      (SELECT json_group_array(json_array(l.itc, coalesce(l.category_id, 'purchases'), l.taxable_paise,
          l.igst_paise, l.cgst_paise, l.sgst_paise, l.cess_paise, l.line))
        FROM document_lines l WHERE l.agency_id = d.agency_id AND l.document_id = d.id) AS lines
    FROM documents d JOIN vendors v ON v.agency_id = d.agency_id AND v.id = d.vendor_id
    WHERE d.agency_id = ${agencyId} AND d.family = 'BILLS' AND d.reverse_charge AND NOT d.is_earlier
      AND d.status NOT IN ('DRAFT', 'CANCELLED')
      AND d.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
  const paid = await readPaid(
    read,
    who,
    rows.map(({ id }) => id),
  );
  return rows.map(({ lines, isImport, ...row }) => ({
    ...row,
    ...{
      isImport: isImport === 1,
      isByDate: false,
      paid: paid.get(row.id) ?? [],
    },
    lines: (JSON.parse(lines) as LineRow[])
      .toSorted((a, b) => a[7] - b[7])
      .map(([itc, ledger, taxable, igst, cgst, sgst, cess]) => ({
        ...{ itc, ledger, taxable, igst, cgst, sgst, cess },
      })),
  }));
}
