import { sql } from "drizzle-orm";
import { today } from "../../domain/dates.ts";
import {
  type Billing,
  computeUnbilled,
  type Estimate,
  type EstimateList,
  type EstimateQuery,
  type EstimateRow,
  type EstimateStatus,
  isWhole,
  mayBeEdited,
  type NewBilling,
  toBilledItems,
} from "../../domain/documents/estimates.ts";
import { NewEstimate, NewInvoice } from "../../domain/documents/invoiceInput.ts";
import type { Invoice } from "../../domain/documents/invoices.ts";
import { formatPaise, type Paise, toPaise, toRupees } from "../../domain/money.ts";
import { invalid, parse, Refusal } from "../../domain/refusal.ts";
import { recordChange } from "../engine/audit.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency } from "../engine/transaction.ts";
import { documents } from "../schema/documents.ts";
import { documentStore } from "./documentStore.ts";
import { computeDocument, findClient, insertDocument, updateDocument } from "./documents.ts";
import { issuedColumns } from "./figures.ts";
import { findBiller, findIssuer } from "./issuer.ts";
import { documentList, type Listed } from "./listDocuments.ts";
import { readPage } from "./listPage.ts";
import { assertSameYear } from "./numbering.ts";
import { readInvoice, toRecipient } from "./parties.ts";
import { toDocumentView, toInvoice, toSummed, type WholeInvoice } from "./rows.ts";

type From = Pick<Write, "select">;
type Row = typeof documents.$inferSelect;

export const ESTIMATE_LIST = documentList("ESTIMATES");

/** Returns a page of estimates, newest first. */
export async function listEstimates(tenant: Tenant, query: EstimateQuery): Promise<EstimateList> {
  const { rows, paging } = await readPage(tenant, ESTIMATE_LIST, query);
  const ids = rows.map(({ invoice }) => invoice.id);
  const invoices = await listBillings(tenant.books.read, tenant, ids);
  return { items: rows.map((row) => toRow(row, invoices)), ...paging };
}

const store = documentStore<WholeInvoice, Estimate>({
  entity: "Estimate",
  read: (from, tenant, id) => readInvoice(from, tenant, id, "ESTIMATES"),
  getRow: ({ record }) => record.invoice,
  toDocument: toEstimate,
});

export const getEstimate = store.get;

export const addEstimate = (tenant: Tenant, input: NewInvoice): Promise<Estimate> =>
  store.add(tenant, async (tx) => {
    const issuer = await findIssuer(tx, tenant, "ESTIMATE");
    return insertDocument(tx, tenant, issuer, "ESTIMATE", input);
  });

/** Changes the given fields. @throws Refusal "conflict" if the client has answered */
export const changeEstimate = (tenant: Tenant, id: string, changes: object): Promise<Estimate> =>
  store.edit(tenant, id, changes, async (tx, _, before) => {
    const given = { ...before, clientId: before.clientId._id, ...changes, kind: undefined };
    const input = parse(NewEstimate, given);
    if (!mayBeEdited(before)) {
      throw new Refusal("conflict", "An accepted or declined estimate cannot be edited");
    }
    if (before.status !== "DRAFT") {
      assertSameYear(before.date, input.date, "An estimate that was sent");
    }
    const client = await findClient(tx, tenant, input.clientId);
    const { supplier, defaults } = await findIssuer(tx, tenant, "ESTIMATE");
    const parties = { supplier, recipient: toRecipient(client) };
    const { columns, items } = computeDocument("ESTIMATE", input, parties, defaults);
    return { columns: { ...columns, issued: before.status === "DRAFT" ? null : parties }, items };
  });

/** @throws Refusal "conflict" if it is not a draft */
export const sendEstimate = (tenant: Tenant, id: string): Promise<Estimate> =>
  store.change(tenant, id, async (tx, whole, { status }) => {
    if (status !== "DRAFT") throw new Refusal("conflict", "Only a draft estimate can be sent");
    await updateDocument(tx, tenant, id, { ...issuedColumns(whole), sentAt: nowFor(tenant) });
  });

/** @throws Refusal "conflict" if it was not sent, or was already answered */
export const acceptEstimate = (tenant: Tenant, id: string): Promise<Estimate> =>
  answerEstimate(tenant, id, { acceptedAt: nowFor(tenant) });

/** @throws as `acceptEstimate` */
export const declineEstimate = (tenant: Tenant, id: string): Promise<Estimate> =>
  answerEstimate(tenant, id, { declinedAt: nowFor(tenant) });

/** Answers an estimate. `more` is added to the log entry. */
export const answerEstimate = (
  tenant: Tenant,
  id: string,
  columns: Partial<Row>,
  more?: object,
): Promise<Estimate> => {
  const put = async (tx: Write, _: WholeInvoice, { status }: Estimate) => {
    if (status !== "SENT") {
      throw new Refusal("conflict", "Only a sent estimate can be accepted or declined");
    }
    await updateDocument(tx, tenant, id, columns);
  };
  return store.change(tenant, id, put, more);
};

/**
 * Creates a draft invoice, dated today, for all or part of an estimate. It also marks the estimate as sent
 * and accepted.
 * @throws Refusal "conflict" if it was declined, if it is to be billed in full and has an invoice, or if less
 * is left
 */
export function invoiceEstimate(tenant: Tenant, id: string, part: NewBilling): Promise<Invoice> {
  return withIdempotency(tenant, async (tx) => {
    const whole = await readInvoice(tx, tenant, id, "ESTIMATES");
    const estimate = await toEstimate(tx, tenant, whole);
    const { clientId, number, items, invoices, ...same } = estimate;
    if (estimate.status === "DECLINED") {
      throw new Refusal("conflict", "A declined estimate cannot be billed");
    }
    if (isWhole(part) && invoices[0]) {
      throw new Refusal(
        "conflict",
        `This estimate was already billed as invoice ${invoices[0].number}`,
      );
    }
    assertLines(part, items.length);
    const given = {
      ...same,
      items: toBilledItems(items, part, computeUnbilled(estimate)),
      kind: undefined,
      clientId: clientId._id,
      date: today(),
      dueDate: "",
      roundOff: isWhole(part) ? same.roundOff : 0,
    };
    const { issuer, kind } = await findBiller(tx, tenant);
    const original = { number, date: estimate.date, total: estimate.grandTotal };
    const more = { originalId: id, original };
    const input = parse(NewInvoice, given);
    const after = toInvoice(await insertDocument(tx, tenant, issuer, kind, input, more));
    assertLeft(estimate, after, invoices);
    await recordChange(tx, tenant, "CREATE", "Invoice", { after });
    if (estimate.status !== "ACCEPTED") {
      const at = nowFor(tenant);
      const sent = estimate.status === "DRAFT" && { ...issuedColumns(whole), sentAt: at };
      await updateDocument(tx, tenant, id, { ...sent, acceptedAt: at });
      const accepted = await getEstimate(tenant, id);
      await recordChange(tx, tenant, "UPDATE", "Estimate", { before: estimate, after: accepted });
    }
    return after;
  });
}

function assertLines({ lines = [] }: NewBilling, count: number): void {
  if (lines.every((line) => line < count)) return;
  throw invalid("lines", `The estimate has ${count === 1 ? "one line" : `${count} lines`}`);
}

/** Allows for rounding of a paisa a line. */
function assertLeft(
  estimate: Estimate,
  { taxableValue, items }: Invoice,
  earlier: Billing[],
): void {
  const left = computeUnbilled(estimate);
  if ((toPaise(taxableValue) as Paise) <= left + items.length) return;
  const numbers = earlier.map(({ number }) => number).join(", ");
  const rest = formatPaise(Math.max(0, left) as Paise);
  throw new Refusal(
    "conflict",
    `Only ${rest} of the estimate is left to bill, before tax: see ${numbers}`,
  );
}

async function toEstimate(from: From, tenant: Tenant, whole: WholeInvoice): Promise<Estimate> {
  const { invoice: row } = whole.record;
  const invoices = await listBillings(from, tenant, [row.id]);
  return {
    ...toRow(whole.record, invoices),
    ...toDocumentView(whole),
    title: "Estimate",
    placeOfSupply: row.placeOfSupply,
    foreignCurrency: row.foreignCurrency,
    deliveryAddress: row.deliveryAddress,
    exchangeRate: row.exchangeRate / 1_000_000,
    terms: row.terms,
    invoices: invoices.get(row.id) ?? [],
  };
}

/** Returns the invoices of estimates by estimate id, without cancelled ones. */
async function listBillings(
  from: From,
  tenant: Tenant,
  ids: string[],
): Promise<Map<string, Billing[]>> {
  if (ids.length === 0) return new Map();
  const { id, number, status, taxablePaise, originalId } = documents;
  const rows = await from
    .select({ id, number, status, taxablePaise, of: originalId })
    .from(documents)
    .where(
      forAgency(
        tenant,
        documents,
        sql`${originalId} IN ${ids} AND ${documents.family} = 'INVOICES'
          AND ${documents.status} <> 'CANCELLED'`,
      ),
    )
    .orderBy(documents.createdAt, id);
  const all = rows.map(({ of, ...row }) => ({ of: of ?? "", billing: toBilling(row) }));
  const grouped = Map.groupBy(all, ({ of }) => of);
  return new Map([...grouped].map(([of, each]) => [of, each.map(({ billing }) => billing)]));
}

type Billed = Pick<Row, "id" | "number" | "status" | "taxablePaise">;

const toBilling = ({ id, number, status, taxablePaise }: Billed): Billing => ({
  _id: id,
  number,
  status: status as Billing["status"],
  taxableValue: toRupees(taxablePaise),
});

function toRow(
  { invoice: document, client }: Listed,
  billings: Map<string, Billing[]>,
): EstimateRow {
  const { id, number, date, dueDate, status } = document;
  const invoices = billings.get(id) ?? [];
  const billed = invoices.reduce(
    (sum, { taxableValue }) => sum + (toPaise(taxableValue) as Paise),
    0,
  );
  return {
    _id: id,
    kind: "ESTIMATE",
    number,
    date,
    dueDate,
    clientId: { _id: client.id, displayName: client.displayName, email: client.email },
    status: status as EstimateStatus,
    ...toSummed(document),
    grandTotal: toRupees(document.grandTotalPaise),
    invoiceId: invoices[0]?._id ?? "",
    billed: toRupees(billed as Paise),
  };
}
