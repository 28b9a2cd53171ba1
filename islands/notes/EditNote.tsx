import type { Note } from "../../domain/documents/notes.ts";
import { Failure } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Closed } from "../invoices/FormData.tsx";
import { AccessDenied, Allowed, isDenied } from "../ui/Allowed.tsx";
import { NoteWriting } from "./NoteWriting.tsx";

const TITLE = "Edit Note";

/** Edits a note. Only owners can, and only while it is a draft. */
export default function EditNote() {
  return (
    <Allowed permission="edit invoices" title={TITLE}>
      <Edit />
    </Allowed>
  );
}

function Edit() {
  const id = location.pathname.split("/")[2];
  const note = useFetch<Note>(`/api/notes/${id}`);
  const { data, failure } = note;
  if (isDenied(failure)) return <AccessDenied title={TITLE} permission="edit invoices" />;
  if (failure instanceof Failure && failure.status === 404) {
    const way = { href: "/notes", way: "Go to Credit notes" };
    return <Closed title={TITLE} sentence="Note not found" {...way} />;
  }
  if (data && (data.status !== "DRAFT" || !data.original.invoiceId)) {
    const sentence = "Only draft notes for an invoice in bahi can be edited";
    const way = { href: `/notes/${data._id}`, way: "Go to the note" };
    return <Closed title={TITLE} sentence={sentence} {...way} />;
  }
  const of = { invoiceId: data?.original.invoiceId ?? "", kind: data?.kind ?? "CREDIT_NOTE" };
  return <NoteWriting title={TITLE} {...of} note={note} />;
}
