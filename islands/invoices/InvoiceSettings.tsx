import {
  INVOICE_NUMBER_MAX,
  InvoiceSettingsChange,
  ifscWarning,
  invoiceNumberWarning,
  type InvoiceSettings as Settings,
} from "../../domain/invoiceSettings.ts";
import { toDecimal } from "../../domain/money.ts";
import { formatNumber } from "../../domain/numbering.ts";
import { findState, printedState, STATES } from "../../domain/states.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { isUpiId } from "../../domain/upi.ts";
import { send } from "../browser/api.ts";
import { can } from "../browser/session.ts";
import { showToast } from "../browser/toasts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { PageTitle } from "../ui/Allowed.tsx";
import { Button } from "../ui/Button.tsx";
import { type FormField, TextField, upperCased } from "../ui/Field.tsx";
import { FormNotices } from "../ui/FormNotices.tsx";
import { NextNumber, NumberingFields } from "../ui/NumberingFields.tsx";
import { FailedToLoad } from "../ui/states.tsx";
import { useAppForm } from "../ui/useAppForm.ts";
import { Warning } from "../ui/Warning.tsx";

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

const valuesOf = ({ nextSeq: _, ...settings }: Settings) => ({
  ...settings,
  resetPolicy: settings.resetPolicy as string,
  defaultTaxPct: String(settings.defaultTaxPct),
});
type Values = ReturnType<typeof valuesOf>;

/** What cannot be read stays a text: no schema takes it. */
function percentIn(text: string): number | string {
  const hundredths = readTypedAmount(text);
  return hundredths === undefined ? text : Number(toDecimal(hundredths));
}

interface Props {
  settings: Settings;
  onSaved(): void;
  onReset(): void;
}

export function SettingsForm({ settings, onSaved, onReset }: Props) {
  const mayChange = can("update invoice settings");
  const form = useAppForm({
    values: valuesOf(settings),
    schema: InvoiceSettingsChange,
    read: (values) => ({ ...values, defaultTaxPct: percentIn(values.defaultTaxPct) }),
    save: (change) => send("PUT", "/api/invoice-settings", change),
    onSaved: () => {
      showToast("success", "Settings updated successfully");
      onSaved();
    },
    otherwise: "Error updating settings",
  });
  const { field, values, isBusy } = form;
  return (
    <form {...form.props} className="settings-form">
      <FormNotices form={form} />
      {!mayChange && (
        <p className="notice" role="note">
          Only owners can modify invoice settings. You are viewing in read-only mode.
        </p>
      )}
      <fieldset className="panel" disabled={!mayChange}>
        <legend className="sr-only">Invoice settings</legend>
        <Numbering field={field} values={values} settings={settings} />
        <Defaults field={field} values={values} />
        <BankDetails field={field} values={values} />
      </fieldset>
      {mayChange && (
        <div className="form-acts">
          <Button
            label="Reset Changes"
            onClick={() => {
              form.startAfresh();
              onReset();
            }}
          />
          <Button
            look="primary"
            label={isBusy ? "Saving..." : "Save Settings"}
            isBusy={isBusy}
            type="submit"
          />
        </div>
      )}
    </form>
  );
}

type BankName = `bankDetails.${keyof Values["bankDetails"]}`;
type Name = Exclude<keyof Values, "bankDetails"> | BankName;

interface PartProps {
  field(name: Name): FormField;
  values: Values;
}

function Numbering({ field, values, settings }: PartProps & { settings: Settings }) {
  // What is typed may be another series, whose count only the server knows.
  const isSame = values.series === settings.series && values.prefix === settings.prefix;
  const stem = `${values.series.trim()}/${values.prefix.trim()}`;
  const number = formatNumber("invoice", stem, isSame ? settings.nextSeq : 1);
  const warning = invoiceNumberWarning(number);
  return (
    <section className="section" aria-labelledby="numbering">
      <h2 className="section-head" id="numbering">
        Invoice Numbering
      </h2>
      <NumberingFields
        field={field}
        nextSeq={settings.nextSeq}
        seriesHelp="One that spells a year, such as 25-26, moves on with it."
        prefixHelp="Letters, digits and hyphens"
      />
      <NextNumber title="Next invoice number" number={number}>
        <p className="help" role="status">
          {warning ? (
            <Warning>{warning}</Warning>
          ) : (
            `${number.length} of at most ${INVOICE_NUMBER_MAX} characters`
          )}
        </p>
      </NextNumber>
    </section>
  );
}

function Defaults({ field, values }: PartProps) {
  const place = values.defaultPlaceOfSupply.trim();
  const isUnknown = place !== "" && !findState(place);
  return (
    <section className="section" aria-labelledby="defaults">
      <h2 className="section-head" id="defaults">
        Default Settings
      </h2>
      <div className="grid-2">
        <TextField
          label="Default Tax %"
          required
          inputMode="decimal"
          autoComplete="off"
          help="GST of a new item, from 0 to 100"
          field={field("defaultTaxPct")}
        />
        <TextField
          label="Default Place of Supply"
          list="states"
          autoComplete="off"
          help={
            isUnknown ? (
              <Warning>{`“${place}” is no state we know`}</Warning>
            ) : (
              "Where neither invoice nor client names a state"
            )
          }
          field={field("defaultPlaceOfSupply")}
        />
      </div>
      <datalist id="states">
        {STATES.map((state) => (
          <option key={state.code} value={printedState(state)} />
        ))}
      </datalist>
    </section>
  );
}

function BankDetails({ field, values }: PartProps) {
  const ifsc = ifscWarning(values.bankDetails.ifsc);
  const upi = values.bankDetails.upi.trim();
  const isNoUpi = upi !== "" && !isUpiId(upi);
  const text = (label: string, name: BankName) => (
    <TextField label={label} autoComplete="off" field={field(name)} />
  );
  return (
    <section className="section" aria-labelledby="bank">
      <h2 className="section-head" id="bank">
        Bank Details
      </h2>
      <p className="soft small settings-note">Shown on invoices, so that clients can pay.</p>
      <div className="grid-2">
        {text("Account Name", "bankDetails.accountName")}
        {text("Bank Name", "bankDetails.bankName")}
        {text("Account Number", "bankDetails.accountNo")}
        <TextField
          label="IFSC Code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          help={ifsc && <Warning>{ifsc}</Warning>}
          field={upperCased(field("bankDetails.ifsc"))}
        />
        <TextField
          label="UPI ID"
          autoComplete="off"
          spellCheck={false}
          help={
            isNoUpi ? (
              <Warning>
                A UPI ID is written like asha@okhdfcbank; without one there is no QR
              </Warning>
            ) : (
              "Invoices show a QR code that pays to it"
            )
          }
          field={field("bankDetails.upi")}
        />
        {text("Branch", "bankDetails.branch")}
      </div>
    </section>
  );
}
