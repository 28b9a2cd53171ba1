import { useState } from "react";
import type { Account } from "../../domain/accounts.ts";
import { formatDate, isCalendarDate, today } from "../../domain/dates.ts";
import { RECEIPT_MODES, type Receipt, NewReceipt as ReceiptInput } from "../../domain/receipts.ts";
import { sentenceOf } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { PageTitle } from "../ui/Allowed.tsx";
import { AmountField, readRupees } from "../ui/AmountField.tsx";
import { Button, LinkButton } from "../ui/Button.tsx";
import { DateField } from "../ui/DateField.tsx";
import { savePdf } from "../ui/downloads.ts";
import { type FormField, NotesField, SelectField, TextField } from "../ui/Field.tsx";
import { FormNotices } from "../ui/FormNotices.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Money } from "../ui/Money.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import { useBusy } from "../ui/useBusy.ts";
import { printed } from "../ui/Warning.tsx";
import { pdfOf } from "./DeleteReceipt.tsx";

/** Takes down who paid what for what, and hands over the receipt. */
export default function NewReceipt() {
  const [made, setMade] = useState<Receipt>();
  const accounts = useFetch<{ accounts: Account[] }>("/api/accounts", (failure) =>
    showToast("error", sentenceOf(failure, "Failed to load accounts")),
  );
  if (made) return <ReceiptMade receipt={made} onAnother={() => setMade(undefined)} />;
  return (
    <>
      <PageTitle title="New Receipt" />
      {accounts.data || accounts.failure ? (
        <ReceiptForm
          accounts={accounts.data?.accounts.filter(({ isActive }) => isActive) ?? []}
          onMade={(receipt) => {
            setMade(receipt);
            showToast("success", "Receipt created successfully!");
          }}
        />
      ) : (
        <section className="panel empty" aria-label="Receipt" aria-busy="true">
          <p role="status">Loading...</p>
        </section>
      )}
    </>
  );
}

function ReceiptMade({ receipt, onAnother }: { receipt: Receipt; onAnother(): void }) {
  const [isSaving, save] = useBusy(() => savePdf(pdfOf(receipt)));
  return (
    <section className="panel empty receipt-made" aria-labelledby="made">
      <span className="pos">
        <Icon name="circle-check" />
      </span>
      <h1 id="made">Receipt Created Successfully!</h1>
      <p className="doc strong">{receipt.receiptNumber}</p>
      <p role="status">Your receipt has been generated and the transaction has been recorded.</p>
      <div className="actions">
        <Button
          look="primary"
          icon="download"
          label="Download PDF"
          isBusy={isSaving}
          ref={(button) => button?.focus()}
          onClick={save}
        />
        <LinkButton label="View Receipt" href={`/receipts/${receipt._id}`} />
        <Button label="Create Another" onClick={onAnother} />
      </div>
    </section>
  );
}

interface FormProps {
  /** Active ones. */
  accounts: Account[];
  onMade(receipt: Receipt): void;
}

export function ReceiptForm({ accounts, onMade }: FormProps) {
  const form = useAppForm({
    values: blank(accounts),
    schema: ReceiptInput,
    read: bodyOf,
    draft: { noun: "receipt" },
    save: saveTo("/api/receipts"),
    onSaved: ({ receipt }: { receipt: Receipt }) => onMade(receipt),
    otherwise: "Failed to create receipt",
  });
  return (
    <>
      <FormNotices form={form} />
      <form {...form.props} className="form-cols receipt-form">
        <ReceiptFields field={form.field} accounts={accounts} />
        <div className="summary stack">
          <ReceiptPreview values={form.values} accounts={accounts} />
          <div className="form-acts">
            <LinkButton label="Cancel" href="/receipts" />
            <Button
              look="primary"
              label={form.isBusy ? "Creating..." : "Create Receipt"}
              isBusy={form.isBusy}
              type="submit"
              aria-keyshortcuts="Control+Enter"
            />
          </div>
        </div>
      </form>
    </>
  );
}

interface FieldsProps {
  field(name: Exclude<keyof Values, "client"> | `client.${keyof Values["client"]}`): FormField;
  accounts: Account[];
}

/** The three sections of the form. */
export function ReceiptFields({ field, accounts }: FieldsProps) {
  return (
    <div className="panel">
      <AboutReceipt field={field} accounts={accounts} />
      <ReceivedFrom field={field} />
      <Payment field={field} />
    </div>
  );
}

function AboutReceipt({ field, accounts }: FieldsProps) {
  return (
    <section className="section" aria-labelledby="about">
      <h2 className="section-head" id="about">
        Receipt Details
      </h2>
      <div className="grid-2">
        <DateField label="Date" required field={field("date")} />
        <SelectField label="Account" required field={field("accountId")}>
          <option value="">Choose...</option>
          {accounts.map(({ _id, name, type }) => (
            <option key={_id} value={_id}>{`${name} (${type})`}</option>
          ))}
        </SelectField>
      </div>
    </section>
  );
}

function ReceivedFrom({ field }: Pick<FieldsProps, "field">) {
  return (
    <section className="section" aria-labelledby="from">
      <h2 className="section-head" id="from">
        Received From
      </h2>
      <div className="grid-2">
        <TextField
          label="Client Name"
          required
          autoComplete="off"
          data-autofocus
          help={printed(field("client.name"))}
          field={field("client.name")}
        />
        <TextField label="Phone" inputMode="tel" autoComplete="off" field={field("client.phone")} />
        <TextField
          label="Email"
          inputMode="email"
          autoComplete="off"
          field={field("client.email")}
        />
        <NotesField
          label="Address"
          help={printed(field("client.address"))}
          field={field("client.address")}
        />
      </div>
    </section>
  );
}

function Payment({ field }: Pick<FieldsProps, "field">) {
  return (
    <section className="section" aria-labelledby="payment">
      <h2 className="section-head" id="payment">
        Payment Details
      </h2>
      <TextField
        label="Purpose"
        required
        autoComplete="off"
        help={printed(field("purpose"))}
        field={field("purpose")}
      />
      <div className="grid-2 keep">
        <AmountField label="Amount" required field={field("amount")} />
        <SelectField label="Payment Mode" required field={field("mode")}>
          {RECEIPT_MODES.map((mode) => (
            <option key={mode}>{mode}</option>
          ))}
        </SelectField>
      </div>
      <div className="grid-2">
        <TextField label="Reference Number" autoComplete="off" field={field("reference")} />
        <NotesField label="Notes" help={printed(field("notes"))} field={field("notes")} />
      </div>
    </section>
  );
}

interface PreviewProps {
  values: Values;
  accounts: Account[];
}

/** The slip as it is being written. */
export function ReceiptPreview({ values, accounts }: PreviewProps) {
  const amount = readRupees(values.amount);
  const account = accounts.find(({ _id }) => _id === values.accountId);
  const rows = [
    ["Date", isCalendarDate(values.date) ? formatDate(values.date) : ""],
    ["Client", values.client.name],
    ["Purpose", values.purpose],
    ["Mode", values.mode],
    ["Account", account?.name ?? ""],
  ];
  return (
    <section className="card slip" aria-labelledby="preview">
      <h2 id="preview">Receipt Preview</h2>
      <p className="kpi-value">
        <Money amount={typeof amount === "number" ? amount : 0} big />
      </p>
      <dl className="sums">
        {rows.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="truncate">{text?.trim() || "–"}</dd>
          </div>
        ))}
      </dl>
      <p className="small muted">
        A transaction will be auto-created and a PDF generated when the receipt is created.
      </p>
    </section>
  );
}

/** A receipt before anything is typed. */
export const blank = (accounts: Account[]) => ({
  date: today(),
  accountId: accounts[0]?._id ?? "",
  client: { name: "", phone: "", email: "", address: "" },
  purpose: "",
  amount: "",
  mode: "Cash",
  reference: "",
  notes: "",
});
export type Values = ReturnType<typeof blank>;

/** What is sent: empty optional values are left out (specification, section 3). */
export const bodyOf = ({ client, amount, ...fields }: Values) => ({
  ...filled(fields),
  amount: readRupees(amount),
  client: filled(client),
});

const filled = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== ""));
