import { eq } from "drizzle-orm";
import { pickLater } from "../../domain/dates.ts";
import type { NewRefund } from "../../domain/documents/notes.ts";
import { formatPaise, type Paise } from "../../domain/money.ts";
import type { NewCreditUse } from "../../domain/purchases/billInput.ts";
import type { Bill, CreditUse } from "../../domain/purchases/bills.ts";
import { invalid, Refusal } from "../../domain/refusal.ts";
import { computeBalance } from "../documents/rows.ts";
import {
  assertFollows,
  assertWithin,
  bookRefund,
  insertSettlement,
} from "../documents/settlements.ts";
import { recordChange, recordChanges, toTransactionChange } from "../engine/audit.ts";
import { newId } from "../engine/id.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency } from "../engine/transaction.ts";
import { getActiveAccount } from "../ledger/transactions.ts";
import { documents } from "../schema/documents.ts";
import { billStore, computeAdvance, findBill, type Row } from "./billRows.ts";
import { toCreditUse } from "./creditUses.ts";

// A vendor's credit note settles bills of the same vendor, or is refunded.

/**
 * Settles part of a bill with a credit note of the same vendor.
 * @throws Refusal "invalid" if the amount is above either balance, "conflict" if a document cannot be used
 */
export function applyCredit(
  tenant: Tenant,
  id: string,
  { billId, amount }: Pick<NewCreditUse, "billId" | "amount">,
): Promise<CreditUse> {
  return withIdempotency(tenant, async (tx) => {
    const { bill: note } = await findBill(tx, tenant, id);
    assertHoldsCredit(note, amount);
    const bill = await findNamed(tx, tenant, billId);
    if (bill.vendorId !== note.vendorId)
      throw invalid("billId", "Choose a bill of the same vendor");
    if (bill.kind === "VENDOR_CREDIT") throw invalid("billId", "Choose a bill, not a credit note");
    if (bill.status === "DRAFT" || bill.status === "CANCELLED") {
      throw new Refusal("conflict", "Only an entered bill can be settled");
    }
    const balance = computeBalance(bill);
    if (amount > balance) {
      throw invalid(
        "amount",
        `Amount must not be more than the balance of ${formatPaise(balance)}`,
      );
    }
    const date = pickLater(note.date, bill.date);
    const row = { id: newId(), documentId: bill.id, sourceId: note.id, amountPaise: amount, date };
    const kind = note.kind === "VENDOR_CREDIT" ? "CREDIT" : "ADVANCE";
    await insertSettlement(tx, tenant, { ...row, kind });
    const use = toCreditUse({ ...row, billNumber: bill.number, noteNumber: note.number });
    await recordChange(tx, tenant, "CREATE", "Application", {
      after: { ...use, number: note.number },
    });
    return use;
  });
}

async function findNamed(tx: Write, tenant: Tenant, id: string): Promise<Row> {
  const isIt = forAgency(tenant, documents, eq(documents.id, id), eq(documents.family, "BILLS"));
  const [bill] = await tx.select().from(documents).where(isIt);
  if (!bill) throw invalid("billId", "Choose one of your bills");
  return bill;
}

function assertHoldsCredit(row: Row, amount: Paise): void {
  const { kind, status, toPayPaise } = row;
  if (status === "CANCELLED" && row.receivedPaise > 0) {
    assertWithin(computeAdvance(row), amount);
    return;
  }
  if (kind !== "VENDOR_CREDIT")
    throw new Refusal("conflict", "Only a vendor’s credit note has credit to use");
  if (status !== "CREDIT") {
    const state = status === "DRAFT" ? "is a draft" : "is cancelled";
    throw new Refusal("conflict", `A credit note that ${state} cannot settle anything`);
  }
  assertWithin((toPayPaise ?? 0) as Paise, amount);
}

/** Records a refund of a credit note as income. @throws Refusal "invalid" if it is above the balance */
export const refundBill = (tenant: Tenant, id: string, input: NewRefund): Promise<Bill> =>
  billStore.change(tenant, id, async (tx, { bill: note, vendor }) => {
    const account = await getActiveAccount(tx, tenant, "accountId", input.accountId);
    assertHoldsCredit(note, input.amount);
    // The government has the TDS, so the vendor returns at most the money paid.
    if (note.status === "CANCELLED") {
      assertWithin((note.receivedPaise - note.refundedPaise) as Paise, input.amount);
    }
    assertFollows(note, input.date);
    const transaction = await bookRefund(tx, tenant, id, input, {
      type: "Income",
      category: "Refunds from vendors",
      account,
      entity: "Bill",
      description: `Refund of ${note.number}: ${vendor.displayName}`,
    });
    await recordChanges(tx, tenant, [toTransactionChange(transaction)]);
  });
