import { FormWaiting, useFormData } from "./FormData.tsx";
import { InvoiceForm } from "./InvoiceForm.tsx";

/** Bills a client; the invoice that comes of it is a draft until it is sent. */
export default function NewInvoice() {
  const { known, failure, reload } = useFormData();
  if (known) return <InvoiceForm noun="invoice" {...known} />;
  return <FormWaiting title="Create New Invoice" failure={failure} onRetry={reload} />;
}
