import {
  type InvoiceSettings,
  InvoiceSettingsChange,
} from "../../domain/documents/invoiceSettings.ts";
import { fromHundredths } from "../../domain/hundredths.ts";
import { invalid, parse } from "../../domain/refusal.ts";
import { recordChange } from "../engine/audit.ts";
import { assertUnchanged } from "../engine/expected.ts";
import { lockWithoutDate } from "../engine/locks.ts";
import type { Tenant } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { listCategories } from "../ledger/categories.ts";
import { invoiceSettings } from "../schema/numbering.ts";
import { refreshDrafts } from "./figures.ts";
import { findIssuer } from "./issuer.ts";
import { numberingNow, storeNumbering } from "./numbering.ts";

export function getInvoiceSettings(tenant: Tenant): Promise<InvoiceSettings> {
  return readSettings(tenant.books.read, tenant);
}

/** Changes the given fields, also within the bank details. */
export function changeInvoiceSettings(tenant: Tenant, changes: object): Promise<InvoiceSettings> {
  return writeTransaction(tenant, async (tx) => {
    const before = await readSettings(tx, tenant);
    await assertUnchanged(tx, tenant, "InvoiceSettings", before, changes);
    const bank = "bankDetails" in changes ? changes.bankDetails : {};
    const bankDetails =
      typeof bank === "object" && bank !== null ? { ...before.bankDetails, ...bank } : bank;
    const input = parse(InvoiceSettingsChange, { ...before, ...changes, bankDetails });
    const { series, prefix, resetPolicy, ...defaults } = input;
    await assertIncomeCategory(tx, tenant, input.revenueCategoryId);
    await storeNumbering(tx, tenant, "INVOICE", { series, prefix, resetPolicy });
    await lockWithoutDate("revenueCategoryId", () =>
      tx
        .insert(invoiceSettings)
        .values({ agencyId: tenant.agencyId, ...defaults })
        .onConflictDoUpdate({ target: invoiceSettings.agencyId, set: defaults }),
    );
    const after = await readSettings(tx, tenant);
    await recordChange(tx, tenant, "UPDATE", "InvoiceSettings", { before, after });
    if (after.defaultPlaceOfSupply !== before.defaultPlaceOfSupply) {
      await refreshDrafts(tx, tenant);
    }
    return after;
  });
}

async function readSettings(from: Pick<Write, "select">, tenant: Tenant): Promise<InvoiceSettings> {
  const issuer = await findIssuer(from, tenant, "INVOICE");
  const { defaultTaxPct, ...defaults } = issuer.defaults;
  return { ...numberingNow(issuer), ...defaults, defaultTaxPct: fromHundredths(defaultTaxPct) };
}

/** @throws Refusal "invalid" if it is not a revenue category */
async function assertIncomeCategory(tx: Write, tenant: Tenant, id: string): Promise<void> {
  if (!id) return;
  const all = await listCategories({ agencyId: tenant.agencyId, books: { read: tx } });
  if (all.some(({ _id, kind, type }) => _id === id && kind === "revenue" && type === "Income"))
    return;
  throw invalid("revenueCategoryId", "Choose one of your Income categories of kind revenue");
}
