import { and, eq, sql } from "drizzle-orm";
import { formatDayFirst, today } from "../../domain/dates.ts";
import type { ReturnDocument } from "../../domain/gst/returns/books.ts";
import { einvoiceUntil } from "../../domain/gst/returns/documentChecks.ts";
import { einvoiceErrors, toDocumentType, toEinvoice } from "../../domain/gst/returns/einvoice.ts";
import type { DocumentEinvoice, StoredEinvoices } from "../../domain/gst/returns/einvoices.ts";
import type { IrpEntry } from "../../domain/gst/returns/irpAnswer.ts";
import { explainNoEinvoice } from "../../domain/gst/returns/periodView.ts";
import { Refusal } from "../../domain/refusal.ts";
import { type Change, recordChanges } from "../engine/audit.ts";
import type { Read } from "../engine/books.ts";
import { insertRows } from "../engine/insertRows.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { einvoices } from "../schema/returns.ts";
import { computeIrn } from "./irn.ts";
import { readFiler } from "./readPeriod.ts";
import { readDocuments } from "./rows.ts";
import { isSigned } from "./signatures.ts";

// E-invoices: responses of the Invoice Registration Portal. An IRN is a hash of its document, so a response
// for another document is detected before anything is saved.

type Row = typeof einvoices.$inferSelect;

/** Returns a document's registration; undefined if it was never registered. */
async function findEinvoice(
  read: Pick<Read, "select">,
  tenant: Pick<Tenant, "agencyId">,
  id: string,
): Promise<Row | undefined> {
  const [row] = await read
    .select()
    .from(einvoices)
    .where(forAgency(tenant, einvoices, eq(einvoices.id, id)));
  return row;
}

/**
 * Returns the e-invoice of an invoice or note: its registration, or what is missing for one.
 * @throws Refusal "missing"
 */
export async function getEinvoice(
  tenant: Tenant,
  entity: "Invoice" | "Note",
  id: string,
  keys: string[],
): Promise<DocumentEinvoice> {
  const { read } = tenant.books;
  const { filer } = await readFiler(read, tenant);
  const document = await readOne(read, tenant, entity, id);
  const row = await findEinvoice(read, tenant, id);
  const none = { irn: "", ackNo: "", ackDate: "", signedQr: "", reason: "", errors: [], until: "" };
  const unsigned = { ...none, isVerified: false };
  if (row) {
    const { irn, ackNo, ackDate, signedQr, status } = row;
    const state = status === "ACT" ? ("REGISTERED" as const) : ("CANCELLED" as const);
    return { ...none, state, irn, ackNo, ackDate, signedQr, isVerified: isSigned(signedQr, keys) };
  }
  if (document.state !== "ISSUED") {
    const reason = document.state === "DRAFT" ? "Drafts cannot be registered." : "It is cancelled.";
    return { ...unsigned, state: "NOT_NEEDED", reason };
  }
  const reason = explainNoEinvoice(document, filer);
  if (reason) return { ...unsigned, state: "NOT_NEEDED", reason };
  const errors = einvoiceErrors(document, filer, today());
  const until = einvoiceUntil(filer, document.date) ?? "";
  return { ...unsigned, state: errors.length > 0 ? "MISSING_DETAILS" : "TO_DO", errors, until };
}

/** Returns INV-01 of one document. @throws Refusal "conflict" if it cannot be registered as it is */
export async function getEinvoiceFile(tenant: Tenant, entity: "Invoice" | "Note", id: string) {
  const { read } = tenant.books;
  const { filer } = await readFiler(read, tenant);
  const document = await readOne(read, tenant, entity, id);
  if (document.state !== "ISSUED")
    throw new Refusal("conflict", "Only sent documents can be registered");
  const [error] = einvoiceErrors(document, filer, today());
  if (error) throw new Refusal("conflict", `${error}.`);
  const text = JSON.stringify([toEinvoice(document, filer)]);
  return { name: `einvoice-${document.number.replaceAll("/", "-")}.json`, text };
}

/** @throws Refusal "missing" */
async function readOne(
  read: Read,
  tenant: Pick<Tenant, "agencyId">,
  entity: "Invoice" | "Note",
  id: string,
): Promise<ReturnDocument> {
  const family = entity === "Note" ? "NOTES" : "INVOICES";
  const [document] = await readDocuments(
    read,
    tenant,
    sql`SELECT id FROM documents WHERE agency_id = ${tenant.agencyId} AND id = ${id}
      AND family = ${family}`,
  );
  if (!document) throw new Refusal("missing", `${entity} not found`);
  return document;
}

/**
 * Saves the portal's responses to our documents. Others are refused with a reason, without affecting the
 * rest.
 * @throws Refusal "invalid" if the file is not a response of the portal
 */
export function storeEinvoices(
  tenant: Tenant,
  entries: IrpEntry[],
  keys: string[],
): Promise<StoredEinvoices> {
  return writeTransaction(tenant, async (tx) => {
    const { filer } = await readFiler(tx, tenant);
    const known = await findDocuments(tx, tenant, entries, filer.gstin);
    const result: StoredEinvoices = { stored: 0, unknown: 0, refused: [] };
    const rows: Row[] = [];
    const changes: Change[] = [];
    for (const entry of entries) {
      const number = entry.signed?.number ?? "";
      const refuse = (reason: string) =>
        result.refused.push({ number: number || entry.irn, reason });
      if (entry.signed && entry.signed.sellerGstin !== filer.gstin) {
        refuse(`This response is for another agency, ${entry.signed.sellerGstin}.`);
        continue;
      }
      const document = known.byIrn.get(entry.irn) ?? known.byNumber.get(toKey(entry));
      if (!document) {
        result.unknown += 1;
        continue;
      }
      const reason = findMismatch(entry, document, filer.gstin, keys);
      if (reason) {
        refuse(reason);
        continue;
      }
      const before = await findEinvoice(tx, tenant, document.id);
      result.stored += 1;
      if (before && before.irn === entry.irn && before.status === entry.status) continue;
      rows.push(toRow(tenant, document, entry, before));
      changes.push(toChange(document, before, entry));
    }
    for (const { id } of rows) {
      await tx.delete(einvoices).where(and(forAgency(tenant, einvoices, eq(einvoices.id, id))));
    }
    await insertRows(tx, einvoices, rows);
    await recordChanges(tx, tenant, changes);
    return result;
  });
}

function toRow(
  tenant: Tenant,
  { id }: ReturnDocument,
  entry: IrpEntry,
  before: Row | undefined,
): Row {
  const { irn, ackNo, ackDate, signedQr, signedInvoice, status } = entry;
  return {
    agencyId: tenant.agencyId,
    id,
    irn,
    status,
    ackNo: ackNo || (before?.ackNo ?? ""),
    ackDate: ackDate || (before?.ackDate ?? ""),
    signedQr: signedQr || (before?.signedQr ?? ""),
    signedInvoice: signedInvoice || (before?.signedInvoice ?? ""),
    createdAt: nowFor(tenant),
  };
}

function toChange(document: ReturnDocument, before: Row | undefined, entry: IrpEntry): Change {
  const named = { _id: document.id, number: document.number };
  const entity = document.kind.endsWith("_NOTE") ? "Note" : "Invoice";
  const state = (row: Pick<Row, "irn" | "status"> | undefined) => ({
    ...named,
    irn: row?.irn ?? "",
    einvoice: row ? (row.status === "ACT" ? "registered" : "cancelled") : "",
  });
  const after = { ...state(entry), ackNo: entry.ackNo, ackDate: entry.ackDate };
  return { action: "UPDATE", entity, payload: { before: state(before), after } };
}

const toKey = ({ signed }: IrpEntry) => `${signed?.type}\n${signed?.number.toUpperCase()}`;

/** Returns why a response does not belong to the document; undefined if it does. */
function findMismatch(
  entry: IrpEntry,
  document: ReturnDocument,
  gstin: string,
  keys: string[],
): string | undefined {
  const { number, date, totalPaise } = document;
  if (entry.irn !== computeIrn(gstin, document)) {
    return `The IRN does not belong to ${number}; nothing was saved.`;
  }
  if (!entry.ackNo && entry.status === "ACT") return `${number} has no acknowledgement number.`;
  if (document.state === "DRAFT") return `${number} is a draft: send it first.`;
  const { signed, signedQr } = entry;
  if (signedQr && keys.length > 0 && !isSigned(signedQr, keys)) {
    return `The signature of ${number} is not the portal's.`;
  }
  if (!signed) return undefined;
  if (signed.number.toUpperCase() !== number.toUpperCase() || signed.irn !== entry.irn) {
    return `The signed QR code is for ${signed.number}, not ${number}.`;
  }
  if (signed.date !== formatDayFirst(date, "/")) {
    return `The portal has ${number} with the date ${signed.date}.`;
  }
  if (Math.abs(signed.total * 100 - totalPaise) > 100) {
    return `The portal has ${number} with a total of ₹${signed.total}.`;
  }
  return undefined;
}

interface Named {
  id: string;
  kind: ReturnDocument["kind"];
  number: string;
  date: string;
}

/**
 * Finds the documents of responses by IRN, or by type and number. An IRN without a signed code does not
 * contain the number, so it is compared with the documents of the last two years.
 */
async function findDocuments(tx: Write, tenant: Tenant, entries: IrpEntry[], gstin: string) {
  const { agencyId } = tenant;
  const numbers = JSON.stringify(entries.map(({ signed }) => signed?.number ?? ""));
  const hasUnsigned = entries.some(({ signed }) => !signed);
  const since = `${Number(today().slice(0, 4)) - 2}-04-01`;
  const recent = hasUnsigned ? sql`date >= ${since}` : sql`0`;
  const named = await tx.all<Named>(sql`
    SELECT id, kind, number, date FROM documents WHERE agency_id = ${agencyId}
      AND kind IN ('INVOICE', 'CREDIT_NOTE', 'DEBIT_NOTE')
      AND number IN (SELECT value FROM json_each(${numbers}))
    UNION SELECT id, kind, number, date FROM documents WHERE agency_id = ${agencyId}
      AND family IN ('INVOICES', 'NOTES') AND kind <> 'BILL_OF_SUPPLY' AND ${recent}`);
  const irns = new Set(entries.map(({ irn }) => irn));
  const written = new Set(entries.map(toKey));
  const wanted = named.filter(
    (one) => irns.has(computeIrn(gstin, one)) || written.has(numberKey(one)),
  );
  const ids = JSON.stringify(wanted.map(({ id }) => id));
  const found = await readDocuments(tx, tenant, sql`SELECT value FROM json_each(${ids})`);
  return {
    byIrn: new Map(found.map((one) => [computeIrn(gstin, one), one])),
    byNumber: new Map(found.map((one) => [numberKey(one), one])),
  };
}

const numberKey = (one: Pick<Named, "kind" | "number">) =>
  `${toDocumentType(one)}\n${one.number.toUpperCase()}`;
