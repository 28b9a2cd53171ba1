import * as v from "valibot";
import {
  addNote,
  applyNote,
  cancelNote,
  changeNote,
  refundNote,
  sendNote,
} from "../../db/documents/notes.ts";
import { getNote, listNotes, NOTE_LIST } from "../../db/documents/readNotes.ts";
import { deleteApplication } from "../../db/documents/settlements.ts";
import { INVOICE_STATUSES } from "../../domain/documents/invoices.ts";
import {
  type Application,
  NewApplication,
  NewNote,
  NewRefund,
  NOTE_KINDS,
  NOTE_REASONS,
  type Note,
  type NoteList,
  NoteQuery,
  type NoteRow,
  type Refund,
} from "../../domain/documents/notes.ts";
import { PAYMENT_MODES } from "../../domain/documents/payments.ts";
import { renderNote } from "../pdf/pdfQueue.ts";
import { call, type Group } from "./call.ts";
import { documentCalls } from "./documents.ts";
import { ID } from "./ids.ts";
import { clientRow, invoice, issuedFields, itemizedFields, payment } from "./invoiceShapes.ts";
import { createPageShape, createShape, day, deleted, id, rupees, text } from "./shapes.ts";

const row = {
  ...clientRow,
  kind: v.picklist(NOTE_KINDS),
  dueDate: v.pipe(text, v.description('For a debit note; "" if none is set')),
  status: v.picklist(INVOICE_STATUSES),
  grandTotal: rupees,
  balance: v.pipe(rupees, v.description("Amount still due on a debit note, in rupees")),
  original: v.object({
    invoiceId: v.pipe(text, v.description('"" for a note from before bahi')),
    number: text,
    date: day,
    total: rupees,
  }),
  applied: rupees,
  refunded: rupees,
  held: v.pipe(rupees, v.description("Amount neither applied nor refunded, in rupees")),
};
const noteRow = createShape<NoteRow>()(v.object(row));
export const application = createShape<Application>()(
  v.object({ _id: id, noteId: id, invoiceId: id, invoiceNumber: text, date: day, amount: rupees }),
);
export const refund = createShape<Refund>()(
  v.object({
    _id: id,
    date: day,
    amount: rupees,
    mode: v.picklist(PAYMENT_MODES),
    reference: text,
  }),
);
const of = invoice.entries;
export const note = createShape<Note>()(
  v.object({
    ...row,
    ...issuedFields,
    ...itemizedFields,
    title: text,
    irn: of.irn,
    einvoice: of.einvoice,
    warnings: of.warnings,
    reason: v.picklist(NOTE_REASONS),
    applications: v.array(application),
    refunds: v.array(refund),
    payments: v.array(payment),
    received: rupees,
    tds: rupees,
  }),
);
const noteList = createShape<NoteList>()(createPageShape(noteRow, {}));

const calls = documentCalls({ noun: "note", id: ID.note, record: note });

export const notes: Group = {
  title: "Credit and debit notes",
  about:
    "Corrections of a sent invoice (section 34 of the CGST Act). Amounts are positive; the kind " +
    "gives the sign. A note takes its place of supply and taxes from the original, and takes " +
    "effect when sent. A credit note reduces the balance of its invoice; the rest is held as " +
    "client credit, to apply to other invoices or refund.",
  schemas: {
    Note: note,
    NoteRow: noteRow,
    NoteList: noteList,
    NewNote,
    Application: application,
    NewApplication,
    NewRefund,
  },
  calls: [
    calls.list({
      query: NoteQuery,
      example: "kind=CREDIT_NOTE",
      answer: { status: 200, schema: noteList },
      list: NOTE_LIST,
      run: listNotes,
    }),
    calls.get(getNote, { summary: "Get a note and its applications" }),
    calls.pdf({ entity: "Note", read: getNote, render: renderNote }),
    calls.add({
      about:
        "For an invoice in bahi send `invoiceId`; for an older one send `original` and " +
        "`clientId`. Returns 409 if the invoice was not sent or is cancelled.",
      schema: NewNote,
      example: {
        kind: "CREDIT_NOTE",
        invoiceId: ID.invoice,
        date: "2026-04-25",
        reason: "VALUE_TOO_HIGH",
        items: [{ description: "Menu, two pages less", qty: 2, rate: 1000, taxPct: 18 }],
      },
      run: addNote,
    }),
    calls.change({
      summary: "Update a draft note",
      about: "The kind and the original cannot change. Returns 409 if it was sent.",
      who: "edit invoices",
      schema: NewNote,
      example: { reason: "DISCOUNT" },
      run: changeNote,
    }),
    calls.send(sendNote, {
      about: "A credit note is applied to the balance of its invoice immediately.",
    }),
    calls.cancel(cancelNote, {
      about:
        "The amount becomes due on its invoice again. Returns 409 if it also settles other invoices or " +
        "was refunded.",
      who: "cancel notes",
    }),
    calls.act("apply", {
      summary: "Apply a credit note to an invoice",
      body: { schema: NewApplication, example: { invoiceId: ID.invoice, amount: 500 } },
      answer: { status: 201, schema: v.object({ application }) },
      run: async ({ tenant, id, input }) => ({ application: await applyNote(tenant, id, input) }),
    }),
    calls.act("refund", {
      summary: "Refund a credit note",
      about: "Creates an expense in category Refunds to clients.",
      who: "refund notes",
      body: {
        schema: NewRefund,
        example: { date: "2026-04-28", amount: 300, mode: "Bank Transfer", accountId: ID.bank },
      },
      answer: { status: 201, schema: note },
      run: async ({ tenant, id, input }) => (await refundNote(tenant, id, input)).note,
    }),
    call({
      name: "deleteApplication",
      method: "DELETE",
      path: "/api/applications/:id",
      summary: "Undo an application or refund",
      about:
        "For a note, an advance or a write-off. Undoing a refund deletes its expense and cancels " +
        "its voucher.",
      who: "cancel notes",
      id: ID.application,
      answer: { status: 200, schema: deleted },
      run: async ({ tenant, id }) => {
        await deleteApplication(tenant, id);
        return { message: "Application deleted successfully" };
      },
    }),
  ],
};
