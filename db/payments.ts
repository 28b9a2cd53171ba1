import { and, asc, eq, sql } from "drizzle-orm";
import type { Invoice } from "../domain/invoices.ts";
import { type Paise, toRupees } from "../domain/money.ts";
import { type NewPayment, overpaid, type Payment } from "../domain/payments.ts";
import { invalid, Refusal } from "../domain/refusal.ts";
import type { Transaction } from "../domain/transactions.ts";
import { atomically, createOnce, type Write } from "./atomically.ts";
import { record } from "./audit.ts";
import { incomeCategory } from "./categories.ts";
import { newId } from "./id.ts";
import { invoices, payments } from "./invoiceSchema.ts";
import { issue, refreshDrafts } from "./invoices/figures.ts";
import { getInvoiceIn, readInvoice } from "./invoices/parties.ts";
import { balanceOf } from "./invoices/rows.ts";
import { accounts } from "./schema.ts";
import { momentOf, owned, type Tenant } from "./tenant.ts";
import { type Row, rowsOf, toTransaction } from "./transactions/rows.ts";
import { deleteTransactionOf, insertTransaction, mustBeActive } from "./transactions.ts";

/**
 * The payment, its income and the invoice's new state, all or nothing. Tax deducted at source settles
 * the invoice but is no income transaction. @throws Refusal "invalid" for more than the balance.
 */
export function addPayment(
  tenant: Tenant,
  invoiceId: string,
  input: NewPayment,
): Promise<{ payment: Payment; invoice: Invoice }> {
  return createOnce(tenant, async (tx) => {
    const whole = await readInvoice(tx, tenant, invoiceId);
    const { invoice, client } = whole.record;
    if (invoice.status === "CANCELLED") {
      throw new Refusal("conflict", "A cancelled invoice takes no payment");
    }
    const balance = balanceOf(invoice);
    if (input.amount + input.tdsAmount > balance) throw invalid("amount", overpaid(balance));
    await mustBeActive(tx, tenant, "accountId", input.accountId);
    await issue(tx, tenant, whole);
    const description = `Payment of invoice ${invoice.number}: ${client.displayName}`;
    const id = await insertPayment(tx, tenant, { invoiceId, description, input });
    const row = await findPayment(tx, tenant, id);
    await record(tx, tenant, "CREATE", "Payment", { after: namedBy(row) });
    return { payment: toPayment(row), invoice: await getInvoiceIn(tx, tenant, invoiceId) };
  });
}

/** With its income; the invoice is then as if it had never been. */
export function deletePayment(tenant: Tenant, id: string): Promise<void> {
  return atomically(tenant.books, async (tx) => {
    const row = await findPayment(tx, tenant, id);
    await tx.delete(payments).where(owned(tenant, payments, eq(payments.id, id)));
    await deleteTransactionOf(tx, tenant, row.payment.transactionId);
    await record(tx, tenant, "DELETE", "Payment", { before: namedBy(row) });
    await refreshDrafts(tx, tenant, { id: row.payment.invoiceId });
  });
}

/** Those of an invoice, oldest first. */
export async function listPayments(tenant: Tenant, invoiceId: string): Promise<Payment[]> {
  const rows = await whole(tenant.books.read)
    .where(owned(tenant, payments, eq(payments.invoiceId, invoiceId)))
    .orderBy(asc(payments.date), asc(payments.id));
  return rows.map(toPayment);
}

/** The income that an invoice's payments booked, newest first. */
export async function listPaymentTransactions(
  { agencyId, books }: Tenant,
  invoiceId: string,
): Promise<Transaction[]> {
  const keys = sql`SELECT entry FROM transactions WHERE agency_id = ${agencyId} AND id IN (
    SELECT transaction_id FROM payments WHERE agency_id = ${agencyId} AND invoice_id = ${invoiceId})`;
  const rows = await books.read.all<Row>(rowsOf(agencyId, keys, "newest"));
  return rows.map(toTransaction);
}

async function insertPayment(
  tx: Write,
  tenant: Tenant,
  { invoiceId, description, input }: { invoiceId: string; description: string; input: NewPayment },
): Promise<string> {
  const { amount: amountPaise, tdsAmount, ...fields } = input;
  const { _id: transactionId } = await insertTransaction(tx, tenant, {
    date: input.date,
    type: "Income",
    description: description.slice(0, 500),
    notes: input.reference,
    accountId: input.accountId,
    categoryId: await incomeCategory(tx, tenant, "Invoice Payments"),
    amountPaise,
    source: "Invoice",
    sourceId: invoiceId,
  });
  const id = newId();
  await tx.insert(payments).values({
    ...fields,
    agencyId: tenant.agencyId,
    id,
    invoiceId,
    amountPaise,
    tdsPaise: tdsAmount as Paise,
    transactionId,
    createdBy: tenant.userId,
    createdAt: momentOf(tenant),
  });
  return id;
}

async function findPayment(tx: Write, tenant: Tenant, id: string): Promise<PaymentRow> {
  const [row] = await whole(tx).where(owned(tenant, payments, eq(payments.id, id)));
  if (!row) throw new Refusal("missing", "Payment not found");
  return row;
}

interface PaymentRow {
  payment: typeof payments.$inferSelect;
  account: Payment["account"];
  invoiceNumber: string;
}

/** Payments with the account that they reached and the invoice that they settle. */
function whole(from: Pick<Write, "select">) {
  const account = { _id: accounts.id, name: accounts.name, type: accounts.type };
  return from
    .select({ payment: payments, account, invoiceNumber: invoices.number })
    .from(payments)
    .innerJoin(
      accounts,
      and(eq(accounts.agencyId, payments.agencyId), eq(accounts.id, payments.accountId)),
    )
    .innerJoin(
      invoices,
      and(eq(invoices.agencyId, payments.agencyId), eq(invoices.id, payments.invoiceId)),
    );
}

/** As the audit log keeps it: with its invoice, for that is what people know it by. */
const namedBy = (row: PaymentRow) => ({
  ...toPayment(row),
  invoiceId: row.payment.invoiceId,
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
    accountId,
    account,
    transactionId,
    createdAt,
  };
}
