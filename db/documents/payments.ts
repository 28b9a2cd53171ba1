import { eq } from "drizzle-orm";
import type { Invoice } from "../../domain/documents/invoices.ts";
import type { Note } from "../../domain/documents/notes.ts";
import { type NewPayment, overpaid, type Payment } from "../../domain/documents/payments.ts";
import type { Paise } from "../../domain/money.ts";
import { invalid, Refusal } from "../../domain/refusal.ts";
import { booking, recordChange, recordChanges } from "../engine/audit.ts";
import { newId } from "../engine/id.ts";
import { momentOf, owned, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "../engine/transaction.ts";
import { deleteTransactionOf, mustBeActive } from "../ledger/transactions.ts";
import { documents } from "../schema/documents.ts";
import { settlements } from "../schema/settlements.ts";
import { issuedColumns, refreshDrafts } from "./figures.ts";
import { readInvoice } from "./parties.ts";
import { getNoteIn } from "./readNotes.ts";
import { findPayment, type PaymentRow, toPayment } from "./readPayments.ts";
import { balanceOf, findInvoices, type InvoiceRecord, toInvoice } from "./rows.ts";
import { bookMoney } from "./settlements.ts";

/**
 * The payment, its income and the invoice's new state, all or nothing. Tax deducted at source settles
 * the invoice but is no income transaction. @throws Refusal "invalid" for more than the balance.
 */
export function addPayment(
  tenant: Tenant,
  invoiceId: string,
  input: NewPayment,
): Promise<{ payment: Payment; invoice: Invoice }> {
  return withIdempotency(tenant, (tx) => addPaymentIn(tx, tenant, invoiceId, input));
}

/** The same among other writes. */
export async function addPaymentIn(
  tx: Write,
  tenant: Tenant,
  invoiceId: string,
  input: NewPayment,
): Promise<{ payment: Payment; invoice: Invoice }> {
  const whole = await readInvoice(tx, tenant, invoiceId);
  if (whole.record.invoice.status === "CANCELLED") {
    throw new Refusal("conflict", "A cancelled invoice takes no payment");
  }
  const account = await mustBeActive(tx, tenant, "accountId", input.accountId);
  const issued = issuedColumns(whole);
  const payment = await insertPayment(tx, tenant, whole.record, { input, account }, async () => {
    if (!issued.issued) return;
    await tx
      .update(documents)
      .set(issued)
      .where(owned(tenant, documents, eq(documents.id, invoiceId)));
  });
  const [record] = await findInvoices(tx, tenant, [invoiceId]);
  return { payment, invoice: toInvoice({ ...whole, record: record ?? whole.record }) };
}

/** The same of a debit note. @throws Refusal "conflict" for one that was not sent, or a credit note */
export function payNote(
  tenant: Tenant,
  id: string,
  input: NewPayment,
): Promise<{ payment: Payment; note: Note }> {
  return withIdempotency(tenant, async (tx) => {
    const { record } = await readInvoice(tx, tenant, id, "NOTES");
    const account = await mustBeActive(tx, tenant, "accountId", input.accountId);
    const { kind, status } = record.invoice;
    if (kind !== "DEBIT_NOTE" || status === "DRAFT" || status === "CANCELLED") {
      throw new Refusal("conflict", "Only a debit note that was sent can be paid");
    }
    const payment = await insertPayment(tx, tenant, record, { input, account });
    return { payment, note: await getNoteIn(tx, tenant, id) };
  });
}

/** With its income; the invoice or debit note is then as if it had never been. */
export function deletePayment(tenant: Tenant, id: string): Promise<void> {
  return writeTransaction(tenant.books, (tx) => deletePaymentIn(tx, tenant, id));
}

/** The same among other writes. */
export async function deletePaymentIn(tx: Write, tenant: Tenant, id: string): Promise<void> {
  const row = await findPayment(tx, tenant, id);
  await tx.delete(settlements).where(owned(tenant, settlements, eq(settlements.id, id)));
  const { transactionId, documentId } = row.payment;
  if (transactionId) await deleteTransactionOf(tx, tenant, transactionId);
  await recordChange(tx, tenant, "DELETE", "Payment", { before: namedBy(row) });
  await refreshDrafts(tx, tenant, { id: documentId });
}

/** With its income, and the log of both. `issue` makes a draft what it is by being paid. */
async function insertPayment(
  tx: Write,
  tenant: Tenant,
  { invoice, client }: InvoiceRecord,
  { input, account }: { input: NewPayment; account: Payment["account"] },
  issue?: () => Promise<void>,
): Promise<Payment> {
  const { amount: amountPaise, tdsAmount, ...fields } = input;
  const balance = balanceOf(invoice);
  if (amountPaise + tdsAmount > balance) throw invalid("amount", overpaid(balance));
  await issue?.();
  const isInvoice = invoice.family === "INVOICES";
  const noun = isInvoice ? "invoice" : "debit note";
  // Tax that comes to light alone moves no money.
  const income =
    amountPaise > 0 &&
    (await bookMoney(tx, tenant, {
      ...{ type: "Income", category: "Invoice Payments", account },
      description: `Payment of ${noun} ${invoice.number}: ${client.displayName}`,
      ...{ date: input.date, amount: amountPaise, notes: input.reference },
      source: { type: isInvoice ? "Invoice" : "Note", _id: invoice.id },
    }));
  const [payment] = await tx
    .insert(settlements)
    .values({
      ...fields,
      agencyId: tenant.agencyId,
      id: newId(),
      kind: "PAYMENT",
      documentId: invoice.id,
      amountPaise,
      tdsPaise: tdsAmount as Paise,
      transactionId: income ? income._id : null,
      createdBy: tenant.userId,
      createdAt: momentOf(tenant),
    })
    .returning();
  if (!payment) throw new Error("The new payment did not come back");
  const row = { payment, account, number: invoice.number };
  await recordChanges(tx, tenant, [
    ...(income ? [booking(income)] : []),
    { action: "CREATE", entity: "Payment", payload: { after: namedBy(row) } },
  ]);
  return toPayment(row);
}

/** As the audit log keeps it: with its invoice, for that is what people know it by. */
const namedBy = (row: Omit<PaymentRow, "family">) => ({
  ...toPayment(row),
  invoiceId: row.payment.documentId,
  invoiceNumber: row.number,
});
