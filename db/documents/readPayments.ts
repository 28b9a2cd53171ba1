import { and, asc, desc, eq, inArray } from "drizzle-orm";
import { showGstTds, sumGstTds } from "../../domain/documents/gstTds.ts";
import type { PaymentReceipt } from "../../domain/documents/paymentReceipts.ts";
import type { Payment, Settled } from "../../domain/documents/payments.ts";
import type { Transaction } from "../../domain/ledger/transactions.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { Refusal } from "../../domain/refusal.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { type Row, selectRows, toTransaction } from "../ledger/rows.ts";
import { selectKeys } from "../ledger/transactions.ts";
import { documents } from "../schema/documents.ts";
import { accounts, transactions } from "../schema/ledger.ts";
import { settlements } from "../schema/settlements.ts";
import { readInvoice } from "./parties.ts";
import { computeBalance, toDocumentView } from "./rows.ts";

type From = Pick<Write, "select">;

/** Returns the day of a document's last payment or other settlement, or "". */
export async function findPaidOn({ books, agencyId }: Tenant, documentId: string) {
  const [paid] = await books.read
    .select({ on: settlements.date })
    .from(settlements)
    .where(forAgency({ agencyId }, settlements, eq(settlements.documentId, documentId)))
    .orderBy(desc(settlements.date))
    .limit(1);
  return paid?.on ?? "";
}

/** Lists the payments of an invoice or debit note, oldest first. */
export async function listPayments(
  from: From,
  tenant: Tenant,
  documentId: string,
): Promise<Payment[]> {
  const rows = await wholePayments(from)
    .where(forAgency(tenant, settlements, IS_PAYMENT, eq(settlements.documentId, documentId)))
    .orderBy(asc(settlements.date), asc(settlements.id));
  return rows.map(toPayment);
}

/** Lists an invoice's settlements other than payments, oldest first. */
export async function listSettled(tenant: Tenant, invoiceId: string): Promise<Settled[]> {
  const rows = await tenant.books.read
    .select({ settled: settlements, number: documents.number, sourceDate: documents.date })
    .from(settlements)
    .leftJoin(
      documents,
      and(eq(documents.agencyId, settlements.agencyId), eq(documents.id, settlements.sourceId)),
    )
    .where(
      forAgency(
        tenant,
        settlements,
        eq(settlements.documentId, invoiceId),
        inArray(settlements.kind, ["ADVANCE", "CREDIT", "WRITE_OFF"]),
      ),
    )
    .orderBy(asc(settlements.createdAt), asc(settlements.id));
  return rows.map(({ settled, number, sourceDate }) => {
    const { id, kind, sourceId, date, amountPaise, notes } = settled;
    return {
      _id: id,
      kind: kind as Settled["kind"],
      sourceId: sourceId ?? "",
      number: number ?? "",
      sourceDate: sourceDate ?? "",
      date,
      amount: toRupees(amountPaise),
      reason: notes,
    };
  });
}

/** Lists the income entries of an invoice's payments, newest first. */
export async function listPaymentTransactions(
  tenant: Tenant,
  invoiceId: string,
): Promise<Transaction[]> {
  const { read } = tenant.books;
  const booked = read
    .select({ id: settlements.transactionId })
    .from(settlements)
    .where(forAgency(tenant, settlements, eq(settlements.documentId, invoiceId)));
  const keys = selectKeys(read, tenant, inArray(transactions.id, booked));
  const rows = await read.all<Row>(selectRows(tenant.agencyId, keys, "newest"));
  return rows.map(toTransaction);
}

/** Returns a payment for the client's receipt. @throws Refusal "missing" */
export async function getPaymentReceipt(tenant: Tenant, id: string): Promise<PaymentReceipt> {
  const { read } = tenant.books;
  const row = await findPayment(read, tenant, id);
  const { documentId } = row.payment;
  const whole = await readInvoice(read, tenant, documentId, row.family);
  const { invoice } = whole.record;
  const { number, recipient, supplier, supply } = toDocumentView(whole);
  return {
    _id: id,
    title: "Payment Receipt",
    number,
    recipient,
    supplier,
    supply,
    payment: toPayment(row),
    of: {
      title: row.family === "NOTES" ? "Debit note" : "Invoice",
      date: invoice.date,
      grandTotal: toRupees(invoice.grandTotalPaise),
      balance: toRupees(computeBalance(invoice)),
    },
  };
}

/** Excludes the money of an advance, which belongs to its voucher. */
const IS_PAYMENT = and(
  eq(settlements.kind, "PAYMENT"),
  inArray(documents.family, ["INVOICES", "NOTES", "BILLS"]),
);

/** @throws Refusal "missing" */
export async function findPayment(from: From, tenant: Tenant, id: string): Promise<PaymentRow> {
  const [row] = await wholePayments(from).where(
    forAgency(tenant, settlements, IS_PAYMENT, eq(settlements.id, id)),
  );
  if (!row) throw new Refusal("missing", "Payment not found");
  return row;
}

export interface PaymentRow {
  payment: typeof settlements.$inferSelect;
  account: Payment["account"];
  number: string;
  family: (typeof documents.$inferSelect)["family"];
}

/** Selects payments with their account and document. */
function wholePayments(from: From) {
  const account = { _id: accounts.id, name: accounts.name, type: accounts.type };
  const { number, family } = documents;
  return from
    .select({ payment: settlements, account, number, family })
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

export function toPayment({ payment, account }: Pick<PaymentRow, "account" | "payment">): Payment {
  const { id, date, amountPaise, tdsPaise, mode, reference, notes, accountId } = payment;
  const { transactionId, createdAt } = payment;
  const { gstTdsIgstPaise: igst, gstTdsCgstPaise: cgst, gstTdsSgstPaise: sgst } = payment;
  const gstTds = { igst, cgst, sgst };
  return {
    _id: id,
    date,
    amount: toRupees(amountPaise),
    tdsAmount: toRupees((tdsPaise - sumGstTds(gstTds)) as Paise),
    gstTds: showGstTds(gstTds),
    mode,
    reference,
    notes,
    accountId: accountId as string,
    account,
    transactionId: transactionId ?? "",
    createdAt,
  };
}
