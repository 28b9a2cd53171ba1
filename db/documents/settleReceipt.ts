import { eq } from "drizzle-orm";
import { findKept } from "../../domain/documents/likelyPayments.ts";
import { explainOverpaid, type Payment, taxableLeft } from "../../domain/documents/payments.ts";
import { type ReceiptPaid, ReceiptPayment } from "../../domain/documents/receipts.ts";
import { type Paise, roundToPaise, toRupees } from "../../domain/money.ts";
import { invalid, parse, Refusal } from "../../domain/refusal.ts";
import { recordChange } from "../engine/audit.ts";
import { newId } from "../engine/id.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { writeTransaction } from "../engine/transaction.ts";
import { receipts } from "../schema/receipts.ts";
import { readLikelyPayments } from "./likelyPayments.ts";
import { assertPaysNothing, findPaid } from "./paidBy.ts";
import { readNamed } from "./parties.ts";
import { toLoggedPayment } from "./payments.ts";
import { findPayment } from "./readPayments.ts";
import { getReceipt } from "./receipts.ts";
import { computeBalance } from "./rows.ts";
import { insertSettlement } from "./settlements.ts";
import { assertTdsWithin, findTdsLimit } from "./tdsLimit.ts";

// A receipt turned out to be a client's payment. Its money then settles the invoice and is not booked again.

/** Returns the invoice that a receipt pays, or seems to pay. @throws Refusal "missing" */
export async function getReceiptPaid(tenant: Tenant, id: string): Promise<ReceiptPaid> {
  const { read } = tenant.books;
  const { date, transactionId } = await getReceipt(tenant, id);
  const paid = await findPaid(read, tenant, transactionId);
  if (paid) return { paid, likely: null };
  const likely = (await readLikelyPayments(read, tenant, { dateFrom: date, dateTo: date })).get(id);
  if (!likely) return { paid: null, likely: null };
  const { invoice, tdsPaise } = likely;
  const { id: _id, number, client, balancePaise } = invoice;
  return {
    paid: null,
    likely: { _id, number, client, balance: toRupees(balancePaise), tdsAmount: toRupees(tdsPaise) },
  };
}

/**
 * Settles an invoice with a receipt's money. Without an invoice, records that the receipt pays none.
 * @throws Refusal "invalid" if the receipt is above the balance, "conflict" if either is already settled
 */
export function settleReceipt(
  tenant: Tenant,
  id: string,
  changes: object,
): Promise<{ payment: Payment | null }> {
  return writeTransaction(tenant, async (tx) => {
    const before = await getReceipt(tenant, id);
    const { invoiceId, tdsAmount } = parse(ReceiptPayment, changes);
    await assertPaysNothing(tx, tenant, before.transactionId);
    if (invoiceId === "") {
      const isIt = forAgency(tenant, receipts, eq(receipts.id, id));
      await tx.update(receipts).set({ isApart: true }).where(isIt);
      const after = { ...before, isApart: true };
      await recordChange(tx, tenant, "UPDATE", "Receipt", { before, after });
      return { payment: null };
    }
    const { invoice } = (await readNamed(tx, tenant, "invoiceId", invoiceId)).record;
    if (invoice.status === "DRAFT" || invoice.status === "CANCELLED") {
      throw new Refusal("conflict", "Only a sent invoice can be settled");
    }
    if (invoice.date > before.date) {
      throw invalid("invoiceId", `${invoice.number} is dated after the receipt`);
    }
    const amount = roundToPaise(before.amount);
    const balance = computeBalance(invoice);
    const { taxablePaise, creditPaise, grandTotalPaise } = invoice;
    const taxable = taxableLeft(taxablePaise, creditPaise, grandTotalPaise);
    const tdsLimit = await findTdsLimit(tx, tenant, invoice);
    const deducted =
      tdsAmount ??
      findKept(amount, { balancePaise: balance, taxablePaise: taxable, tdsLimitPaise: tdsLimit }) ??
      0;
    if (amount + deducted > balance) throw invalid("invoiceId", explainOverpaid(balance));
    await assertTdsWithin(tx, tenant, invoice, deducted);
    const paymentId = newId();
    await insertSettlement(tx, tenant, {
      id: paymentId,
      kind: "PAYMENT",
      documentId: invoice.id,
      date: before.date,
      amountPaise: amount,
      tdsPaise: deducted as Paise,
      isLinked: true,
      accountId: before.accountId._id,
      transactionId: before.transactionId,
      mode: before.mode,
      reference: before.reference,
    });
    const after = toLoggedPayment(await findPayment(tx, tenant, paymentId));
    await recordChange(tx, tenant, "CREATE", "Payment", { after });
    return { payment: after };
  });
}
