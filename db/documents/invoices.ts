import { and, eq, notInArray } from "drizzle-orm";
import { addDays, countDays, today } from "../../domain/dates.ts";
import { NewInvoice, SENT_INVOICE } from "../../domain/documents/invoiceInput.ts";
import {
  type Invoice,
  type InvoiceDetail,
  mayBeCancelled,
  mayBeEdited,
  mayBeSent,
} from "../../domain/documents/invoices.ts";
import type { PrintedInvoice } from "../../domain/documents/paper.ts";
import type { NewWriteOff } from "../../domain/documents/payments.ts";
import type { Removed } from "../../domain/documents/removed.ts";
import { formatPaise } from "../../domain/money.ts";
import { invalid, parse, Refusal } from "../../domain/refusal.ts";
import { type Change, recordChanges, type SeriesOrigin } from "../engine/audit.ts";
import { newId } from "../engine/id.ts";
import { assertAllOpen } from "../engine/locks.ts";
import { splitWithYields } from "../engine/parts.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { documents } from "../schema/documents.ts";
import { documentStore } from "./documentStore.ts";
import { computeDocument, findClient, insertDocument, updateDocument } from "./documents.ts";
import { issuedColumns } from "./figures.ts";
import { assertNotFiled } from "./filed.ts";
import { findBiller, findIssuer } from "./issuer.ts";
import { assertSameYear } from "./numbering.ts";
import { getInvoice, readInvoice, readInvoices, toRecipient } from "./parties.ts";
import { listPayments, listPaymentTransactions, listSettled } from "./readPayments.ts";
import { assertNotRegistered, CANCEL_THERE_FIRST } from "./registered.ts";
import { computeBalance, sumSettled, toInvoice, type WholeInvoice } from "./rows.ts";
import { insertSettlement } from "./settlements.ts";

/** Returns an invoice for its PDF, which lists the advances used on it. */
export async function getPrintedInvoice(tenant: Tenant, id: string): Promise<PrintedInvoice> {
  const invoice = await getInvoice(tenant, id);
  return { ...invoice, settled: invoice.advancesUsed > 0 ? await listSettled(tenant, id) : [] };
}

/** Returns an invoice with its payments, oldest first, and their income entries. */
export async function getInvoiceDetail(tenant: Tenant, id: string): Promise<InvoiceDetail> {
  const invoice = await getInvoice(tenant, id);
  const payments = await listPayments(tenant.books.read, tenant, id);
  const settled = await listSettled(tenant, id);
  const transactions = await listPaymentTransactions(tenant, id);
  const { received: totalPaid, tds, balance } = invoice;
  return { invoice, payments, settled, transactions, summary: { totalPaid, tds, balance } };
}

const store = documentStore<WholeInvoice, Invoice>({
  entity: "Invoice",
  read: readInvoice,
  getRow: ({ record }) => record.invoice,
  toDocument: (_, __, whole) => toInvoice(whole),
  assertEditable(before) {
    if (!mayBeEdited(before)) {
      const state = before.status === "PAID" ? "paid" : "cancelled";
      throw new Refusal("conflict", `A ${state} invoice cannot be edited`);
    }
    assertNotRegistered(before, "it can no longer be edited, so issue a credit or debit note");
  },
});

/**
 * Creates an invoice with its number, for a series if one is given. The server computes totals, GST mode and
 * status.
 */
export function addInvoice(
  tenant: Tenant,
  input: NewInvoice,
  series?: SeriesOrigin,
): Promise<Invoice> {
  const insert = async (tx: Write) => {
    const { issuer, kind } = await findBiller(tx, tenant, input.kind);
    const more = { seriesId: series?._id };
    return insertDocument(tx, tenant, issuer, kind, input, more);
  };
  return store.add(tenant, insert, series && { series });
}

/**
 * Changes the given fields. A sent invoice keeps the agency and client it was issued with.
 * @throws Refusal "conflict" if it is settled or cancelled, or the new total would be below the settled
 * amount
 */
export function changeInvoice(tenant: Tenant, id: string, changes: object): Promise<Invoice> {
  return store.edit(tenant, id, changes, async (tx, read, before) => {
    const { record: found, parties: shown } = read;
    const clientId = before.clientId._id;
    const isMoved = "clientId" in changes && changes.clientId !== clientId;
    // A new client may change the kind of supply.
    const supply = isMoved ? undefined : before.supply;
    const input = parse(NewInvoice, { ...before, clientId, supply, ...changes });
    if (before.status !== "DRAFT") assertSameYear(before.date, input.date, SENT_INVOICE);
    const client =
      input.clientId === found.invoice.clientId
        ? found.client
        : await findClient(tx, tenant, input.clientId);
    if (client !== found.client) await assertFree(tx, tenant, found.invoice);
    // A sent invoice keeps its agency, and its client unless the client is replaced.
    const recipient = client === found.client ? shown.recipient : toRecipient(client);
    const issued = { ...shown, recipient };
    const { defaults } = read.issuer ?? (await findIssuer(tx, tenant, "INVOICE"));
    const { columns, items } = computeDocument(found.invoice.kind, input, issued, defaults);
    if (columns.grandTotalPaise < sumSettled(found.invoice)) {
      throw new Refusal("conflict", "The total cannot be less than the amount already paid");
    }
    return { columns: { ...columns, issued: before.status === "DRAFT" ? null : issued }, items };
  });
}

/** Returns the number of a sent, uncancelled note of the invoice. */
async function findActiveNote(tx: Write, tenant: Tenant, id: string): Promise<string | undefined> {
  const { number, originalId, family, status } = documents;
  const [note] = await tx
    .select({ number })
    .from(documents)
    .where(
      forAgency(
        tenant,
        documents,
        and(eq(originalId, id), eq(family, "NOTES"), notInArray(status, ["DRAFT", "CANCELLED"])),
      ),
    )
    .limit(1);
  return note?.number;
}

/** An invoice with a client's advance, credit or note cannot change to another client. */
async function assertFree(
  tx: Write,
  tenant: Tenant,
  { id, advancesPaise, creditPaise }: typeof documents.$inferSelect,
): Promise<void> {
  if (advancesPaise + creditPaise > 0 || (await findActiveNote(tx, tenant, id))) {
    throw new Refusal(
      "conflict",
      "The client cannot change: advances or notes of this client belong to the invoice",
    );
  }
}

/** Creates a draft dated today with the same lines and days to pay. */
export async function duplicateInvoice(tenant: Tenant, id: string): Promise<Invoice> {
  const { clientId, dueDate, date, ...same } = await getInvoice(tenant, id);
  const due = dueDate && addDays(today(), countDays({ dateFrom: date, dateTo: dueDate }) - 1);
  return addInvoice(
    tenant,
    parse(NewInvoice, { ...same, clientId: clientId._id, date: today(), dueDate: due }),
  );
}

/**
 * Writes off all or part of an invoice's balance. No money moves.
 * @throws Refusal "conflict" if it was not sent or has no balance, "invalid" if the amount is above the
 * balance
 */
export function writeOffInvoice(
  tenant: Tenant,
  id: string,
  { date, amount, reason }: NewWriteOff,
): Promise<Invoice> {
  const settle = async (tx: Write, { record }: WholeInvoice, { status }: Invoice) => {
    const balance = computeBalance(record.invoice);
    if (status !== "SENT" && status !== "PARTIALLY_PAID") {
      throw new Refusal("conflict", "Only a sent invoice with a balance can be written off");
    }
    if (amount !== undefined && amount > balance) {
      throw invalid(
        "amount",
        `Amount must not be more than the balance of ${formatPaise(balance)}`,
      );
    }
    await insertSettlement(tx, tenant, {
      id: newId(),
      kind: "WRITE_OFF",
      documentId: id,
      date,
      notes: reason,
      amountPaise: amount ?? balance,
    });
  };
  return store.change(tenant, id, settle, { reason });
}

const ONLY_DRAFTS = "Only a draft invoice can be sent";

/** @throws Refusal "conflict" if it is not a draft */
export const sendInvoice = (tenant: Tenant, id: string): Promise<Invoice> =>
  store.change(tenant, id, async (tx, whole, before) => {
    if (!mayBeSent(before)) throw new Refusal("conflict", ONLY_DRAFTS);
    await updateDocument(tx, tenant, id, { ...issuedColumns(whole), sentAt: nowFor(tenant) });
  });

/** Sends all invoices in order, or none. @throws Refusal "conflict" for the first that is not a draft */
export function sendInvoices(tenant: Tenant, ids: string[]): Promise<Invoice[]> {
  return writeTransaction(tenant, async (tx) => {
    const changed: Invoice[] = [];
    if (ids.length > 1) await assertAllOpen(tx, tenant, documents, ids);
    for await (const some of splitWithYields(ids)) {
      const changes: Change[] = [];
      for (const whole of await readInvoices(tx, tenant, some)) {
        const before = toInvoice(whole);
        const { _id, number, status } = before;
        if (!mayBeSent(before)) {
          throw new Refusal("conflict", `${ONLY_DRAFTS}; ${number} is ${status}`);
        }
        const columns = { ...issuedColumns(whole), sentAt: nowFor(tenant) };
        const invoice = await updateDocument(tx, tenant, _id, columns);
        const after = toInvoice({ ...whole, record: { ...whole.record, invoice } });
        changes.push({ action: "UPDATE", entity: "Invoice", payload: { before, after } });
        changed.push(after);
      }
      await recordChanges(tx, tenant, changes);
    }
    return changed;
  });
}

/**
 * Cancels an invoice, or deletes a draft that can return its number.
 * @throws Refusal "conflict" if it has payments or notes, is registered, or is already cancelled
 */
export const cancelInvoice = (tenant: Tenant, id: string): Promise<Invoice | Removed> =>
  store.cancel(
    tenant,
    id,
    async (tx, { record }, before) => {
      // Checked first, because this error says what to do instead without deleting payments.
      await assertNotFiled(tx, tenant, record.invoice);
      if (!mayBeCancelled(before)) {
        throw new Refusal(
          "conflict",
          "An invoice with payments cannot be cancelled; delete them first",
        );
      }
      assertNotRegistered(before, CANCEL_THERE_FIRST);
      const note = await findActiveNote(tx, tenant, id);
      if (note) {
        throw new Refusal(
          "conflict",
          `Note ${note} belongs to this invoice; cancel the note first`,
        );
      }
    },
    async (_, whole) => ({ ...issuedColumns(whole), cancelledAt: nowFor(tenant) }),
  );
