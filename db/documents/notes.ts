import {
  type Application,
  isWithoutGst,
  type NewApplication,
  NewNote,
  type NewRefund,
  type Note,
} from "../../domain/documents/notes.ts";
import type { Removed } from "../../domain/documents/removed.ts";
import type { Hundredths } from "../../domain/hundredths.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { parse, Refusal } from "../../domain/refusal.ts";
import { recordChanges, toTransactionChange } from "../engine/audit.ts";
import { nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency } from "../engine/transaction.ts";
import { getActiveAccount } from "../ledger/transactions.ts";
import { documentStore } from "./documentStore.ts";
import {
  findClient,
  insertRow,
  ratedItem,
  sumPureAgent,
  toItems,
  updateDocument,
} from "./documents.ts";
import { computeTotalsAt, type Placed, resolveSupply } from "./figures.ts";
import { assertNotFiled } from "./filed.ts";
import { findIssuer } from "./issuer.ts";
import { takeNumbers, useFreeSeries } from "./numbering.ts";
import { readInvoice, readNamed, toRecipient } from "./parties.ts";
import { readNote, toNote } from "./readNotes.ts";
import { assertNotRegistered, CANCEL_THERE_FIRST } from "./registered.ts";
import { computeBalance, type WholeInvoice } from "./rows.ts";
import {
  assertFollows,
  assertHolds,
  bookRefund,
  deleteApplication,
  listApplications,
  settleWith,
} from "./settlements.ts";

const store = documentStore<WholeInvoice, Note>({
  entity: "Note",
  read: readNote,
  getRow: ({ record }) => record.invoice,
  toDocument: toNote,
});

/**
 * Creates a draft note. Place of supply, kind of supply and GST mode come from the original invoice, even if
 * they would differ today.
 * @throws Refusal "conflict" if the invoice was not sent or is cancelled
 */
export function addNote(tenant: Tenant, input: NewNote): Promise<Note> {
  return store.add(tenant, async (tx) => {
    const { parties, placed, clientId, original, rate } = await getOriginal(tx, tenant, input);
    const issuer = await findIssuer(tx, tenant, input.kind);
    const computed = figure(input, placed, rate ?? issuer.defaults.defaultTaxPct);
    const series = isWithoutGst(input) ? useFreeSeries(issuer) : issuer;
    const [number = ""] = await takeNumbers(tx, tenant, input.kind, series, [input.date]);
    const columns = {
      ...computed.columns,
      ...placed,
      number,
      clientId,
      original,
      originalId: input.invoiceId ?? null,
      kind: input.kind,
      family: "NOTES" as const,
      issued: parties,
      placeOfSupply: "",
      terms: "",
    };
    return (await insertRow(tx, tenant, columns, computed.items)).invoice.id;
  });
}

/** Changes the given fields, but not the original invoice. @throws Refusal "conflict" */
export function changeNote(tenant: Tenant, id: string, changes: object): Promise<Note> {
  return store.edit(tenant, id, changes, async (tx, { record: { invoice: row } }, before) => {
    const { invoiceId, ...typed } = before.original;
    const own = invoiceId ? { invoiceId } : { original: typed, clientId: row.clientId };
    const { kind, items, notes, roundOff } = before;
    const { date, dueDate, reason } = before;
    const now = { kind, date, dueDate, reason, items, notes, roundOff };
    const input = parse(NewNote, { ...now, ...changes, ...own, kind });
    if (row.status !== "DRAFT") throw new Refusal("conflict", "Only a draft note can be edited");
    if (isWithoutGst(input) !== isWithoutGst(before)) throw new Refusal("conflict", OTHER_SERIES);
    const { defaults } = await findIssuer(tx, tenant, kind);
    return figure(input, row, defaults.defaultTaxPct);
  });
}

/**
 * Sends a note. A credit note settles its invoice's balance at once; the rest is held for the client.
 * @throws Refusal "conflict" if it is not a draft
 */
export const sendNote = (tenant: Tenant, id: string): Promise<Note> =>
  store.change(tenant, id, async (tx, { record: { invoice: row } }) => {
    if (row.status !== "DRAFT") throw new Refusal("conflict", "Only a draft note can be sent");
    const sent = await updateDocument(tx, tenant, id, { sentAt: nowFor(tenant) });
    if (!row.originalId) return;
    const { invoice } = (await readInvoice(tx, tenant, row.originalId)).record;
    if (invoice.status === "DRAFT" || invoice.status === "CANCELLED")
      throw new Refusal("conflict", NOT_SENT);
    if (invoice.clientId !== row.clientId) throw new Refusal("conflict", OF_ANOTHER);
    const amount = Math.min(computeBalance(invoice), sent.grandTotalPaise) as Paise;
    const takes = invoice.status === "SENT" || invoice.status === "PARTIALLY_PAID";
    if (row.kind === "CREDIT_NOTE" && amount > 0 && takes)
      await settleWith(tx, tenant, sent, { invoiceId: invoice.id, amount });
  });

/**
 * Cancels a note, which stops settling its own invoice, or deletes a draft that can return its number.
 * @throws Refusal "conflict" if it settles other invoices, or was refunded or paid
 */
export const cancelNote = (tenant: Tenant, id: string): Promise<Note | Removed> =>
  store.cancel(
    tenant,
    id,
    async (tx, { record }, before) => {
      assertNotRegistered(before, CANCEL_THERE_FIRST);
      await assertNotFiled(tx, tenant, record.invoice);
    },
    async (tx, { record: { invoice: row } }) => {
      const applications = await listApplications(tx, tenant, [id]);
      if (applications.some(({ invoiceId }) => invoiceId !== row.originalId)) {
        throw new Refusal("conflict", "This note settles other invoices; undo that first");
      }
      if (row.refundedPaise + row.receivedPaise + row.tdsPaise > 0) {
        throw new Refusal("conflict", "A refunded or paid note cannot be cancelled");
      }
      for (const { _id } of applications) await deleteApplication(tenant, _id);
      return { cancelledAt: nowFor(tenant) };
    },
  );

/**
 * @throws Refusal "invalid" if the amount is above the note's or the invoice's balance, "conflict" if the
 * note is not active
 */
export function applyNote(tenant: Tenant, id: string, input: NewApplication): Promise<Application> {
  return withIdempotency(tenant, async (tx) => {
    const { invoice: row } = (await readInvoice(tx, tenant, id, "NOTES")).record;
    return settleWith(tx, tenant, row, input);
  });
}

/** Refunds a credit note's balance as an expense. @throws Refusal "invalid" if the amount is above it */
export async function refundNote(
  tenant: Tenant,
  id: string,
  input: NewRefund,
): Promise<{ note: Note; transactionId: string }> {
  let transactionId = "";
  const note = await store.change(tenant, id, async (tx, { record: { invoice: row, client } }) => {
    const account = await getActiveAccount(tx, tenant, "accountId", input.accountId);
    assertHolds(row, input.amount);
    assertFollows(row, input.date);
    const transaction = await bookRefund(tx, tenant, id, input, {
      type: "Expense",
      category: "Refunds to clients",
      account,
      entity: "Note",
      description: `Refund of ${row.number}: ${client.displayName}`,
    });
    await recordChanges(tx, tenant, [toTransactionChange(transaction)]);
    transactionId = transaction._id;
  });
  return { note, transactionId };
}

const OTHER_SERIES =
  "Credit notes without GST have their own series; discard this draft and create another note";
const OF_ANOTHER =
  "The invoice is now for another client; cancel this draft and create the note again";
const NOT_SENT = "Only a sent invoice can be credited or debited";

/** Returns the client and tax treatment that a note takes from its original. */
async function getOriginal(tx: Write, tenant: Tenant, input: NewNote) {
  const { supplier, defaults } = await findIssuer(tx, tenant, input.kind);
  if (input.invoiceId) {
    const { record, parties, lines } = await readNamed(tx, tenant, "invoiceId", input.invoiceId);
    const { invoice } = record;
    if (invoice.status === "DRAFT" || invoice.status === "CANCELLED") {
      throw new Refusal("conflict", NOT_SENT);
    }
    const { number, date, grandTotalPaise, clientId } = invoice;
    const original = { number, date, total: toRupees(grandTotalPaise) };
    const { gstMode, supply, supplyCode, supplyText, reverseCharge, isUntaxed } = invoice;
    const placed: Placed = { gstMode, supply, supplyCode, supplyText, reverseCharge, isUntaxed };
    const rates = new Set(lines.map(({ taxPct }) => taxPct));
    const [rate] = rates;
    const own = rates.size === 1 ? rate : undefined;
    return { clientId, original, placed, parties: { ...parties, supplier }, rate: own };
  }
  const client = await findClient(tx, tenant, input.clientId ?? "");
  const parties = { supplier, recipient: toRecipient(client) };
  const placed = resolveSupply(
    { kind: input.kind, placeOfSupply: "", reverseCharge: false },
    parties,
    defaults.defaultPlaceOfSupply,
  );
  const { number, date, total } = input.original as NonNullable<NewNote["original"]>;
  const original = { number, date, total: toRupees(total) };
  return { clientId: client.id, original, placed, parties, rate: undefined };
}

function figure(
  { kind, items: given, roundOff, date, dueDate, reason, notes }: NewNote,
  placed: Placed,
  defaultTaxPct: Hundredths,
) {
  const items = given.map((item) => ratedItem(item, defaultTaxPct, kind));
  const { columns, lines } = computeTotalsAt(placed, { lines: items, roundOff: roundOff as Paise });
  return {
    columns: {
      ...columns,
      date,
      dueDate,
      reason,
      notes,
      pureAgentPaise: sumPureAgent(items, lines),
    },
    items: toItems(items, lines),
  };
}
