import { formatNumber } from "../../domain/documents/numbering.ts";
import {
  ReceiptSettingsChange,
  type ReceiptSettings as Settings,
} from "../../domain/documents/receipts.ts";
import { toastError } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { PageHead, Section } from "../ui/Page.tsx";
import { NextNumber, NumberingFields, SettingsForm } from "../ui/SettingsForm.tsx";
import { FailedToLoad, Loading } from "../ui/states.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";

const SERIES_HELP =
  "Change the series for a new financial year. A series like FY25-26 changes automatically each April.";
const FAILED = "Failed to load settings";

export default function ReceiptSettings() {
  const { data, failure, reload } = useFetch<Settings>(
    "/api/receipts/settings",
    toastError(FAILED),
  );
  return (
    <>
      <PageHead title="Receipt Settings" />
      {data ? (
        <Form key={JSON.stringify(data)} settings={data} onSaved={reload} />
      ) : failure ? (
        <FailedToLoad label="Settings" failure={failure} otherwise={FAILED} onRetry={reload} />
      ) : (
        <Loading label="Settings" text="Loading settings..." />
      )}
    </>
  );
}

function Form({ settings, onSaved }: { settings: Settings; onSaved(): void }) {
  const { prefix, series, resetPolicy, nextSeq } = settings;
  const form = useAppForm({
    needs: "update receipt settings",
    values: { prefix, series, resetPolicy: resetPolicy as string },
    schema: ReceiptSettingsChange,
    save: saveTo("/api/receipts/settings", settings),
    onSaved: () => {
      showToast("success", "Receipt settings updated successfully");
      onSaved();
    },
    otherwise: "Failed to update settings",
  });
  const { values } = form;
  // The typed series may be another one, whose counter only the server knows.
  const isSame = values.prefix === prefix && values.series === series;
  const stem = `${values.series.trim() || "FY25-26"}/${values.prefix.trim() || "RCPT"}`;
  return (
    <SettingsForm
      form={form}
      notice="Only account owners can modify receipt settings."
      reset="Cancel"
    >
      <fieldset className="panel" disabled={form.isClosed}>
        <legend className="sr-only">Receipt numbering</legend>
        <Section title="Receipt Numbering">
          <NumberingFields
            field={form.field}
            nextSeq={nextSeq}
            seriesHelp={SERIES_HELP}
            prefixHelp="For a receipt voucher of at most 16 characters: series 25-26, prefix RV."
          />
          <NextNumber
            title="Next receipt number"
            number={formatNumber("RECEIPT", stem, (isSame && nextSeq) || 1)}
          >
            <p className="small muted">
              Format: series/prefix/sequence, for example FY25-26/RCPT/00001. The sequence is padded
              to 5 digits.
            </p>
          </NextNumber>
        </Section>
      </fieldset>
    </SettingsForm>
  );
}
