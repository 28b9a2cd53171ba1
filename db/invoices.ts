import { eq } from "drizzle-orm";
import { NewInvoice } from "../domain/invoiceInput.ts";
import {
  type Invoice,
  type InvoiceDetail,
  mayBeCancelled,
  mayBeEdited,
  mayBeSent,
} from "../domain/invoices.ts";
import { check, invalid, Refusal } from "../domain/refusal.ts";
import { atomically, createOnce, type Write } from "./atomically.ts";
import { type Change, record, recordAll } from "./audit.ts";
import { isOneOf } from "./conditions.ts";
import { newId } from "./id.ts";
import { clients, invoiceItems, invoices, type Parties } from "./invoiceSchema.ts";
import { findInvoiceDefaults } from "./invoices/defaults.ts";
import { issue, mustStand } from "./invoices/figures.ts";
import { findParties, getInvoiceIn, readInvoice, readInvoices } from "./invoices/parties.ts";
import { toInvoice, type WholeInvoice } from "./invoices/rows.ts";
import { takeNumbers } from "./numbers.ts";
import { partsOf } from "./parts.ts";
import { listPayments, listPaymentTransactions } from "./payments.ts";
import { momentOf, owned, type Tenant } from "./tenant.ts";

export function getInvoice(tenant: Tenant, id: string): Promise<Invoice> {
  return getInvoiceIn(tenant.books.read, tenant, id);
}

/** The invoice with its payments, oldest first, and the income that they booked. */
export async function getInvoiceDetail(tenant: Tenant, id: string): Promise<InvoiceDetail> {
  const invoice = await getInvoice(tenant, id);
  const payments = await listPayments(tenant, id);
  const transactions = await listPaymentTransactions(tenant, id);
  const { received: totalPaid, tds, balance } = invoice;
  return { invoice, payments, transactions, summary: { totalPaid, tds, balance } };
}

/** The invoice and its number, or nothing of it. Figures, mode and status are always ours. */
export function addInvoice(tenant: Tenant, input: NewInvoice): Promise<Invoice> {
  return createOnce(tenant, async (tx) => {
    const parties = await findParties(tx, tenant, await findClient(tx, tenant, input.clientId));
    const { columns, items } = await figure(tx, tenant, input, parties);
    const [number] = await takeNumbers(tx, tenant, "invoice", [input.date]);
    const id = newId();
    await tx.insert(invoices).values({
      ...columns,
      agencyId: tenant.agencyId,
      id,
      number: number as string,
      createdBy: tenant.userId,
      createdAt: momentOf(tenant),
    });
    await insertItems(tx, tenant, id, items);
    const after = await getInvoiceIn(tx, tenant, id);
    await record(tx, tenant, "CREATE", "Invoice", { after });
    return after;
  });
}

/**
 * Fields that `changes` does not hold stay as they are; one that was issued goes on to show agency and
 * client of that time. @throws Refusal "conflict" where it is settled or cancelled, or would come to
 * less than what is settled.
 */
export function changeInvoice(tenant: Tenant, id: string, changes: object): Promise<Invoice> {
  return atomically(tenant.books, async (tx) => {
    const read = await readInvoice(tx, tenant, id);
    const { invoice } = read.record;
    const before = toInvoice(read);
    if (!mayBeEdited(before)) {
      const state = before.status === "PAID" ? "paid" : "cancelled";
      throw new Refusal("conflict", `A ${state} invoice cannot be edited`);
    }
    const input = check(NewInvoice, { ...before, clientId: before.clientId._id, ...changes });
    const issued = await findPartiesOfEdit(tx, tenant, read, input.clientId);
    const { columns, items } = await figure(tx, tenant, input, issued);
    if (columns.grandTotalPaise < invoice.receivedPaise + invoice.tdsPaise) {
      throw new Refusal("conflict", "The total cannot be less than what has been paid already");
    }
    const isDraft = before.status === "DRAFT";
    await tx
      .update(invoices)
      .set({ ...columns, issued: isDraft ? null : issued })
      .where(owned(tenant, invoices, eq(invoices.id, id)));
    await tx
      .delete(invoiceItems)
      .where(owned(tenant, invoiceItems, eq(invoiceItems.invoiceId, id)));
    await insertItems(tx, tenant, id, items);
    const after = await getInvoiceIn(tx, tenant, id);
    await record(tx, tenant, "UPDATE", "Invoice", { before, after });
    return after;
  });
}

const ONLY_DRAFTS = "Only a draft invoice can be sent";

/** @throws Refusal "conflict" for anything but a draft. */
export async function sendInvoice(tenant: Tenant, id: string): Promise<Invoice> {
  const [sent] = await changeStates(tenant, [id], { sentAt: momentOf(tenant) }, (before) => {
    if (!mayBeSent(before)) throw new Refusal("conflict", ONLY_DRAFTS);
  });
  return sent as Invoice;
}

/** All of them, in their order, or none. @throws Refusal "conflict" for the first that is no draft. */
export function sendInvoices(tenant: Tenant, ids: string[]): Promise<Invoice[]> {
  return changeStates(tenant, ids, { sentAt: momentOf(tenant) }, (before) => {
    const { invoiceNumber, status } = before;
    if (!mayBeSent(before)) {
      throw new Refusal("conflict", `${ONLY_DRAFTS}; ${invoiceNumber} is ${status}`);
    }
  });
}

/** Its number stays taken. @throws Refusal "conflict" where it has payments, or is cancelled already. */
export async function cancelInvoice(tenant: Tenant, id: string): Promise<Invoice> {
  const cancelledAt = momentOf(tenant);
  const [cancelled] = await changeStates(tenant, [id], { cancelledAt }, (before) => {
    if (before.status === "CANCELLED")
      throw new Refusal("conflict", "Invoice is cancelled already");
    if (!mayBeCancelled(before)) {
      throw new Refusal(
        "conflict",
        "An invoice with payments cannot be cancelled; delete them first",
      );
    }
  });
  return cancelled as Invoice;
}

function changeStates(
  tenant: Tenant,
  ids: string[],
  columns: { sentAt: string } | { cancelledAt: string },
  mustBe: (before: Invoice) => void,
): Promise<Invoice[]> {
  return atomically(tenant.books, async (tx) => {
    const changed: Invoice[] = [];
    for await (const some of partsOf(ids)) {
      const read = await readInvoices(tx, tenant, some);
      const before = read.map(toInvoice);
      for (const invoice of before) mustBe(invoice);
      for (const one of read) await issue(tx, tenant, one);
      await tx
        .update(invoices)
        .set(columns)
        .where(owned(tenant, invoices, isOneOf(invoices.id, some)));
      const after = (await readInvoices(tx, tenant, some)).map(toInvoice);
      const toChange = (invoice: Invoice, n: number): Change => {
        const payload = { before: before[n], after: invoice };
        return { action: "UPDATE", entity: "Invoice", payload };
      };
      await recordAll(tx, tenant, after.map(toChange));
      changed.push(...after);
    }
    return changed;
  });
}

/** Agency and client of an edited invoice: of its time where it was issued, but for another client. */
async function findPartiesOfEdit(
  tx: Write,
  tenant: Tenant,
  { record, parties: shown }: WholeInvoice,
  clientId: string,
): Promise<Parties> {
  if (clientId === record.invoice.clientId) return shown;
  const { recipient } = await findParties(tx, tenant, await findClient(tx, tenant, clientId));
  return { ...shown, recipient };
}

type NewRow = Omit<
  typeof invoices.$inferInsert,
  "agencyId" | "createdAt" | "createdBy" | "id" | "number"
>;
type NewItem = Omit<typeof invoiceItems.$inferInsert, "agencyId" | "invoiceId" | "line">;

/** The rows that an input comes to for these parties. */
async function figure(
  tx: Write,
  tenant: Tenant,
  { items: given, roundOff, ...fields }: NewInvoice,
  parties: Parties,
): Promise<{ columns: NewRow; items: NewItem[] }> {
  const { defaultTaxPct } = await findInvoiceDefaults(tx, tenant);
  const items = given.map((item) => ({ ...item, taxPct: item.taxPct ?? defaultTaxPct }));
  const terms = { placeOfSupply: fields.placeOfSupply, lines: items, roundOff };
  const columns = await mustStand(tx, tenant, terms, parties);
  return {
    columns: { ...fields, ...columns },
    items: items.map(({ rate: ratePaise, ...item }) => ({ ...item, ratePaise })),
  };
}

async function insertItems(
  tx: Write,
  { agencyId }: Tenant,
  invoiceId: string,
  items: NewItem[],
): Promise<void> {
  const rows = items.map((item, line) => ({ ...item, agencyId, invoiceId, line }));
  await tx.insert(invoiceItems).values(rows);
}

async function findClient(tx: Write, tenant: Tenant, id: string) {
  const [client] = await tx
    .select()
    .from(clients)
    .where(owned(tenant, clients, eq(clients.id, id)));
  if (!client) throw invalid("clientId", "Choose one of your clients");
  return client;
}
