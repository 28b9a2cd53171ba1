import { eq } from "drizzle-orm";
import { type DocumentKind, isOwnKind } from "../../domain/documents/kinds.ts";
import type { NumberedKind } from "../../domain/documents/numbering.ts";
import { updateDocument } from "../documents/documents.ts";
import { issuedColumns } from "../documents/figures.ts";
import { getInvoice, readInvoices } from "../documents/parties.ts";
import { getNote } from "../documents/readNotes.ts";
import { getVoucher } from "../documents/readVouchers.ts";
import { returnNumber } from "../documents/returnedNumbers.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { getBill } from "../purchases/billRows.ts";
import { documents } from "../schema/documents.ts";
import { receipts } from "../schema/receipts.ts";
import type { Image } from "./images.ts";

// Undoing a creation deletes the document if it can return its number. Otherwise the document is cancelled,
// so that the series has no gap. Receipts and estimates cannot be cancelled: they are deleted, and their
// number stays used.

type Row = typeof documents.$inferSelect;

/** A document that keeps its number, with its log record from before it is cancelled. */
export interface KeptDocument {
  row: Row;
  before: unknown;
}

/** Finds the numbers that can be returned, newest first, and the documents that keep theirs, by id. */
export async function findKeptDocuments(
  tx: Write,
  tenant: Tenant,
  images: Image[],
): Promise<Map<string, KeptDocument>> {
  const kept = new Map<string, KeptDocument>();
  for (const { table, action, record } of images.toReversed()) {
    if (action !== "I") continue;
    if (table === "receipts") await returnReceiptNumber(tx, tenant, record);
    if (table !== "documents") continue;
    const [row] = await tx
      .select()
      .from(documents)
      .where(forAgency(tenant, documents, eq(documents.id, record)));
    if (!row || !isOwnKind(row.kind)) continue;
    const { id, kind, number, date } = row;
    if (await returnNumber(tx, tenant, { id, kind, number, date })) continue;
    if (kind !== "ESTIMATE") kept.set(id, { row, before: await readLogged(tenant, row) });
  }
  return kept;
}

async function returnReceiptNumber(tx: Write, tenant: Tenant, id: string): Promise<void> {
  const [row] = await tx
    .select()
    .from(receipts)
    .where(forAgency(tenant, receipts, eq(receipts.id, id)));
  if (row)
    await returnNumber(tx, tenant, { id, kind: "RECEIPT", number: row.number, date: row.date });
}

/** Cancels a document that keeps its number, and returns its record for the log. */
export async function cancelKept(
  tx: Write,
  tenant: Tenant,
  { row }: KeptDocument,
): Promise<unknown> {
  const whole = row.family === "INVOICES" ? await readInvoices(tx, tenant, [row.id]) : [];
  const issued = whole[0] ? issuedColumns(whole[0]) : {};
  await updateDocument(tx, tenant, row.id, { ...issued, cancelledAt: nowFor(tenant) });
  return readLogged(tenant, row);
}

const READERS: { [F in Row["family"]]?: (tenant: Tenant, id: string) => unknown } = {
  INVOICES: getInvoice,
  NOTES: getNote,
  VOUCHERS: getVoucher,
  BILLS: getBill,
};

const readLogged = async (tenant: Tenant, { family, id }: Row): Promise<unknown> =>
  READERS[family]?.(tenant, id);

/** Returns the numbering of a restored row; undefined if the agency does not number it. */
export function numberedKind(table: string, kind: unknown): NumberedKind | undefined {
  if (table === "receipts") return "RECEIPT";
  const ofDocument = kind as DocumentKind;
  return table === "documents" && isOwnKind(ofDocument) ? ofDocument : undefined;
}
