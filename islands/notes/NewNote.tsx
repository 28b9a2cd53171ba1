import type { Metadata } from "../../domain/agencies/agency.ts";
import type { Invoice, InvoiceDetail } from "../../domain/documents/invoices.ts";
import type { NoteKind, NoteList } from "../../domain/documents/notes.ts";
import { Failure } from "../browser/api.ts";
import { useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { LinkButton } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { PageHead } from "../ui/Page.tsx";
import { FailedToLoad, Loading } from "../ui/states.tsx";
import { NoteForm } from "./NoteForm.tsx";

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
  if (isGone || (search !== null && !id)) return <Closed sentence="Invoice not found" />;
  if (invoice && (invoice.status === "DRAFT" || invoice.status === "CANCELLED")) {
    const sentence = "Only an invoice that was sent can be credited or debited";
    return <Closed sentence={sentence} invoice={invoice} />;
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
      <PageHead title="New Note" />
      {failure ? (
        <FailedToLoad {...said} failure={failure} onRetry={retry} />
      ) : (
        <Loading label="Note" />
      )}
    </>
  );
}

function Closed({ sentence, invoice }: { sentence: string; invoice?: Invoice }) {
  return (
    <>
      <PageHead title="New Note" />
      <section className="panel empty" aria-label="Note">
        <Icon name="file-text" />
        <p role="status">{sentence}</p>
        {invoice ? (
          <LinkButton label="Go to the invoice" href={`/invoices/${invoice._id}`} />
        ) : (
          <LinkButton label="Go to Invoices" href="/invoices" />
        )}
      </section>
    </>
  );
}
