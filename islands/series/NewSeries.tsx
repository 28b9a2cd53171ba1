import { useUrlQuery } from "../browser/urlQuery.ts";
import { ForMembers, FormWaiting, useFormData } from "../invoices/FormData.tsx";
import { MoneyForm } from "./MoneyForm.tsx";
import { SeriesForm } from "./SeriesForm.tsx";

const TITLE = "New Recurring Invoice or Entry";

/** Creates a series: of invoices, or of the type in the address. */
export default function NewSeries() {
  return (
    <ForMembers title={TITLE} label="Recurring">
      <Entering />
    </ForMembers>
  );
}

function Entering() {
  const search = useUrlQuery();
  const { known, failure, reload } = useFormData();
  if (search !== null && new URLSearchParams(search).get("kind") === "transaction") {
    return <MoneyForm />;
  }
  if (known && search !== null) return <SeriesForm {...known} />;
  return <FormWaiting label="Recurring" title={TITLE} failure={failure} onRetry={reload} />;
}
