import * as v from "valibot";
import { mayTakeLong } from "../../db/documents/listPage.ts";
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
import { downloadPdf } from "../http/download.ts";
import { readInWorker } from "../http/workerReads.ts";
import { renderNote } from "../pdf/pdfQueue.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { invoice, payment, summed } from "./invoiceShapes.ts";
import {
  createPageShape,
  createShape,
  DISCARDED,
  day,
  deleted,
  id,
  removed,
  rupees,
  text,
} from "./shapes.ts";

const row = {
  ...summed,
  _id: id,
  kind: v.picklist(NOTE_KINDS),
  number: text,
  date: day,
  dueDate: v.pipe(text, v.description('For a debit note; "" if none is set')),
  clientId: v.object({ _id: id, displayName: text, email: text }),
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
    gstMode: of.gstMode,
    supply: of.supply,
    supplyPlace: of.supplyPlace,
    reverseCharge: of.reverseCharge,
    reverseChargeTax: of.reverseChargeTax,
    items: of.items,
    subTotal: rupees,
    discountTotal: rupees,
    roundOff: rupees,
    notes: text,
    supplier: of.supplier,
    recipient: of.recipient,
    createdBy: of.createdBy,
    createdAt: of.createdAt,
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
    call({
      name: "listNotes",
      method: "GET",
      path: "/api/notes",
      summary: "List notes, newest first",
      who: "members",
      query: { schemas: [NoteQuery], example: "kind=CREDIT_NOTE" },
      answer: { status: 200, schema: noteList },
      run: ({ context, tenant, caller, query }) =>
        mayTakeLong(NOTE_LIST, query)
          ? readInWorker(context, caller, "listNotes", query)
          : listNotes(tenant, query),
    }),
    call({
      name: "getNote",
      method: "GET",
      path: "/api/notes/:id",
      summary: "Get a note and its applications",
      who: "members",
      id: ID.note,
      answer: { status: 200, schema: note },
      run: ({ tenant, id }) => getNote(tenant, id),
    }),
    call({
      name: "getNotePdf",
      method: "GET",
      path: "/api/notes/:id/pdf",
      summary: "Download a note",
      about: "Returns 400 if rendering would take longer than 30 seconds.",
      who: "members",
      id: ID.note,
      answer: { status: 200, file: "application/pdf" },
      run: ({ context, tenant, caller, id }) =>
        downloadPdf(context, caller, "Note", () => getNote(tenant, id), renderNote),
    }),
    call({
      name: "addNote",
      method: "POST",
      path: "/api/notes",
      summary: "Create a draft note",
      about:
        "For an invoice in bahi send `invoiceId`; for an older one send `original` and " +
        "`clientId`. Returns 409 if the invoice was not sent or is cancelled.",
      who: "members",
      body: {
        schema: NewNote,
        example: {
          kind: "CREDIT_NOTE",
          invoiceId: ID.invoice,
          date: "2026-04-25",
          reason: "VALUE_TOO_HIGH",
          items: [{ description: "Menu, two pages less", qty: 2, rate: 1000, taxPct: 18 }],
        },
      },
      answer: { status: 201, schema: note },
      run: ({ tenant, input }) => addNote(tenant, input),
    }),
    call({
      name: "changeNote",
      method: "PUT",
      path: "/api/notes/:id",
      summary: "Update a draft note",
      about: "The kind and the original cannot change. Returns 409 if it was sent.",
      who: "edit invoices",
      id: ID.note,
      body: { schema: NewNote, isChange: true, example: { reason: "DISCOUNT" } },
      answer: { status: 200, schema: note },
      also: [409],
      run: ({ tenant, id, input }) => changeNote(tenant, id, input),
    }),
    call({
      name: "sendNote",
      method: "POST",
      path: "/api/notes/:id/send",
      summary: "Mark a note as sent",
      about: "A credit note is applied to the balance of its invoice immediately.",
      who: "members",
      id: ID.note,
      answer: { status: 200, schema: note },
      also: [409],
      run: ({ tenant, id }) => sendNote(tenant, id),
    }),
    call({
      name: "cancelNote",
      method: "POST",
      path: "/api/notes/:id/cancel",
      summary: "Cancel a note",
      about:
        "The amount becomes due on its invoice again. Returns 409 if it also settles other invoices or " +
        `was refunded. ${DISCARDED}`,
      who: "cancel notes",
      id: ID.note,
      answer: { status: 200, schema: v.union([note, removed]) },
      also: [409],
      run: ({ tenant, id }) => cancelNote(tenant, id),
    }),
    call({
      name: "applyNote",
      method: "POST",
      path: "/api/notes/:id/apply",
      summary: "Apply a credit note to an invoice",
      who: "members",
      id: ID.note,
      body: { schema: NewApplication, example: { invoiceId: ID.invoice, amount: 500 } },
      answer: { status: 201, schema: v.object({ application }) },
      run: async ({ tenant, id, input }) => ({ application: await applyNote(tenant, id, input) }),
    }),
    call({
      name: "refundNote",
      method: "POST",
      path: "/api/notes/:id/refund",
      summary: "Refund a credit note",
      about: "Creates an expense in category Refunds to clients.",
      who: "refund notes",
      id: ID.note,
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
