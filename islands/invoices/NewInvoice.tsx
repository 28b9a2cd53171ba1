import { ForMembers, FormWaiting, useFormData } from "./FormData.tsx";
import { InvoiceForm } from "./InvoiceForm.tsx";

const TITLE = "Create New Invoice";

/** Creates an invoice, which is a draft until it is sent. */
export default function NewInvoice() {
  return (
    <ForMembers title={TITLE}>
      <Entering />
    </ForMembers>
  );
}

function Entering() {
  const { known, failure, reload } = useFormData();
  if (known) return <InvoiceForm noun="invoice" {...known} />;
  return <FormWaiting title={TITLE} failure={failure} onRetry={reload} />;
}
