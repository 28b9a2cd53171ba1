import { eq } from "drizzle-orm";
import { changeOfInvoice, type NewInvoice } from "../../domain/documents/invoiceInput.ts";
import {
  type Invoice,
  type InvoiceDetail,
  mayBeCancelled,
  mayBeEdited,
  mayBeSent,
} from "../../domain/documents/invoices.ts";
import { type DocumentKind, FAMILY_OF } from "../../domain/documents/kinds.ts";
import { invalid, parse, Refusal } from "../../domain/refusal.ts";
import { type Change, recordChange, recordChanges } from "../engine/audit.ts";
import { newId } from "../engine/id.ts";
import { partsOf } from "../engine/parts.ts";
import { mustBeAsSeen } from "../engine/seen.ts";
import { momentOf, owned, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "../engine/transaction.ts";
import { clients, documentLines, documents, type Parties } from "../schema/documents.ts";
import { issuedColumns, mustStand } from "./figures.ts";
import { findIssuer, type InvoiceDefaults } from "./issuer.ts";
import { takeNumbers } from "./numbering.ts";
import { getInvoiceIn, readInvoice, readInvoices, toRecipient } from "./parties.ts";
import { listPayments, listPaymentTransactions } from "./payments.ts";
import { type ItemRow, settledOf, toInvoice } from "./rows.ts";

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
  return withIdempotency(tenant, async (tx) => {
    const client = await findClient(tx, tenant, input.clientId);
    let issuer = await findIssuer(tx, tenant, "INVOICE");
    const parties = { supplier: issuer.supplier, recipient: toRecipient(client) };
    const kind = input.kind ?? (issuer.supplier.isComposition ? "BILL_OF_SUPPLY" : "INVOICE");
    if (kind !== "INVOICE") issuer = await findIssuer(tx, tenant, kind);
    const { columns, items } = figure(kind, input, parties, issuer.defaults);
    const [number] = await takeNumbers(tx, tenant, kind, issuer, [input.date]);
    const [invoice] = await tx
      .insert(documents)
      .values({
        ...columns,
        agencyId: tenant.agencyId,
        id: newId(),
        number: number as string,
        createdBy: tenant.userId,
        createdAt: momentOf(tenant),
      })
      .returning();
    if (!invoice) throw new Error("The new invoice did not come back");
    const lines = await insertItems(tx, tenant, invoice.id, items);
    const author = issuer.author.fullName;
    const after = toInvoice({ record: { invoice, client, author }, lines, parties });
    await recordChange(tx, tenant, "CREATE", "Invoice", { after });
    return after;
  });
}

/**
 * Fields that `changes` does not hold stay as they are; one that was issued goes on to show agency and
 * client of that time. @throws Refusal "conflict" where it is settled or cancelled, or would come to
 * less than what is settled.
 */
export function changeInvoice(tenant: Tenant, id: string, changes: object): Promise<Invoice> {
  return writeTransaction(tenant.books, async (tx) => {
    const read = await readInvoice(tx, tenant, id);
    const { record: found, parties: shown } = read;
    const before = toInvoice(read);
    if (!mayBeEdited(before)) {
      const state = before.status === "PAID" ? "paid" : "cancelled";
      throw new Refusal("conflict", `A ${state} invoice cannot be edited`);
    }
    await mustBeAsSeen(tx, tenant, "Invoice", before, changes);
    const whole = { ...before, clientId: before.clientId._id, ...changes };
    const input = parse(changeOfInvoice(before), whole);
    const client =
      input.clientId === found.invoice.clientId
        ? found.client
        : await findClient(tx, tenant, input.clientId);
    // One that was issued goes on to show the agency of its time, and its client unless that is another now.
    const recipient = client === found.client ? shown.recipient : toRecipient(client);
    const issued = { ...shown, recipient };
    const { defaults } = read.issuer ?? (await findIssuer(tx, tenant, "INVOICE"));
    const { columns, items } = figure(found.invoice.kind, input, issued, defaults);
    if (columns.grandTotalPaise < settledOf(found.invoice)) {
      throw new Refusal("conflict", "The total cannot be less than what has been paid already");
    }
    const isDraft = before.status === "DRAFT";
    const invoice = await updateDocument(tx, tenant, id, {
      ...columns,
      issued: isDraft ? null : issued,
    });
    await deleteItems(tx, tenant, id);
    const lines = await insertItems(tx, tenant, id, items);
    const after = toInvoice({ record: { ...found, invoice, client }, lines, parties: issued });
    await recordChange(tx, tenant, "UPDATE", "Invoice", { before, after });
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
  return writeTransaction(tenant.books, async (tx) => {
    const changed: Invoice[] = [];
    for await (const some of partsOf(ids)) {
      const changes: Change[] = [];
      for (const whole of await readInvoices(tx, tenant, some)) {
        const before = toInvoice(whole);
        mustBe(before);
        const issued = issuedColumns(whole);
        const { record } = whole;
        const invoice = await updateDocument(tx, tenant, before._id, { ...issued, ...columns });
        const after = toInvoice({ ...whole, record: { ...record, invoice } });
        changes.push({ action: "UPDATE", entity: "Invoice", payload: { before, after } });
        changed.push(after);
      }
      await recordChanges(tx, tenant, changes);
    }
    return changed;
  });
}

/** The document as it is then. */
export async function updateDocument(
  tx: Write,
  tenant: Tenant,
  id: string,
  columns: Partial<typeof documents.$inferInsert>,
) {
  const [invoice] = await tx
    .update(documents)
    .set(columns)
    .where(owned(tenant, documents, eq(documents.id, id)))
    .returning();
  if (!invoice) throw new Error("The invoice is gone");
  return invoice;
}

type NewRow = Omit<
  typeof documents.$inferInsert,
  "agencyId" | "createdAt" | "createdBy" | "id" | "number"
>;
export type NewItem = Omit<typeof documentLines.$inferSelect, "agencyId" | "documentId" | "line">;

/** The rows that an input comes to for these parties. */
function figure(
  kind: DocumentKind,
  { items: given, roundOff, ...fields }: NewInvoice,
  parties: Parties,
  { defaultTaxPct, defaultPlaceOfSupply }: InvoiceDefaults,
): { columns: NewRow; items: NewItem[] } {
  const items = given.map((item) => ({ ...item, taxPct: item.taxPct ?? defaultTaxPct }));
  const terms = { ...fields, kind, lines: items, roundOff };
  const { columns, lines } = mustStand(terms, parties, defaultPlaceOfSupply);
  return {
    columns: { ...fields, ...columns, kind, family: FAMILY_OF[kind] },
    items: lines.map((figures, n) => {
      const { rate: ratePaise, ...item } = items[n] as (typeof items)[number];
      return { ...item, ratePaise, ...figures };
    }),
  };
}

export async function deleteItems(tx: Write, tenant: Tenant, documentId: string): Promise<void> {
  await tx
    .delete(documentLines)
    .where(owned(tenant, documentLines, eq(documentLines.documentId, documentId)));
}

/** The lines of a new document, or of one whose lines were deleted. */
export async function insertItems(
  tx: Write,
  { agencyId }: Tenant,
  documentId: string,
  items: NewItem[],
): Promise<ItemRow[]> {
  const rows = items.map((item, line) => ({ ...item, agencyId, documentId, line }));
  await tx.insert(documentLines).values(rows);
  return rows.map((row) => ({ ...row, rate: row.ratePaise }));
}

/** @throws Refusal "invalid" for one that the agency has not. */
export async function findClient(tx: Write, tenant: Tenant, id: string) {
  const [client] = await tx
    .select()
    .from(clients)
    .where(owned(tenant, clients, eq(clients.id, id)));
  if (!client) throw invalid("clientId", "Choose one of your clients");
  return client;
}
