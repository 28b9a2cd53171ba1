import { PageTitle } from "../ui/Allowed.tsx";
import { FormState, useFormData } from "./FormData.tsx";
import { InvoiceForm } from "./InvoiceForm.tsx";

/** Bills a client; the invoice that comes of it is a draft until it is sent. */
export default function NewInvoice() {
  const { known, failure, reload } = useFormData();
  if (known) return <InvoiceForm {...known} />;
  return (
    <>
      <PageTitle title="Create New Invoice" />
      <FormState failure={failure} onRetry={reload} />
    </>
  );
}
