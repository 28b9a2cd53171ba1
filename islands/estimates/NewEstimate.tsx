import { FormWaiting, useFormData } from "../invoices/FormData.tsx";
import { InvoiceForm } from "../invoices/InvoiceForm.tsx";

/** Offers a client something; it is a draft until it is sent. */
export default function NewEstimate() {
  const { known, failure, reload } = useFormData();
  if (known) return <InvoiceForm noun="estimate" {...known} />;
  return <FormWaiting label="Estimate" title="New Estimate" failure={failure} onRetry={reload} />;
}
