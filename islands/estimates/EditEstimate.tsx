import { type Estimate, mayBeEdited } from "../../domain/documents/estimates.ts";
import { Failure } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Closed, ForMembers, FormWaiting, useFormData } from "../invoices/FormData.tsx";
import { InvoiceForm } from "../invoices/InvoiceForm.tsx";

const TITLE = "Edit Estimate";

/** Edits an estimate, until its client has answered it. */
export default function EditEstimate() {
  return (
    <ForMembers title={TITLE} label="Estimate">
      <Edit />
    </ForMembers>
  );
}

function Edit() {
  const id = typeof location === "undefined" ? "" : location.pathname.split("/")[2];
  const detail = useFetch<Estimate>(`/api/estimates/${id}`);
  const { known, failure, reload } = useFormData(detail);
  const estimate = detail.data;
  if (detail.failure instanceof Failure && detail.failure.status === 404) {
    const way = { href: "/estimates", way: "Go to Estimates" };
    return <Closed title={TITLE} sentence="Estimate not found" {...way} />;
  }
  if (estimate && !mayBeEdited(estimate)) {
    const sentence = "An accepted or declined estimate cannot be edited";
    const way = { href: `/estimates/${estimate._id}`, way: "Go to the estimate" };
    return <Closed title={TITLE} sentence={sentence} {...way} />;
  }
  if (known && estimate) return <InvoiceForm noun="estimate" {...known} invoice={estimate} />;
  return <FormWaiting label="Estimate" title={TITLE} failure={failure} onRetry={reload} />;
}
