import { formatNumber } from "../../domain/numbering.ts";
import { ReceiptSettingsChange, type ReceiptSettings as Settings } from "../../domain/receipts.ts";
import { send, sentenceOf } from "../browser/api.ts";
import { can } from "../browser/session.ts";
import { showToast } from "../browser/toasts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { FormNotices } from "../ui/FormNotices.tsx";
import { NextNumber, NumberingFields } from "../ui/NumberingFields.tsx";
import { FailedToLoad } from "../ui/states.tsx";
import { useAppForm } from "../ui/useAppForm.ts";

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

interface Props {
  settings: Settings;
  onSaved(): void;
}

export function SettingsForm({ settings, onSaved }: Props) {
  const { prefix, series, resetPolicy, nextSeq } = settings;
  const mayChange = can("update receipt settings");
  const form = useAppForm({
    values: { prefix, series, resetPolicy: resetPolicy as string },
    schema: ReceiptSettingsChange,
    save: (change) => send("PUT", "/api/receipts/settings", change),
    onSaved: () => {
      showToast("success", "Receipt settings updated successfully");
      onSaved();
    },
    otherwise: "Failed to update settings",
  });
  const { values } = form;
  // What is typed may be another series, whose count only the server knows.
  const isSame = values.prefix === prefix && values.series === series;
  return (
    <form {...form.props} className="settings-form">
      <FormNotices form={form} />
      {!mayChange && (
        <p className="notice" role="note">
          Only account owners can modify receipt settings.
        </p>
      )}
      <fieldset className="panel section" disabled={!mayChange}>
        <legend className="sr-only">Receipt numbering</legend>
        <NumberingFields
          field={form.field}
          nextSeq={nextSeq}
          seriesHelp="Change the series for a new financial year. One like FY25-26 moves on by itself."
          prefixHelp="As a receipt voucher (at most 16 characters): series 25-26, prefix RV."
        />
      </fieldset>
      <NextNumber title="Next receipt number" number={previewOf(values, isSame ? nextSeq : 1)}>
        <p className="small muted">
          Format: series/prefix/sequence, for example FY25-26/RCPT/00001. The sequence is padded to
          5 digits.
        </p>
      </NextNumber>
      {mayChange && (
        <div className="form-acts">
          <Button label="Cancel" onClick={form.startAfresh} />
          <Button
            look="primary"
            label={form.isBusy ? "Saving..." : "Save Settings"}
            isBusy={form.isBusy}
            type="submit"
          />
        </div>
      )}
    </form>
  );
}

function previewOf({ series, prefix }: { series: string; prefix: string }, nextSeq: number) {
  const stem = `${series.trim() || "FY25-26"}/${prefix.trim() || "RCPT"}`;
  return formatNumber("receipt", stem, nextSeq || 1);
}
