import type { Series } from "../../domain/series/series.ts";
import { Failure } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Closed, FormWaiting, useFormData } from "../invoices/FormData.tsx";
import { MoneyForm } from "./MoneyForm.tsx";
import { SeriesForm } from "./SeriesForm.tsx";

const TITLE = "Edit Recurring Invoice or Entry";

/** Edits a series. Invoices and entries it has created stay. */
export default function EditSeries() {
  const id = typeof location === "undefined" ? "" : location.pathname.split("/")[2];
  const detail = useFetch<Series>(`/api/series/${id}`);
  const { known, failure, reload } = useFormData(detail);
  const series = detail.data;
  if (detail.failure instanceof Failure && detail.failure.status === 404) {
    const way = { href: "/series", way: "Go to Recurring" };
    return <Closed title={TITLE} sentence="Recurring invoice or entry not found" {...way} />;
  }
  if (series?.state === "ended") {
    const way = { href: "/series", way: "Go to Recurring" };
    return (
      <Closed
        title={TITLE}
        sentence="This recurring invoice or entry has ended. Create a new one"
        {...way}
      />
    );
  }
  const onChanged = detail.reload;
  if (series?.kind === "transaction") return <MoneyForm series={series} onChanged={onChanged} />;
  if (known && series) return <SeriesForm {...known} series={series} onChanged={onChanged} />;
  return <FormWaiting label="Recurring" title={TITLE} failure={failure} onRetry={reload} />;
}
