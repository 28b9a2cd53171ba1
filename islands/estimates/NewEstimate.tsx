import { ForMembers, FormWaiting, useFormData } from "../invoices/FormData.tsx";
import { InvoiceForm } from "../invoices/InvoiceForm.tsx";

const TITLE = "New Estimate";

/** Creates an estimate, which is a draft until it is sent. */
export default function NewEstimate() {
  return (
    <ForMembers title={TITLE} label="Estimate">
      <Entering />
    </ForMembers>
  );
}

function Entering() {
  const { known, failure, reload } = useFormData();
  if (known) return <InvoiceForm noun="estimate" {...known} />;
  return <FormWaiting label="Estimate" title={TITLE} failure={failure} onRetry={reload} />;
}
