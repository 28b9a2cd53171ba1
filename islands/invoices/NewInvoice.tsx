import { PageTitle } from "../ui/Allowed.tsx";
import { FormState } from "./FormState.tsx";
import { InvoiceForm } from "./InvoiceForm.tsx";
import { useFormData } from "./useFormData.ts";

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
