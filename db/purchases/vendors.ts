import { asc, eq, type SQL, sql } from "drizzle-orm";
import { today } from "../../domain/dates.ts";
import { toRupees } from "../../domain/money.ts";
import { nameKey } from "../../domain/names.ts";
import {
  NewVendor,
  type Vendor,
  type VendorDues,
  type VendorList,
} from "../../domain/purchases/vendors.ts";
import { Refusal } from "../../domain/refusal.ts";
import { hasDocuments } from "../documents/parties.ts";
import { recordStore } from "../engine/records.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { readSum, sumOfAmounts, sumOfKept } from "../ledger/sums.ts";
import { documents } from "../schema/documents.ts";
import { vendors } from "../schema/vendors.ts";

/** Lists vendors by display name, each with the amount to pay. */
export async function listVendors(tenant: Tenant, q?: string): Promise<VendorList["vendors"]> {
  const toPay = sql<string>`(SELECT ${sumOfKept("open")} FROM vendor_dues
    WHERE agency_id = ${tenant.agencyId} AND vendor_id = ${vendors.id})`;
  const rows = await tenant.books.read
    .select({ vendor: vendors, toPay })
    .from(vendors)
    .where(forAgency(tenant, vendors, q ? vendorsWith(q) : undefined))
    .orderBy(asc(vendors.nameKey), asc(vendors.id));
  return rows.map(({ vendor, toPay }) => ({
    ...toVendor(vendor),
    toPay: toRupees(readSum(toPay)),
  }));
}

/** Searches names, email, phone, GSTIN and PAN. */
export const vendorsWith = (q: string): SQL =>
  sql`instr(${vendors.searched}, ${q.toLowerCase()}) > 0`;

/** @throws Refusal "missing" */
export async function getVendor(
  tenant: Tenant,
  id: string,
): Promise<{ vendor: Vendor; dues: VendorDues }> {
  const { agencyId, books } = tenant;
  const vendor = await vendorStore.get(tenant, id);
  const [sums] = await books.read.all<Record<keyof VendorDues, string>>(sql`
    SELECT coalesce(max(documents), 0) AS bills, ${sumOfKept("billed")} AS billed,
      ${sumOfKept("open")} AS "toPay", (
        SELECT ${sumOfAmounts(sql`to_pay_paise`)} FROM documents
        WHERE agency_id = ${agencyId} AND vendor_id = ${id} AND family = 'BILLS'
          AND status IN ('SENT', 'PARTIALLY_PAID') AND due_date < ${today()}) AS overdue, (
        SELECT ${sumOfAmounts(sql`to_pay_paise`)} FROM documents
        WHERE agency_id = ${agencyId} AND vendor_id = ${id} AND family = 'BILLS'
          AND status = 'CREDIT') AS credit
    FROM vendor_dues WHERE agency_id = ${agencyId} AND vendor_id = ${id}`);
  const of = (figure: "billed" | "credit" | "overdue" | "toPay") =>
    toRupees(readSum(sums?.[figure] ?? "0 0"));
  const dues = {
    billed: of("billed"),
    toPay: of("toPay"),
    overdue: of("overdue"),
    credit: of("credit"),
  };
  return { vendor, dues: { bills: Number(sums?.bills ?? 0), ...dues } };
}

export const vendorStore = recordStore({
  entity: "Vendor",
  table: vendors,
  schema: NewVendor,
  toRecord: toVendor,
  toColumns: vendorColumns,
  /** State and PAN follow from a changed GSTIN. */
  toBase({ pan, ...rest }, changes: Partial<NewVendor>) {
    const isSame = changes.gstin === undefined || changes.gstin === rest.gstin;
    return isSame ? { ...rest, pan } : { ...rest, state: "", stateCode: "" };
  },
  async beforeRemove(tx, tenant, { _id }) {
    if (await hasDocuments(tx, tenant, eq(documents.vendorId, _id))) {
      throw new Refusal("conflict", "This vendor has bills and cannot be deleted");
    }
  },
});

/** Converts a vendor to its columns. */
export function vendorColumns(vendor: NewVendor) {
  const { displayName, billingName, email, phone, gstin, pan } = vendor;
  const searched = [displayName, billingName, email, phone, gstin, pan].join("\n").toLowerCase();
  return { ...vendor, nameKey: nameKey(displayName), searched };
}

function toVendor(row: typeof vendors.$inferSelect): Vendor {
  const { agencyId: _, id, nameKey: __, importId: ___, searched: ____, ...fields } = row;
  return { _id: id, ...fields };
}
