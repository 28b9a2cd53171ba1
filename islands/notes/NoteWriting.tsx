import type { InvoiceDetail } from "../../domain/documents/invoices.ts";
import type { Note, NoteKind, NoteRow } from "../../domain/documents/notes.ts";
import { loadAllPages } from "../browser/allPages.ts";
import { Failure } from "../browser/api.ts";
import { type Loaded, useFetch } from "../browser/useFetch.ts";
import { Closed, FormWaiting } from "../invoices/FormData.tsx";
import { NoteForm } from "./NoteForm.tsx";

interface Props {
  title: string;
  /** The invoice to correct; "" until it is known. */
  invoiceId: string;
  kind: NoteKind;
  /** The draft to edit, if any. */
  note?: Loaded<Note>;
}

/** Shows the note form once its data has loaded. */
export function NoteWriting({ title, invoiceId: id, kind, note }: Props) {
  const detail = useFetch<InvoiceDetail>(id ? `/api/invoices/${id}` : null);
  const othersUrl = `/api/notes?invoiceId=${id}&kind=CREDIT_NOTE`;
  const others = useFetch<NoteRow[]>(id ? othersUrl : null, undefined, loadAllPages);
  const all = [detail, others, ...(note ? [note] : [])];
  const invoice = detail.data?.invoice;
  if (detail.failure instanceof Failure && detail.failure.status === 404) {
    const way = { href: "/invoices", way: "Go to Invoices" };
    return <Closed title={title} sentence="Invoice not found" {...way} />;
  }
  if (invoice && (invoice.status === "DRAFT" || invoice.status === "CANCELLED")) {
    const sentence = "Only a sent invoice can be credited or debited";
    const way = { href: `/invoices/${invoice._id}`, way: "Go to the invoice" };
    return <Closed title={title} sentence={sentence} {...way} />;
  }
  if (invoice && others.data && (!note || note.data)) {
    const notes = others.data;
    return <NoteForm invoice={invoice} notes={notes} kind={kind} note={note?.data} />;
  }
  const retry = () => {
    for (const { failure, reload } of all) if (failure) reload();
  };
  const failure = all.find(({ failure }) => failure)?.failure;
  return <FormWaiting label="Note" title={title} failure={failure} onRetry={retry} />;
}
