import { eq } from "drizzle-orm";
import { sumGstTds } from "../../domain/documents/gstTds.ts";
import type { Invoice } from "../../domain/documents/invoices.ts";
import type { Note } from "../../domain/documents/notes.ts";
import { explainOverpaid, type NewPayment, type Payment } from "../../domain/documents/payments.ts";
import type { Paise } from "../../domain/money.ts";
import { invalid, Refusal } from "../../domain/refusal.ts";
import { resolveAuthorId } from "../engine/approvals.ts";
import { recordChange, recordChanges, toTransactionChange } from "../engine/audit.ts";
import { newId } from "../engine/id.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "../engine/transaction.ts";
import {
  deleteLinkedTransaction,
  getActiveAccount,
  unlinkTransaction,
} from "../ledger/transactions.ts";
import { notify } from "../notifications/notify.ts";
import { documents } from "../schema/documents.ts";
import { settlements } from "../schema/settlements.ts";
import { releaseAdvance } from "../tds/advances.ts";
import { followBillTds } from "../tds/follow.ts";
import { updateDocument } from "./documents.ts";
import { issuedColumns, refreshDrafts } from "./figures.ts";
import { readInvoice } from "./parties.ts";
import { getNote } from "./readNotes.ts";
import { findPayment, type PaymentRow, toPayment } from "./readPayments.ts";
import { computeBalance, findInvoices, type InvoiceRecord, toInvoice } from "./rows.ts";
import { bookMoney } from "./settlements.ts";
import { assertGstTdsWithin, assertTdsWithin } from "./tdsLimit.ts";

/**
 * Records a payment with its income entry and the invoice's new status, in one transaction. TDS settles the
 * invoice but creates no income entry. @throws Refusal "invalid" as insertPayment
 */
export function addPayment(
  tenant: Tenant,
  invoiceId: string,
  input: NewPayment,
): Promise<{ payment: Payment; invoice: Invoice }> {
  return withIdempotency(tenant, async (tx) => {
    const whole = await readInvoice(tx, tenant, invoiceId);
    if (whole.record.invoice.status === "CANCELLED") {
      throw new Refusal("conflict", "You cannot add payments to a cancelled invoice");
    }
    const account = await getActiveAccount(tx, tenant, "accountId", input.accountId);
    const issued = issuedColumns(whole);
    const issue = async () => {
      if (!issued.issued) return;
      await tx
        .update(documents)
        .set(issued)
        .where(forAgency(tenant, documents, eq(documents.id, invoiceId)));
    };
    const { invoice, client } = whole.record;
    const payment = await insertPayment(tx, tenant, whole.record, { input, account }, { issue });
    await notify(tx, tenant, {
      kind: "paid",
      name: client.displayName,
      label: invoice.number,
      amountPaise: input.amount,
      link: `/invoices/${invoiceId}`,
      byUser: tenant.userId,
    });
    const [record] = await findInvoices(tx, tenant, [invoiceId]);
    return { payment, invoice: toInvoice({ ...whole, record: record ?? whole.record }) };
  });
}

/** Records a payment of a debit note. @throws Refusal "conflict" if it was not sent, or is a credit note */
export function payNote(
  tenant: Tenant,
  id: string,
  input: NewPayment,
): Promise<{ payment: Payment; note: Note }> {
  return withIdempotency(tenant, async (tx) => {
    const { record } = await readInvoice(tx, tenant, id, "NOTES");
    const account = await getActiveAccount(tx, tenant, "accountId", input.accountId);
    const { kind, status } = record.invoice;
    if (kind !== "DEBIT_NOTE" || status === "DRAFT" || status === "CANCELLED") {
      throw new Refusal("conflict", "Only a sent debit note can be paid");
    }
    const payment = await insertPayment(tx, tenant, record, { input, account });
    return { payment, note: await getNote(tenant, id) };
  });
}

/** @throws Refusal "conflict" if the bill is cancelled and other bills have used its payment as an advance */
async function assertUnused(
  tx: Write,
  tenant: Tenant,
  { documentId, amountPaise, tdsPaise }: typeof settlements.$inferSelect,
): Promise<void> {
  const of = forAgency(
    tenant,
    documents,
    eq(documents.id, documentId),
    eq(documents.family, "BILLS"),
  );
  const [bill] = await tx.select().from(documents).where(of);
  if (!bill) return;
  const left = bill.receivedPaise + bill.tdsPaise - amountPaise - tdsPaise;
  if (bill.usedPaise + bill.refundedPaise > left) {
    throw new Refusal(
      "conflict",
      `${bill.number} is cancelled and its advance is used; undo that first`,
    );
  }
}

/** Deletes a payment with its entry, so the invoice, note or bill is unpaid again. */
export function deletePayment(tenant: Tenant, id: string): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const row = await findPayment(tx, tenant, id);
    await assertUnused(tx, tenant, row.payment);
    await tx.delete(settlements).where(forAgency(tenant, settlements, eq(settlements.id, id)));
    const { transactionId, documentId, isLinked, sourceId } = row.payment;
    if (transactionId && isLinked) await unlinkTransaction(tx, tenant, transactionId);
    else if (transactionId) await deleteLinkedTransaction(tx, tenant, transactionId);
    if (transactionId && isLinked) await releaseAdvance(tx, tenant, transactionId);
    if (sourceId) await updateDocument(tx, tenant, sourceId, { cancelledAt: nowFor(tenant) });
    if (row.family === "BILLS") await followBillTds(tx, tenant, documentId, row.payment.date);
    await recordChange(tx, tenant, "DELETE", "Payment", { before: toLoggedPayment(row) });
    await refreshDrafts(tx, tenant, { id: documentId });
  });
}

/** The document to pay, and the other party. */
export interface Payable {
  invoice: InvoiceRecord["invoice"];
  client: { displayName: string };
}

/** Further options of a payment that is not an invoice's or debit note's income. */
interface More {
  expense?: { category: string };
  /** The payment voucher of this payment. */
  sourceId?: string;
  /** Issues a draft that its payment turns into an issued document. */
  issue?: () => Promise<void>;
}

/**
 * Inserts a payment with its entry and logs both.
 * @throws Refusal "invalid" if it is above the balance, or its TDS is above `computeTdsLimit`
 */
export async function insertPayment(
  tx: Write,
  tenant: Tenant,
  { invoice, client }: Payable,
  { input, account }: { input: NewPayment; account: Payment["account"] },
  { expense, sourceId, issue }: More = {},
): Promise<Payment> {
  const { amount: amountPaise, tdsAmount, gstTds, ...fields } = input;
  const balance = computeBalance(invoice);
  const withheld = (tdsAmount + sumGstTds(gstTds)) as Paise;
  if (amountPaise + withheld > balance) throw invalid("amount", explainOverpaid(balance));
  await assertTdsWithin(tx, tenant, invoice, tdsAmount);
  if (gstTds) await assertGstTdsWithin(tx, tenant, invoice, { gstTds, date: input.date });
  await issue?.();
  const { noun, source } = PAID[invoice.family as keyof typeof PAID];
  // TDS without a payment moves no money.
  const transaction =
    amountPaise > 0 &&
    (await bookMoney(tx, tenant, {
      type: expense ? "Expense" : "Income",
      account,
      category: expense?.category ?? "Invoice Payments",
      description: `Payment of ${noun} ${invoice.number}: ${client.displayName}`,
      date: input.date,
      amountPaise: amountPaise,
      notes: input.reference,
      source: { type: source, _id: invoice.id },
    }));
  const [payment] = await tx
    .insert(settlements)
    .values({
      ...fields,
      agencyId: tenant.agencyId,
      id: newId(),
      kind: "PAYMENT",
      documentId: invoice.id,
      sourceId: sourceId ?? null,
      amountPaise,
      tdsPaise: withheld,
      isTdsEarly: invoice.family === "BILLS" && tdsAmount > 0 && input.date < invoice.date,
      ...(gstTds && {
        gstTdsIgstPaise: gstTds.igst,
        gstTdsCgstPaise: gstTds.cgst,
        gstTdsSgstPaise: gstTds.sgst,
      }),
      transactionId: transaction ? transaction._id : null,
      createdBy: resolveAuthorId(tenant),
      createdAt: nowFor(tenant),
    })
    .returning();
  if (!payment) throw new Error("The new payment was not returned");
  const row = { payment, account, number: invoice.number, family: invoice.family };
  await recordChanges(tx, tenant, [
    ...(transaction ? [toTransactionChange(transaction)] : []),
    { action: "CREATE", entity: "Payment", payload: { after: toLoggedPayment(row) } },
  ]);
  return toPayment(row);
}

const PAID = {
  INVOICES: { noun: "invoice", source: "Invoice" },
  NOTES: { noun: "debit note", source: "Note" },
  BILLS: { noun: "bill", source: "Bill" },
} as const;

/** The log entry of a payment includes its document, because people know a payment by it. */
export const toLoggedPayment = (row: PaymentRow) => ({
  ...toPayment(row),
  ...(row.family === "BILLS"
    ? { billId: row.payment.documentId, billNumber: row.number }
    : { invoiceId: row.payment.documentId, invoiceNumber: row.number }),
});
