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
import { parse, Refusal } from "../../domain/refusal.ts";
import { recordChange } from "../engine/audit.ts";
import { assertUnchanged } from "../engine/expected.ts";
import { newId } from "../engine/id.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { withIdempotency, writeTransaction } from "../engine/transaction.ts";
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
  const vendor = await findVendor(tenant, id);
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

export function addVendor(tenant: Tenant, input: NewVendor): Promise<Vendor> {
  return withIdempotency(tenant, async (tx) => {
    const id = newId();
    await tx.insert(vendors).values({ agencyId: tenant.agencyId, id, ...vendorColumns(input) });
    const after = { _id: id, ...input };
    await recordChange(tx, tenant, "CREATE", "Vendor", { after });
    return after;
  });
}

/** Changes the given fields. A bill keeps the vendor's details from when it was entered. */
export function changeVendor(tenant: Tenant, id: string, changes: object): Promise<Vendor> {
  return writeTransaction(tenant, async (tx) => {
    const before = await findVendor(tenant, id);
    await assertUnchanged(tx, tenant, "Vendor", before, changes);
    const { pan, ...rest } = before;
    const hasMoved = "gstin" in changes && changes.gstin !== before.gstin;
    const now = hasMoved ? { ...rest, state: "", stateCode: "" } : { ...rest, pan };
    const input = parse(NewVendor, { ...now, ...changes });
    await tx
      .update(vendors)
      .set(vendorColumns(input))
      .where(forAgency(tenant, vendors, eq(vendors.id, id)));
    const after = { _id: id, ...input };
    await recordChange(tx, tenant, "UPDATE", "Vendor", { before, after });
    return after;
  });
}

/** @throws Refusal "conflict" if a bill refers to the vendor */
export function deleteVendor(tenant: Tenant, id: string): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const before = await findVendor(tenant, id);
    const [named] = await tx
      .select({ number: documents.number })
      .from(documents)
      .where(forAgency(tenant, documents, eq(documents.vendorId, id)))
      .limit(1);
    if (named) {
      throw new Refusal("conflict", "This vendor has bills and cannot be deleted");
    }
    await tx.delete(vendors).where(forAgency(tenant, vendors, eq(vendors.id, id)));
    await recordChange(tx, tenant, "DELETE", "Vendor", { before });
  });
}

/** @throws Refusal "missing" */
export async function findVendor(tenant: Tenant, id: string): Promise<Vendor> {
  const [row] = await tenant.books.read
    .select()
    .from(vendors)
    .where(forAgency(tenant, vendors, eq(vendors.id, id)));
  if (!row) throw new Refusal("missing", "Vendor not found");
  return toVendor(row);
}

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
