import { and, desc, eq } from "drizzle-orm";
import { type CalendarDate, pickLater } from "../../domain/dates.ts";
import { formatPaise, type Paise, toRupees } from "../../domain/money.ts";
import { invalid, Refusal } from "../../domain/refusal.ts";
import type { NewAdvance, VendorAdvance } from "../../domain/tds/advances.ts";
import { computeBalance } from "../documents/rows.ts";
import { bookMoney, insertSettlement } from "../documents/settlements.ts";
import { assertVendorWithinLimit } from "../engine/approvalSums.ts";
import { resolveAuthorId } from "../engine/approvals.ts";
import { type Change, recordChanges, toTransactionChange } from "../engine/audit.ts";
import { newId } from "../engine/id.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "../engine/transaction.ts";
import { deleteLinkedTransaction, getActiveAccount } from "../ledger/transactions.ts";
import { findBill } from "../purchases/billRows.ts";
import { findVendor } from "../purchases/bills.ts";
import { vendorAdvances } from "../schema/vendors.ts";
import { followTds } from "./follow.ts";
import { deleteLinkedJournal, insertJournal } from "./journals.ts";
import { proposeOnMoney } from "./propose.ts";

// Advances to vendors. TDS is deducted on the payment date; the bill that uses the advance has the rest.

type Row = typeof vendorAdvances.$inferSelect;

export async function listAdvances(tenant: Tenant, vendorId?: string): Promise<VendorAdvance[]> {
  const ofVendor = vendorId ? eq(vendorAdvances.vendorId, vendorId) : undefined;
  const rows = await tenant.books.read
    .select()
    .from(vendorAdvances)
    .where(forAgency(tenant, vendorAdvances, ofVendor))
    .orderBy(desc(vendorAdvances.date), desc(vendorAdvances.id));
  return rows.map(toAdvance);
}

/** Pays a vendor before any bill: an expense in Advances to vendors, and a journal for the TDS. */
export function addAdvance(tenant: Tenant, input: NewAdvance): Promise<VendorAdvance> {
  return withIdempotency(tenant, async (tx) => {
    const { date, accountId, reference } = input;
    const amount = input.amount as Paise;
    const vendor = await findVendor(tx, tenant, input.vendorId);
    const account = await getActiveAccount(tx, tenant, "accountId", accountId);
    await assertVendorWithinLimit(tx, tenant, vendor.id, { amountPaise: amount, date });
    const tdsRule = input.tdsRule ?? vendor.tdsRule;
    const whole = { vendor, date, amountPaise: amount, toTaxable: (money: Paise) => money };
    const usual = tdsRule ? await proposeOnMoney(tx, tenant, tdsRule, whole) : (0 as Paise);
    const tds = (input.tdsAmount ?? usual) as Paise;
    const id = newId();
    const transaction = await bookMoney(tx, tenant, {
      type: "Expense",
      category: "Advances to vendors",
      date,
      amountPaise: amount,
      account,
      description: `Advance to ${vendor.displayName}`,
      notes: reference,
      source: { type: "VendorAdvance", _id: id },
    });
    const reason = `TDS of the advance to ${vendor.displayName}`;
    const journal = tds > 0 ? await journalOfTds(tx, tenant, { date, reason, tds }) : undefined;
    const row: Row = {
      agencyId: tenant.agencyId,
      id,
      vendorId: vendor.id,
      date,
      amountPaise: amount,
      tdsRule,
      tdsPaise: tds,
      reference,
      accountId,
      transactionId: transaction._id,
      journalId: journal?.id ?? null,
      billId: null,
      useJournalId: null,
      createdBy: resolveAuthorId(tenant),
      createdAt: nowFor(tenant),
    };
    await tx.insert(vendorAdvances).values(row);
    await followTds(tx, tenant, { vendorId: vendor.id, date });
    const after = toAdvance(row);
    await recordChanges(tx, tenant, [
      toTransactionChange(transaction),
      ...(journal ? [journal.change] : []),
      { action: "CREATE", entity: "VendorAdvance", payload: { after } },
    ]);
    return after;
  });
}

const journalOfTds = (
  tx: Write,
  tenant: Tenant,
  { date, reason, tds }: { date: string; reason: string; tds: number },
) =>
  insertJournal(tx, tenant, {
    date,
    reason,
    lines: [
      { ledger: "vendor_advances", paise: tds as Paise },
      { ledger: "tds_payable", paise: -tds as Paise },
    ],
  });

/**
 * Settles a bill of the same vendor with a whole advance. @throws Refusal "invalid" if the bill is smaller
 */
export function useAdvance(tenant: Tenant, id: string, billId: string): Promise<VendorAdvance> {
  return withIdempotency(tenant, async (tx) => {
    const before = await findAdvance(tx, tenant, id);
    if (before.billId) throw new Refusal("conflict", "The advance is already used");
    const { bill } = await findBill(tx, tenant, billId);
    if (bill.vendorId !== before.vendorId) {
      throw invalid("billId", "Choose a bill of the same vendor");
    }
    if (bill.kind === "VENDOR_CREDIT" || bill.status === "DRAFT" || bill.status === "CANCELLED") {
      throw new Refusal("conflict", "Only an entered bill can be settled");
    }
    const { amountPaise, tdsPaise, transactionId, accountId } = before;
    const balance = computeBalance(bill);
    if (amountPaise + tdsPaise > balance) {
      throw invalid("billId", `The advance is more than the balance of ${formatPaise(balance)}`);
    }
    const date = pickLater(before.date, bill.date);
    await insertSettlement(tx, tenant, {
      id: newId(),
      kind: "PAYMENT",
      documentId: billId,
      date,
      amountPaise,
      tdsPaise,
      transactionId,
      accountId,
      isLinked: true,
      reference: before.reference,
    });
    const reason = `TDS of the advance that settles ${bill.number}`;
    const journal =
      tdsPaise > 0 ? await journalOfTds(tx, tenant, { date, reason, tds: -tdsPaise }) : undefined;
    const row = { ...before, billId, useJournalId: journal?.id ?? null };
    const changes = journal ? [journal.change] : [];
    return changeAdvance(tx, tenant, { before, row, changes, date: before.date });
  });
}

/** Reopens an advance whose payment of a bill was deleted. */
export async function releaseAdvance(tx: Write, tenant: Tenant, transactionId: string) {
  const isIt = forAgency(tenant, vendorAdvances, eq(vendorAdvances.transactionId, transactionId));
  const [before] = await tx.select().from(vendorAdvances).where(isIt);
  if (!before?.billId) return;
  const row = { ...before, billId: null, useJournalId: null };
  const journal = before.useJournalId
    ? await deleteLinkedJournal(tx, tenant, before.useJournalId)
    : undefined;
  const changes = journal ? [journal] : [];
  await changeAdvance(tx, tenant, { before, row, changes, date: before.date });
}

interface Changed {
  before: Row;
  row: Row;
  changes: Change[];
  date: CalendarDate;
}

async function changeAdvance(
  tx: Write,
  tenant: Tenant,
  { before, row, changes, date }: Changed,
): Promise<VendorAdvance> {
  const { id, billId, useJournalId } = row;
  await tx
    .update(vendorAdvances)
    .set({ billId, useJournalId })
    .where(forAgency(tenant, vendorAdvances, eq(vendorAdvances.id, id)));
  await followTds(tx, tenant, { vendorId: row.vendorId, date });
  const after = toAdvance(row);
  const payload = { before: toAdvance(before), after };
  await recordChanges(tx, tenant, [
    ...changes,
    { action: "UPDATE", entity: "VendorAdvance", payload },
  ]);
  return after;
}

/** Deletes an advance with its expense and journal. @throws Refusal "conflict" while a bill uses it */
export function deleteAdvance(tenant: Tenant, id: string): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const row = await findAdvance(tx, tenant, id);
    if (row.billId) {
      throw new Refusal(
        "conflict",
        "A bill is settled with the advance; delete that payment first",
      );
    }
    await tx
      .delete(vendorAdvances)
      .where(forAgency(tenant, vendorAdvances, and(eq(vendorAdvances.id, id))));
    await deleteLinkedTransaction(tx, tenant, row.transactionId);
    const journal = row.journalId
      ? await deleteLinkedJournal(tx, tenant, row.journalId)
      : undefined;
    await followTds(tx, tenant, { vendorId: row.vendorId, date: row.date });
    await recordChanges(tx, tenant, [
      ...(journal ? [journal] : []),
      { action: "DELETE", entity: "VendorAdvance", payload: { before: toAdvance(row) } },
    ]);
  });
}

async function findAdvance(tx: Write, tenant: Tenant, id: string): Promise<Row> {
  const isIt = forAgency(tenant, vendorAdvances, eq(vendorAdvances.id, id));
  const [row] = await tx.select().from(vendorAdvances).where(isIt);
  if (!row) throw new Refusal("missing", "Advance not found");
  return row;
}

const toAdvance = (row: Row): VendorAdvance => ({
  _id: row.id,
  vendorId: row.vendorId,
  date: row.date,
  amount: toRupees(row.amountPaise),
  tdsRule: row.tdsRule,
  tdsAmount: toRupees(row.tdsPaise),
  reference: row.reference,
  accountId: row.accountId,
  transactionId: row.transactionId,
  billId: row.billId ?? "",
  createdAt: row.createdAt,
});
