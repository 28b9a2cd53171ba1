import type { InvoiceSettings as Settings } from "../../domain/invoiceSettings.ts";
import { useFetch } from "../browser/useFetch.ts";
import { PageTitle } from "../ui/Allowed.tsx";
import { FailedToLoad } from "../ui/FailedToLoad.tsx";
import { SettingsForm } from "./SettingsForm.tsx";

/** How invoices are numbered and what they begin with: owners change it, everybody sees it. */
export default function InvoiceSettings() {
  const { data, failure, reload } = useFetch<Settings>("/api/invoice-settings");
  return (
    <>
      <PageTitle title="Invoice Settings" />
      {data ? (
        <SettingsForm
          key={JSON.stringify(data)}
          settings={data}
          onSaved={reload}
          onReset={reload}
        />
      ) : failure ? (
        <FailedToLoad
          label="Settings"
          failure={failure}
          otherwise="Failed to load settings"
          onRetry={reload}
        />
      ) : (
        <section className="panel empty" aria-label="Settings" aria-busy="true">
          <span className="spinner" />
          <p className="sr-only" role="status">
            Loading settings...
          </p>
        </section>
      )}
    </>
  );
}
