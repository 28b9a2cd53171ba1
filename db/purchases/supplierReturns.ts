import { sql } from "drizzle-orm";
import { type CalendarDate, today as todayInIndia } from "../../domain/dates.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { toLastOfMonth } from "../../domain/months.ts";
import type {
  SupplierReturn,
  SupplierReturnQuery,
  SupplierReturnRow,
} from "../../domain/purchases/supplierReturns.ts";
import { invalid, Refusal } from "../../domain/refusal.ts";
import { updateDocument } from "../documents/documents.ts";
import { type Change, recordChanges } from "../engine/audit.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { documents } from "../schema/documents.ts";
import { getBill } from "./billRows.ts";
import { vendorStore } from "./vendors.ts";

// Suppliers who have not filed GSTR-3B for a month. The credit of its bills is reversed until they have (Rule
// 37A of the CGST Rules).

/** Lists the months whose bills were marked, newest first. */
export async function listSupplierReturns(
  { agencyId, books }: Tenant,
  { vendorId }: SupplierReturnQuery,
): Promise<SupplierReturnRow[]> {
  const tax = sql`l.cgst_paise + l.sgst_paise + l.igst_paise + l.cess_paise`;
  const sign = sql`iif(d.kind = 'VENDOR_CREDIT', -1, 1)`;
  const rows = await books.read.all<
    Omit<SupplierReturnRow, "credit" | "vendorId"> & {
      vendor: string;
      name: string;
      creditPaise: Paise;
    }
  >(sql`
    SELECT d.vendor_id AS vendor, v.display_name AS name, substr(d.date, 1, 7) AS period,
      count(*) AS bills, d.supplier_unfiled_on AS "unfiledOn", d.supplier_filed_on AS "filedOn",
      sum(${sign} * coalesce((SELECT sum(${tax}) FROM document_lines l WHERE l.agency_id = d.agency_id
        AND l.document_id = d.id AND l.itc = 'ELIGIBLE'), 0)) AS "creditPaise"
    FROM documents d JOIN vendors v ON v.agency_id = d.agency_id AND v.id = d.vendor_id
    WHERE d.agency_id = ${agencyId} AND d.family = 'BILLS' AND d.supplier_unfiled_on <> ''
      AND d.status <> 'CANCELLED' AND ${vendorId ? sql`d.vendor_id = ${vendorId}` : sql`true`}
    GROUP BY 1, 2, 3, 5, 6 ORDER BY period DESC, name COLLATE NOCASE, d.supplier_unfiled_on`);
  return rows.map(({ vendor: _id, name: displayName, creditPaise, ...row }) => ({
    vendorId: { _id, displayName },
    ...row,
    credit: toRupees(creditPaise),
  }));
}

/**
 * Marks a vendor's bills of a month as covered, or not covered, by the supplier's GSTR-3B.
 * @param isFiled whether the supplier has filed
 * @throws Refusal "invalid" for a day in the future, "conflict" for a month without such bills
 */
export function markSupplierReturn(
  tenant: Tenant,
  vendorId: string,
  { period, date = todayInIndia() }: SupplierReturn,
  isFiled: boolean,
): Promise<{ bills: number }> {
  return writeTransaction(tenant, async (tx) => {
    const vendor = await vendorStore.get(tenant, vendorId);
    if (date > todayInIndia()) throw invalid("date", "The date must not be in the future");
    const isMarked = isFiled
      ? sql`${documents.supplierUnfiledOn} <> '' AND ${documents.supplierFiledOn} = ''`
      : sql`${documents.supplierUnfiledOn} = ''`;
    const rows = await tx
      .select({ id: documents.id })
      .from(documents)
      .where(
        forAgency(
          tenant,
          documents,
          sql`${documents.vendorId} = ${vendor._id} AND ${documents.family} = 'BILLS'
            AND ${documents.date} BETWEEN ${`${period}-01`} AND ${toLastOfMonth(period)}
            AND NOT ${documents.reverseCharge} AND ${documents.sentAt} IS NOT NULL
            AND ${documents.status} <> 'CANCELLED' AND ${isMarked}`,
        ),
      );
    if (rows.length === 0) throw new Refusal("conflict", noneWords(vendor.displayName, isFiled));
    const changes: Change[] = [];
    for (const { id } of rows) {
      const before = await getBill(tenant, id);
      await updateDocument(tx, tenant, id, toMarks(isFiled, date));
      const after = await getBill(tenant, id);
      changes.push({ action: "UPDATE", entity: "Bill", payload: { before, after } });
    }
    await recordChanges(tx, tenant, changes);
    return { bills: rows.length };
  });
}

/**
 * Selects the marks of a vendor's month as columns of a bill, so that a bill entered later gets them too.
 * @param own the bill itself, if it already exists
 */
export function selectMonthMarks(
  { agencyId }: Pick<Tenant, "agencyId">,
  { vendorId, date, reverseCharge }: OfMonth,
  own = "",
) {
  if (reverseCharge) return { supplierUnfiledOn: "" as const, supplierFiledOn: "" as const };
  const month = date.slice(0, 7);
  const selectLatestMark = (
    column: string,
  ) => sql<string>`coalesce((SELECT max(${sql.raw(column)}) FROM documents
    WHERE agency_id = ${agencyId} AND vendor_id = ${vendorId} AND family = 'BILLS' AND NOT reverse_charge
      AND date BETWEEN ${`${month}-01`} AND ${toLastOfMonth(month)} AND id <> ${own}
      AND supplier_unfiled_on <> ''), '')`;
  return {
    supplierUnfiledOn: selectLatestMark("supplier_unfiled_on"),
    supplierFiledOn: selectLatestMark("supplier_filed_on"),
  };
}

interface OfMonth {
  vendorId: string;
  date: CalendarDate;
  reverseCharge: boolean;
}

/** Updates the marks of a bill that moved to another month or vendor. */
export async function followMarks(
  tx: Write,
  tenant: Tenant,
  id: string,
  bill: OfMonth,
): Promise<void> {
  const isIt = forAgency(tenant, documents, sql`${documents.id} = ${id}`);
  await tx
    .update(documents)
    .set(selectMonthMarks(tenant, bill, id))
    .where(isIt);
}

const noneWords = (name: string, isFiled: boolean): string =>
  isFiled
    ? `No bill of ${name} in this month is waiting for the supplier’s GSTR-3B`
    : `${name} has no bill in this month whose credit could be reversed`;

const toMarks = (isFiled: boolean, date: CalendarDate) =>
  isFiled ? { supplierFiledOn: date } : { supplierUnfiledOn: date, supplierFiledOn: "" as const };
