import { and, asc, eq, inArray } from "drizzle-orm";
import type { Invoice } from "../../domain/documents/invoices.ts";
import { type NewPayment, overpaid, type Payment } from "../../domain/documents/payments.ts";
import type { Transaction } from "../../domain/ledger/transactions.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { invalid, Refusal } from "../../domain/refusal.ts";
import { booking, recordChange, recordChanges } from "../engine/audit.ts";
import { newId } from "../engine/id.ts";
import { momentOf, owned, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "../engine/transaction.ts";
import { type Row, rowsOf, toTransaction } from "../ledger/rows.ts";
import { deleteTransactionOf, keysOf, mustBeActive } from "../ledger/transactions.ts";
import { documents, settlements } from "../schema/documents.ts";
import { accounts, transactions } from "../schema/ledger.ts";
import { issuedColumns, refreshDrafts } from "./figures.ts";
import { readInvoice } from "./parties.ts";
import { balanceOf, findInvoices, toInvoice } from "./rows.ts";
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
  const { invoice, client } = whole.record;
  if (invoice.status === "CANCELLED") {
    throw new Refusal("conflict", "A cancelled invoice takes no payment");
  }
  const balance = balanceOf(invoice);
  if (input.amount + input.tdsAmount > balance) throw invalid("amount", overpaid(balance));
  const account = await mustBeActive(tx, tenant, "accountId", input.accountId);
  const issued = issuedColumns(whole);
  if (issued.issued) {
    await tx
      .update(documents)
      .set(issued)
      .where(owned(tenant, documents, eq(documents.id, invoiceId)));
  }
  const description = `Payment of invoice ${invoice.number}: ${client.displayName}`;
  const payment = await insertPayment(tx, tenant, { invoice, description, input, account });
  const [record] = await findInvoices(tx, tenant, [invoiceId]);
  return { payment, invoice: toInvoice({ ...whole, record: record ?? whole.record }) };
}

/** With its income; the invoice is then as if it had never been. */
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

/** Those of an invoice, oldest first. */
export async function listPayments(tenant: Tenant, invoiceId: string): Promise<Payment[]> {
  const rows = await whole(tenant.books.read)
    .where(owned(tenant, settlements, IS_PAYMENT, eq(settlements.documentId, invoiceId)))
    .orderBy(asc(settlements.date), asc(settlements.id));
  return rows.map(toPayment);
}

/** The income that an invoice's payments booked, newest first. */
export async function listPaymentTransactions(
  tenant: Tenant,
  invoiceId: string,
): Promise<Transaction[]> {
  const { read } = tenant.books;
  const booked = read
    .select({ id: settlements.transactionId })
    .from(settlements)
    .where(owned(tenant, settlements, eq(settlements.documentId, invoiceId)));
  const keys = keysOf(read, tenant, inArray(transactions.id, booked));
  const rows = await read.all<Row>(rowsOf(tenant.agencyId, keys, "newest"));
  return rows.map(toTransaction);
}

/** The money of an advance goes with its voucher. */
const IS_PAYMENT = and(eq(settlements.kind, "PAYMENT"), eq(documents.family, "INVOICES"));

/** With its income, and the log of both. */
async function insertPayment(
  tx: Write,
  tenant: Tenant,
  { invoice, description, input, account }: NewPaymentOf,
): Promise<Payment> {
  const { amount: amountPaise, tdsAmount, ...fields } = input;
  // Tax that comes to light alone moves no money.
  const income =
    amountPaise > 0 &&
    (await bookMoney(tx, tenant, {
      ...{ type: "Income", category: "Invoice Payments", account, description },
      ...{ date: input.date, amount: amountPaise, notes: input.reference },
      source: { type: "Invoice", _id: invoice.id },
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
  const row = { payment, account, invoiceNumber: invoice.number };
  await recordChanges(tx, tenant, [
    ...(income ? [booking(income)] : []),
    { action: "CREATE", entity: "Payment", payload: { after: namedBy(row) } },
  ]);
  return toPayment(row);
}

interface NewPaymentOf {
  invoice: typeof documents.$inferSelect;
  description: string;
  input: NewPayment;
  account: Payment["account"];
}

async function findPayment(tx: Write, tenant: Tenant, id: string): Promise<PaymentRow> {
  const [row] = await whole(tx).where(
    owned(tenant, settlements, IS_PAYMENT, eq(settlements.id, id)),
  );
  if (!row) throw new Refusal("missing", "Payment not found");
  return row;
}

interface PaymentRow {
  payment: typeof settlements.$inferSelect;
  account: Payment["account"];
  invoiceNumber: string;
}

/** Payments with the account that they reached and the invoice that they settle. */
function whole(from: Pick<Write, "select">) {
  const account = { _id: accounts.id, name: accounts.name, type: accounts.type };
  return from
    .select({ payment: settlements, account, invoiceNumber: documents.number })
    .from(settlements)
    .innerJoin(
      accounts,
      and(eq(accounts.agencyId, settlements.agencyId), eq(accounts.id, settlements.accountId)),
    )
    .innerJoin(
      documents,
      and(eq(documents.agencyId, settlements.agencyId), eq(documents.id, settlements.documentId)),
    );
}

/** As the audit log keeps it: with its invoice, for that is what people know it by. */
const namedBy = (row: PaymentRow) => ({
  ...toPayment(row),
  invoiceId: row.payment.documentId,
  invoiceNumber: row.invoiceNumber,
});

function toPayment({ payment, account }: PaymentRow): Payment {
  const { id, date, amountPaise, tdsPaise, mode, reference, notes, accountId } = payment;
  const { transactionId, createdAt } = payment;
  return {
    _id: id,
    date,
    amount: toRupees(amountPaise),
    tdsAmount: toRupees(tdsPaise),
    mode,
    reference,
    notes,
    accountId: accountId as string,
    account,
    transactionId: transactionId ?? "",
    createdAt,
  };
}
