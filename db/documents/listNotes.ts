import { type SQL, sql } from "drizzle-orm";
import { today } from "../../domain/dates.ts";
import { KIND_NAMES } from "../../domain/documents/kinds.ts";
import {
  type Note,
  type NoteKind,
  type NoteList,
  type NoteQuery,
  type NoteReason,
  type NoteRow,
  noteWarnings,
} from "../../domain/documents/notes.ts";
import { type Paise, type Rupees, toRupees } from "../../domain/money.ts";
import { allOf } from "../engine/conditions.ts";
import { owned, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { clients, documents } from "../schema/documents.ts";
import { searching } from "./clients.ts";
import { readInvoice } from "./parties.ts";
import { toShown, type WholeInvoice } from "./rows.ts";
import { heldBy, listApplications } from "./settlements.ts";

type Row = typeof documents.$inferSelect;

/** A page of notes, newest first. */
export async function listNotes(tenant: Tenant, query: NoteQuery): Promise<NoteList> {
  const { page, limit, ...filter } = query;
  const where = matching(tenant, filter);
  const { read } = tenant.books;
  const [[counted], rows] = await read.batch([
    read.all<{ total: number }>(sql`SELECT count(*) AS total FROM documents WHERE ${where}`),
    read
      .select({ note: documents, client: clients })
      .from(documents)
      .innerJoin(
        clients,
        sql`${clients.agencyId} = ${documents.agencyId} AND ${clients.id} = ${documents.clientId}`,
      )
      .where(
        owned(
          tenant,
          documents,
          sql`${documents.id} IN (SELECT id FROM documents WHERE ${where}
            ORDER BY date DESC, id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit})`,
        ),
      )
      .orderBy(sql`${documents.date} DESC, ${documents.id} DESC`),
  ]);
  const total = counted?.total ?? 0;
  return { items: rows.map(toRow), total, page, totalPages: Math.ceil(total / limit) };
}

function matching(tenant: Tenant, filter: Omit<NoteQuery, "limit" | "page">): SQL {
  const { q, kind, clientId, invoiceId, dateFrom, dateTo } = filter;
  return allOf(
    sql`agency_id = ${tenant.agencyId} AND family = 'NOTES'`,
    kind && sql`kind = ${kind}`,
    clientId && sql`client_id = ${clientId}`,
    invoiceId && sql`original_id = ${invoiceId}`,
    dateFrom && sql`date >= ${dateFrom}`,
    dateTo && sql`date <= ${dateTo}`,
    q &&
      sql`(instr(lower(number), ${q.toLowerCase()}) > 0 OR client_id IN (
        SELECT id FROM clients WHERE agency_id = ${tenant.agencyId} AND ${searching(q)}))`,
  );
}

export function getNote(tenant: Tenant, id: string): Promise<Note> {
  return getNoteIn(tenant.books.read, tenant, id);
}

export async function getNoteIn(
  from: Pick<Write, "select">,
  tenant: Tenant,
  id: string,
): Promise<Note> {
  return toNote(from, tenant, await readInvoice(from, tenant, id, "NOTES"));
}

/** A note as it is answered. */
export async function toNote(
  from: Pick<Write, "select">,
  tenant: Tenant,
  whole: WholeInvoice,
): Promise<Note> {
  const { invoice: row, client } = whole.record;
  const applications = await listApplications(from, tenant, [row.id]);
  const shown = {
    ...toRow({ note: row, client }),
    ...toShown(whole),
    reason: row.reason as NoteReason,
    applications,
    title: KIND_NAMES[row.kind].replace("note", "Note"),
  };
  const credited = await creditedBeside(from, tenant, row);
  return { ...shown, warnings: noteWarnings(shown, credited + shown.grandTotal, today()) };
}

/** What the other credit notes of the same original come to, in rupees. */
async function creditedBeside(
  from: Pick<Write, "select">,
  tenant: Tenant,
  { id, originalId, kind }: Row,
): Promise<Rupees> {
  if (!originalId || kind !== "CREDIT_NOTE") return 0;
  const [row] = await from
    .select({ sum: sql<number>`coalesce(sum(${documents.grandTotalPaise}), 0)` })
    .from(documents)
    .where(
      owned(
        tenant,
        documents,
        sql`${documents.originalId} = ${originalId} AND ${documents.id} <> ${id}
          AND ${documents.kind} = 'CREDIT_NOTE' AND ${documents.status} NOT IN ('DRAFT', 'CANCELLED')`,
      ),
    );
  return toRupees((row?.sum ?? 0) as Paise);
}

function toRow({ note, client }: { note: Row; client: typeof clients.$inferSelect }): NoteRow {
  const { id, kind, number, date, status, original, originalId } = note;
  return {
    _id: id,
    kind: kind as NoteKind,
    number,
    date,
    clientId: { _id: client.id, displayName: client.displayName, email: client.email },
    status: status as NoteRow["status"],
    grandTotal: toRupees(note.grandTotalPaise),
    original: { invoiceId: originalId ?? "", ...(original ?? { number: "", date, total: 0 }) },
    applied: toRupees(note.usedPaise),
    refunded: toRupees(note.refundedPaise),
    held: toRupees(heldBy(note)),
  };
}
