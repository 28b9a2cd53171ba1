import type { NoteKind } from "../../domain/documents/notes.ts";
import { useUrlQuery } from "../browser/urlQuery.ts";
import { Closed, ForMembers } from "../invoices/FormData.tsx";
import { NoteWriting } from "./NoteWriting.tsx";

const TITLE = "New Note";

/** Corrects a sent invoice. The note is a draft until it is sent. */
export default function NewNote() {
  return (
    <ForMembers title={TITLE} label="Note">
      <Entering />
    </ForMembers>
  );
}

function Entering() {
  const search = useUrlQuery();
  const params = new URLSearchParams(search ?? "");
  const invoiceId = params.get("invoice") ?? "";
  const kind: NoteKind = params.get("kind") === "DEBIT_NOTE" ? "DEBIT_NOTE" : "CREDIT_NOTE";
  if (search !== null && !invoiceId) {
    const way = { href: "/invoices", way: "Go to Invoices" };
    return <Closed title={TITLE} sentence="Invoice not found" {...way} />;
  }
  return <NoteWriting title={TITLE} invoiceId={invoiceId} kind={kind} />;
}
