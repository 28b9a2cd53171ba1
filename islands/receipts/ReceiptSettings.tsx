import type { ReceiptSettings as Settings } from "../../domain/receipts.ts";
import { sentenceOf } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { FailedToLoad } from "../ui/FailedToLoad.tsx";
import { showToast } from "../ui/toasts.ts";
import { SettingsForm } from "./SettingsForm.tsx";

/** How receipts are numbered: owners change it, everybody sees it. */
export default function ReceiptSettings() {
  const { data, failure, reload } = useFetch<Settings>("/api/receipts/settings", (failure) =>
    showToast("error", sentenceOf(failure, "Failed to load settings")),
  );
  return (
    <>
      <div className="page-head">
        <div className="page-title">
          <h1>Receipt Settings</h1>
        </div>
      </div>
      {data ? (
        <SettingsForm key={JSON.stringify(data)} settings={data} onSaved={reload} />
      ) : failure ? (
        <FailedToLoad
          label="Settings"
          failure={failure}
          otherwise="Failed to load settings"
          onRetry={reload}
        />
      ) : (
        <section className="panel empty" aria-label="Settings" aria-busy="true">
          <p role="status">Loading settings...</p>
        </section>
      )}
    </>
  );
}
