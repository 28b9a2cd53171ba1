import { formatNumber } from "../../domain/numbering.ts";
import { type ReceiptSettings, ReceiptSettingsChange } from "../../domain/receipts.ts";
import { send, sentenceOf } from "../browser/api.ts";
import { mayI } from "../browser/session.ts";
import { type FormField, SelectField, TextField } from "../parts/Field.tsx";
import { showToast } from "../parts/toasts.ts";
import { useFields } from "../parts/useFields.ts";

interface Props {
  settings: ReceiptSettings;
  onSaved(): void;
  onCancel(): void;
}

export function SettingsForm({ settings, onSaved, onCancel }: Props) {
  const { prefix, series, resetPolicy, nextSeq } = settings;
  const mayChange = mayI("update receipt settings");
  const { form, field, values, submit, isBusy } = useFields({
    values: { prefix, series, resetPolicy: resetPolicy as string },
    schema: ReceiptSettingsChange,
    submit: async (values) => {
      await send("PUT", "/api/receipts/settings", values);
      showToast("success", "Receipt settings updated successfully");
      onSaved();
    },
    onFailure: (failure) => showToast("error", sentenceOf(failure, "Failed to update settings")),
  });
  // What is typed may be another series, whose count only the server knows.
  const isSame = values.prefix === prefix && values.series === series;
  return (
    <form ref={form} className="receipt-settings" noValidate onSubmit={submit}>
      {!mayChange && (
        <p className="notice" role="note">
          Only account owners can modify receipt settings.
        </p>
      )}
      <Numbering field={field} nextSeq={nextSeq} isFixed={!mayChange} />
      <NextNumber number={previewOf(values, isSame ? nextSeq : 1)} />
      {mayChange && (
        <div className="receipt-acts">
          <button className="btn" type="button" onClick={onCancel}>
            Cancel
          </button>
          <button className="btn btn-primary" type="submit" aria-busy={isBusy}>
            {isBusy ? "Saving..." : "Save Settings"}
          </button>
        </div>
      )}
    </form>
  );
}

interface NumberingProps {
  field(name: "series" | "prefix" | "resetPolicy"): FormField;
  nextSeq: number;
  isFixed: boolean;
}

function Numbering({ field, nextSeq, isFixed }: NumberingProps) {
  return (
    <fieldset className="panel section" disabled={isFixed}>
      <legend className="sr-only">Receipt numbering</legend>
      <div className="grid-2">
        <TextField
          label="Series"
          required
          autoComplete="off"
          help="Change the series for a new financial year. One like FY25-26 moves on by itself."
          field={field("series")}
        />
        <TextField
          label="Prefix"
          required
          autoComplete="off"
          help="As a receipt voucher (at most 16 characters): series 25-26, prefix RV."
          field={field("prefix")}
        />
        <SelectField
          label="Reset Policy"
          help="YEARLY begins again at 1 in each financial year, April to March."
          field={field("resetPolicy")}
        >
          <option>YEARLY</option>
          <option>NEVER</option>
        </SelectField>
        <TextField
          label="Next Sequence Number"
          readOnly
          help="Numbers are sequential, without gaps."
          field={{
            name: "nextSeq",
            value: String(nextSeq),
            error: undefined,
            change: () => {},
            blur: () => {},
          }}
        />
      </div>
    </fieldset>
  );
}

function NextNumber({ number }: { number: string }) {
  return (
    <section className="card receipt-slip" aria-labelledby="next">
      <h2 id="next">Next receipt number</h2>
      <output className="doc receipt-next">{number}</output>
      <p className="small muted">
        Format: series/prefix/sequence, for example FY25-26/RCPT/00001. The sequence is padded to 5
        digits.
      </p>
    </section>
  );
}

function previewOf({ series, prefix }: { series: string; prefix: string }, nextSeq: number) {
  const stem = `${series.trim() || "FY25-26"}/${prefix.trim() || "RCPT"}`;
  return formatNumber("receipt", stem, nextSeq || 1);
}
