import { sql } from "drizzle-orm";
import { today } from "../../domain/dates.ts";
import { TITLES } from "../../domain/documents/kinds.ts";
import {
  checkNote,
  type Note,
  type NoteKind,
  type NoteList,
  type NoteQuery,
  type NoteReason,
  type NoteRow,
} from "../../domain/documents/notes.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { documents } from "../schema/documents.ts";
import { documentList, type Listed } from "./listDocuments.ts";
import { readPage } from "./listPage.ts";
import { readInvoice } from "./parties.ts";
import { listPayments } from "./readPayments.ts";
import {
  computeBalance,
  toDocumentView,
  toRegistered,
  toSummed,
  type WholeInvoice,
} from "./rows.ts";
import { computeHeld, listApplications, listRefunds } from "./settlements.ts";

type Row = typeof documents.$inferSelect;

export const NOTE_LIST = documentList("NOTES");

/** Returns a page of notes, newest first. */
export async function listNotes(tenant: Tenant, query: NoteQuery): Promise<NoteList> {
  const { rows, paging } = await readPage(tenant, NOTE_LIST, query);
  return { items: rows.map(toRow), ...paging };
}

/** @throws Refusal "missing" */
export async function getNote(tenant: Tenant, id: string): Promise<Note> {
  const { read } = tenant.books;
  return toNote(read, tenant, await readNote(read, tenant, id));
}

export const readNote = (from: Pick<Write, "select">, tenant: Tenant, id: string) =>
  readInvoice(from, tenant, id, "NOTES");

/** Converts a note to its API form. */
export async function toNote(
  from: Pick<Write, "select">,
  tenant: Tenant,
  whole: WholeInvoice,
): Promise<Note> {
  const { invoice: row } = whole.record;
  const applications = await listApplications(from, tenant, [row.id]);
  const view = {
    ...toRow(whole.record),
    ...toDocumentView(whole),
    ...toRegistered(whole),
    reason: row.reason as NoteReason,
    applications,
    refunds: await listRefunds(from, tenant, row.id),
    payments: await listPayments(from, tenant, row.id),
    received: toRupees(row.receivedPaise),
    tds: toRupees(row.tdsPaise),
    title: TITLES[row.kind as NoteKind],
  };
  const others = await creditedBeside(from, tenant, row);
  const credited = toRupees((others + row.grandTotalPaise) as Paise);
  return { ...view, warnings: checkNote(view, credited, today()) };
}

/** Returns the total of the original's other credit notes, in paise. */
async function creditedBeside(
  from: Pick<Write, "select">,
  tenant: Tenant,
  { id, originalId, kind }: Row,
): Promise<Paise> {
  if (!originalId || kind !== "CREDIT_NOTE") return 0 as Paise;
  const [row] = await from
    .select({ sum: sql<number>`coalesce(sum(${documents.grandTotalPaise}), 0)` })
    .from(documents)
    .where(
      forAgency(
        tenant,
        documents,
        sql`${documents.originalId} = ${originalId} AND ${documents.id} <> ${id}
          AND ${documents.kind} = 'CREDIT_NOTE' AND ${documents.status} NOT IN ('DRAFT', 'CANCELLED')`,
      ),
    );
  return (row?.sum ?? 0) as Paise;
}

function toRow({ invoice: note, client }: Listed): NoteRow {
  const { id, kind, number, date, dueDate, status, original, originalId } = note;
  const isOwed = kind === "DEBIT_NOTE" && status !== "CANCELLED" && status !== "DRAFT";
  return {
    _id: id,
    kind: kind as NoteKind,
    number,
    date,
    dueDate,
    clientId: { _id: client.id, displayName: client.displayName, email: client.email },
    status: status as NoteRow["status"],
    ...toSummed(note),
    grandTotal: toRupees(note.grandTotalPaise),
    balance: toRupees(isOwed ? computeBalance(note) : (0 as Paise)),
    original: { invoiceId: originalId ?? "", ...(original ?? { number: "", date, total: 0 }) },
    applied: toRupees(note.usedPaise),
    refunded: toRupees(note.refundedPaise),
    held: toRupees(computeHeld(note)),
  };
}
