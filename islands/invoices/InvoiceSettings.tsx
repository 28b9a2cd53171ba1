import type { Metadata } from "../../domain/agencies/agency.ts";
import {
  INVOICE_NUMBER_MAX,
  InvoiceSettingsChange,
  ifscWarning,
  invoiceNumberWarning,
  type InvoiceSettings as Settings,
} from "../../domain/documents/invoiceSettings.ts";
import { formatNumber } from "../../domain/documents/numbering.ts";
import { isUpiId } from "../../domain/documents/upi.ts";
import { findState } from "../../domain/gst/states.ts";
import { toDecimal } from "../../domain/money.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { showToast } from "../browser/toasts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { LinkButton } from "../ui/Button.tsx";
import { type FormField, NotesField, TextField, toUpperCaseField } from "../ui/Field.tsx";
import { PageHead, Section } from "../ui/Page.tsx";
import { NextNumber, NumberingFields, SettingsForm } from "../ui/SettingsForm.tsx";
import { FailedToLoad } from "../ui/states.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import { describePrinted, Warning } from "../ui/Warning.tsx";
import { StateNames } from "./StateNames.tsx";

const FAILED = "Failed to load settings";

export default function InvoiceSettings() {
  const { data, failure, reload } = useFetch<Settings>("/api/invoice-settings");
  return (
    <>
      <PageHead title="Invoice Settings">
        <LinkButton label="Items" href="/settings/items" />
      </PageHead>
      {data ? (
        <Form key={JSON.stringify(data)} settings={data} onChanged={reload} />
      ) : failure ? (
        <FailedToLoad label="Settings" failure={failure} otherwise={FAILED} onRetry={reload} />
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

const settingsValues = ({ nextSeq: _, ...settings }: Settings) => ({
  ...settings,
  resetPolicy: settings.resetPolicy as string,
  defaultTaxPct: String(settings.defaultTaxPct),
  defaultDueDays: String(settings.defaultDueDays ?? ""),
});
type Values = ReturnType<typeof settingsValues>;

/** Returns text that cannot be parsed as it is, so that the schema rejects it. */
function readPercent(text: string): number | string {
  const hundredths = readTypedAmount(text);
  return hundredths === undefined ? text : Number(toDecimal(hundredths));
}

function Form({ settings, onChanged }: { settings: Settings; onChanged(): void }) {
  const form = useAppForm({
    needs: "update invoice settings",
    values: settingsValues(settings),
    schema: InvoiceSettingsChange,
    read: (values) => ({
      ...values,
      defaultTaxPct: readPercent(values.defaultTaxPct),
      defaultDueDays: values.defaultDueDays.trim() ? readPercent(values.defaultDueDays) : null,
    }),
    save: saveTo("/api/invoice-settings", settings),
    onSaved: () => {
      showToast("success", "Settings updated successfully");
      onChanged();
    },
    otherwise: "Error updating settings",
  });
  const { field, values } = form;
  return (
    <SettingsForm
      form={form}
      notice="Only owners can modify invoice settings. You are viewing in read-only mode."
      reset="Reset Changes"
      onReset={onChanged}
    >
      <fieldset className="panel" disabled={form.isClosed}>
        <legend className="sr-only">Invoice settings</legend>
        <Numbering field={field} values={values} settings={settings} />
        <Defaults field={field} values={values} />
        <BankDetails field={field} values={values} />
      </fieldset>
    </SettingsForm>
  );
}

type BankName = `bankDetails.${keyof Values["bankDetails"]}`;
type Name = Exclude<keyof Values, "bankDetails"> | BankName;

interface PartProps {
  field(name: Name): FormField;
  values: Values;
}

function Numbering({ field, values, settings }: PartProps & { settings: Settings }) {
  // The typed series may be another one, whose counter only the server knows.
  const isSame = values.series === settings.series && values.prefix === settings.prefix;
  const stem = `${values.series.trim()}/${values.prefix.trim()}`;
  const number = formatNumber("INVOICE", stem, isSame ? settings.nextSeq : 1);
  const warning = invoiceNumberWarning(number);
  return (
    <Section title="Invoice Numbering">
      <NumberingFields
        field={field}
        nextSeq={settings.nextSeq}
        seriesHelp="If the series names a financial year, such as 25-26, it changes automatically each April."
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
    </Section>
  );
}

function Defaults({ field, values }: PartProps) {
  const agency = useFetch<{ metadata: Metadata }>("/api/metadata").data?.metadata;
  const isUnregistered = agency?.gstNumber === "";
  const place = values.defaultPlaceOfSupply.trim();
  const isUnknown = place !== "" && !findState(place);
  return (
    <Section title="Default Settings">
      <div className="grid-2">
        <TextField
          label="Default Tax %"
          required
          inputMode="decimal"
          help={
            isUnregistered && Number(values.defaultTaxPct) > 0 ? (
              <Warning>
                The agency has no GSTIN: set this to 0 so that new items charge no GST
              </Warning>
            ) : (
              "GST rate for new items, from 0 to 100"
            )
          }
          field={field("defaultTaxPct")}
        />
        <TextField
          label="Default Place of Supply"
          list="states"
          help={
            isUnknown ? (
              <Warning>{`“${place}” is not an Indian state`}</Warning>
            ) : (
              "Used when neither the invoice nor its client has a state"
            )
          }
          field={field("defaultPlaceOfSupply")}
        />
        <TextField
          label="Default due days"
          inputMode="numeric"
          help="Days until a new invoice is due, unless its client has others"
          field={field("defaultDueDays")}
        />
      </div>
      <div className="grid-2">
        <NotesField
          label="Default Notes"
          help={describePrinted(field("defaultNotes"))}
          field={field("defaultNotes")}
        />
        <NotesField
          label="Default Terms & Conditions"
          help={describePrinted(field("defaultTerms"))}
          field={field("defaultTerms")}
        />
      </div>
      <StateNames />
    </Section>
  );
}

const NO_UPI = "A UPI ID looks like asha@okhdfcbank; without one, invoices have no QR code";

function BankDetails({ field, values }: PartProps) {
  const ifsc = ifscWarning(values.bankDetails.ifsc);
  const upi = values.bankDetails.upi.trim();
  const isNoUpi = upi !== "" && !isUpiId(upi);
  const onPaper = (label: string, name: keyof Values["bankDetails"]) => {
    const named = field(`bankDetails.${name}`);
    return <TextField label={label} help={describePrinted(named)} field={named} />;
  };
  return (
    <Section title="Bank Details">
      <p className="soft small settings-note">Shown on invoices so clients can pay you.</p>
      <div className="grid-2">
        {onPaper("Account Name", "accountName")}
        {onPaper("Bank Name", "bankName")}
        <TextField label="Account Number" field={field("bankDetails.accountNo")} />
        <TextField
          label="IFSC Code"
          autoCapitalize="characters"
          spellCheck={false}
          help={ifsc && <Warning>{ifsc}</Warning>}
          field={toUpperCaseField(field("bankDetails.ifsc"))}
        />
        <TextField
          label="UPI ID"
          spellCheck={false}
          help={
            isNoUpi ? (
              <Warning>{NO_UPI}</Warning>
            ) : (
              "Invoices show a QR code for payments to this ID"
            )
          }
          field={field("bankDetails.upi")}
        />
        {onPaper("Branch", "branch")}
      </div>
    </Section>
  );
}
