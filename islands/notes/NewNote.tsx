import type { Metadata } from "../../domain/agencies/agency.ts";
import type { InvoiceDetail } from "../../domain/documents/invoices.ts";
import type { NoteKind, NoteList } from "../../domain/documents/notes.ts";
import { Failure } from "../browser/api.ts";
import { useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Closed } from "../invoices/FormData.tsx";
import { PageHead } from "../ui/Page.tsx";
import { FailedToLoad, Loading } from "../ui/states.tsx";
import { NoteForm } from "./NoteForm.tsx";

const TITLE = "New Note";

/** Corrects an invoice that was sent; the note that comes of it is a draft until it is sent. */
export default function NewNote() {
  const search = useUrlQuery();
  const params = new URLSearchParams(search ?? "");
  const id = params.get("invoice") ?? "";
  const kind: NoteKind = params.get("kind") === "DEBIT_NOTE" ? "DEBIT_NOTE" : "CREDIT_NOTE";
  const detail = useFetch<InvoiceDetail>(id ? `/api/invoices/${id}` : null);
  const others = useFetch<NoteList>(
    id ? `/api/notes?invoiceId=${id}&kind=CREDIT_NOTE&limit=100` : null,
  );
  const metadata = useFetch<{ metadata: Metadata }>("/api/metadata");
  const all = [detail, others, metadata];
  const invoice = detail.data?.invoice;
  const isGone = detail.failure instanceof Failure && detail.failure.status === 404;
  if (isGone || (search !== null && !id))
    return (
      <Closed title={TITLE} sentence="Invoice not found" href="/invoices" way="Go to Invoices" />
    );
  if (invoice && (invoice.status === "DRAFT" || invoice.status === "CANCELLED")) {
    const sentence = "Only an invoice that was sent can be credited or debited";
    const way = { href: `/invoices/${invoice._id}`, way: "Go to the invoice" };
    return <Closed title={TITLE} sentence={sentence} {...way} />;
  }
  if (invoice && others.data && metadata.data) {
    const { isComposition } = metadata.data.metadata;
    const notes = others.data.items;
    return <NoteForm {...{ invoice, notes, kind }} isUntaxed={isComposition} />;
  }
  const failure = all.find(({ failure }) => failure)?.failure;
  const said = { label: "Note", otherwise: "Failed to load data" };
  const retry = () => {
    for (const { failure, reload } of all) if (failure) reload();
  };
  return (
    <>
      <PageHead title={TITLE} />
      {failure ? (
        <FailedToLoad {...said} failure={failure} onRetry={retry} />
      ) : (
        <Loading label="Note" />
      )}
    </>
  );
}
