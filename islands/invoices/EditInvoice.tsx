import { type InvoiceDetail, mayBeEdited } from "../../domain/documents/invoices.ts";
import { Failure } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { AccessDenied, Allowed, isDenied } from "../ui/Allowed.tsx";
import { Closed, FormWaiting, useFormData } from "./FormData.tsx";
import { InvoiceForm } from "./InvoiceForm.tsx";

const TITLE = "Edit Invoice";

/** Edits an invoice. Only owners can, and only until it is paid or cancelled. */
export default function EditInvoice() {
  return (
    <Allowed permission="edit invoices" title={TITLE}>
      <Edit />
    </Allowed>
  );
}

function Edit() {
  const id = location.pathname.split("/")[2];
  const detail = useFetch<InvoiceDetail>(`/api/invoices/${id}`);
  const { known, failure, reload } = useFormData(detail);
  const invoice = detail.data?.invoice;
  if (isDenied(detail.failure)) return <AccessDenied title={TITLE} permission="edit invoices" />;
  if (detail.failure instanceof Failure && detail.failure.status === 404) {
    return (
      <Closed title={TITLE} sentence="Invoice not found" href="/invoices" way="Go to Invoices" />
    );
  }
  if (invoice && !mayBeEdited(invoice)) {
    const state = invoice.status === "PAID" ? "paid" : "cancelled";
    const sentence = `A ${state} invoice cannot be edited`;
    return (
      <Closed
        title={TITLE}
        sentence={sentence}
        href={`/invoices/${invoice._id}`}
        way="Go to the invoice"
      />
    );
  }
  if (known && invoice) return <InvoiceForm noun="invoice" {...known} invoice={invoice} />;
  return <FormWaiting title={TITLE} failure={failure} onRetry={reload} />;
}
