import { and, asc, eq, or } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { NewRefund } from "../../domain/documents/notes.ts";
import { formatInr, type Paise, toRupees } from "../../domain/money.ts";
import type { Bill, CreditUse, NewCreditUse } from "../../domain/purchases/bills.ts";
import { invalid, Refusal } from "../../domain/refusal.ts";
import { balanceOf } from "../documents/rows.ts";
import { bookMoney, insertSettlement, mustFollow } from "../documents/settlements.ts";
import { booking, recordChange, recordChanges } from "../engine/audit.ts";
import { newId } from "../engine/id.ts";
import { owned, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency } from "../engine/transaction.ts";
import { mustBeActive } from "../ledger/transactions.ts";
import { documents } from "../schema/documents.ts";
import { settlements } from "../schema/settlements.ts";
import { findBill, getBillIn, type Row } from "./billRows.ts";

// What a vendor's credit note holds goes to bills of that vendor, or comes back as money.

/** Settles a part of a bill with what a credit note of the same vendor holds. */
export function applyCredit(tenant: Tenant, id: string, input: NewCreditUse): Promise<CreditUse> {
  return withIdempotency(tenant, async (tx) => {
    const { bill: note } = await findBill(tx, tenant, id);
    return applyCreditIn(tx, tenant, note, input);
  });
}

/** @throws Refusal "invalid" for more than is held or owed, "conflict" for what takes or holds nothing */
export async function applyCreditIn(
  tx: Write,
  tenant: Tenant,
  note: Row,
  { billId, amount }: { billId: string; amount: Paise },
): Promise<CreditUse> {
  mustHold(note, amount);
  const bill = await findNamed(tx, tenant, billId);
  if (bill.vendorId !== note.vendorId) throw invalid("billId", "Choose a bill of the same vendor");
  if (bill.kind === "VENDOR_CREDIT") throw invalid("billId", "Choose a bill, not a credit note");
  if (bill.status === "DRAFT" || bill.status === "CANCELLED") {
    throw new Refusal("conflict", "Only a bill that is entered can be settled");
  }
  const balance = balanceOf(bill);
  if (amount > balance) {
    throw invalid(
      "amount",
      `Amount must not be more than the balance of ${formatInr(toRupees(balance))}`,
    );
  }
  const date = [note.date, bill.date].toSorted().at(-1) as string;
  const row = { id: newId(), documentId: bill.id, sourceId: note.id, amountPaise: amount, date };
  await insertSettlement(tx, tenant, { ...row, kind: "CREDIT" });
  const use = toUse({ ...row, billNumber: bill.number, noteNumber: note.number });
  await recordChange(tx, tenant, "CREATE", "Application", {
    after: { ...use, number: note.number },
  });
  return use;
}

async function findNamed(tx: Write, tenant: Tenant, id: string): Promise<Row> {
  const isIt = owned(tenant, documents, eq(documents.id, id), eq(documents.family, "BILLS"));
  const [bill] = await tx.select().from(documents).where(isIt);
  if (!bill) throw invalid("billId", "Choose one of your bills");
  return bill;
}

function mustHold({ kind, status, toPayPaise }: Row, amount: Paise): void {
  if (kind !== "VENDOR_CREDIT")
    throw new Refusal("conflict", "Only a vendor’s credit note holds anything");
  if (status !== "CREDIT") {
    const state = status === "DRAFT" ? "is a draft" : "is cancelled";
    throw new Refusal("conflict", `A credit note that ${state} settles nothing`);
  }
  const held = (toPayPaise ?? 0) as Paise;
  if (amount > held) {
    throw invalid("amount", `Amount must not be more than the ${formatInr(toRupees(held))} held`);
  }
}

/** What a credit note holds, come back as money: an income. @throws Refusal "invalid" for more than is held */
export function refundBill(tenant: Tenant, id: string, input: NewRefund): Promise<Bill> {
  return withIdempotency(tenant, async (tx) => {
    const { bill: note, vendor } = await findBill(tx, tenant, id);
    const { date, amount, mode, accountId, reference } = input;
    const account = await mustBeActive(tx, tenant, "accountId", accountId);
    mustHold(note, amount);
    mustFollow(note, date);
    const before = await getBillIn(tx, tenant, id);
    const booked = await bookMoney(tx, tenant, {
      ...{ type: "Income", category: "Refunds from vendors", date, amount, account },
      description: `Refund of ${note.number}: ${vendor.displayName}`,
      ...{ notes: reference, source: { type: "Bill", _id: id } },
    });
    await insertSettlement(tx, tenant, {
      ...{
        id: newId(),
        kind: "REFUND",
        documentId: id,
        date,
        amountPaise: amount,
        mode,
        reference,
      },
      ...{ accountId, transactionId: booked._id },
    });
    const after = await getBillIn(tx, tenant, id);
    const change = { action: "UPDATE", entity: "Bill", payload: { before, after } } as const;
    await recordChanges(tx, tenant, [booking(booked), change]);
    return after;
  });
}

/** What a credit note settled, or what settled a bill with one, oldest first. */
export async function listCreditUses(
  from: Pick<Write, "select">,
  tenant: Tenant,
  id: string,
): Promise<CreditUse[]> {
  const [bill, note] = [alias(documents, "bill"), alias(documents, "note")];
  const { id: _, documentId, sourceId, date, amountPaise } = settlements;
  const rows = await from
    .select({
      ...{ id: settlements.id, documentId, sourceId, date, amountPaise },
      ...{ billNumber: bill.number, noteNumber: note.number },
    })
    .from(settlements)
    .innerJoin(bill, and(eq(bill.agencyId, settlements.agencyId), eq(bill.id, documentId)))
    .innerJoin(note, and(eq(note.agencyId, settlements.agencyId), eq(note.id, sourceId)))
    .where(
      owned(
        tenant,
        settlements,
        eq(settlements.kind, "CREDIT"),
        or(eq(documentId, id), eq(sourceId, id)),
      ),
    )
    .orderBy(asc(settlements.createdAt), asc(settlements.id));
  return rows.map(toUse);
}

interface Used {
  id: string;
  documentId: string;
  sourceId: string | null;
  date: string;
  amountPaise: Paise;
  billNumber: string;
  noteNumber: string;
}

const toUse = (row: Used): CreditUse => ({
  _id: row.id,
  ...{ noteId: row.sourceId ?? "", noteNumber: row.noteNumber },
  ...{ billId: row.documentId, billNumber: row.billNumber },
  date: row.date,
  amount: toRupees(row.amountPaise),
});
