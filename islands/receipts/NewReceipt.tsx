import { type ReactNode, useId, useState } from "react";
import { formatDate, futureWarning, isCalendarDate, today } from "../../domain/dates.ts";
import type { ClientList } from "../../domain/documents/clients.ts";
import {
  RECEIPT_MODES,
  type Receipt,
  NewReceipt as ReceiptInput,
} from "../../domain/documents/receipts.ts";
import { type Account, defaultAccount } from "../../domain/ledger/accounts.ts";
import { toastError } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { useFetch, useLast } from "../browser/useFetch.ts";
import { ForMembers } from "../invoices/FormData.tsx";
import { AmountField, readRupees } from "../ui/AmountField.tsx";
import { LinkButton } from "../ui/Button.tsx";
import { AccountField } from "../ui/ChoiceField.tsx";
import { DateField } from "../ui/DateField.tsx";
import { type FormField, NotesField, SelectField, TextField } from "../ui/Field.tsx";
import { FormNotices, SubmitButton } from "../ui/Form.tsx";
import { Money } from "../ui/Money.tsx";
import { PageHead, Section } from "../ui/Page.tsx";
import { FailedToLoad, Loading } from "../ui/states.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import { describePrinted, layOutWarning } from "../ui/Warning.tsx";
import { ReceiptMade } from "./ReceiptMade.tsx";

const TITLE = "New Receipt";

export default function NewReceipt() {
  return (
    <ForMembers title={TITLE} label="Receipt">
      <Entering />
    </ForMembers>
  );
}

function Entering() {
  const [made, setMade] = useState<Receipt>();
  const accounts = useFetch<{ accounts: Account[] }>(
    "/api/accounts",
    toastError("Failed to load accounts"),
  );
  const known = useLast(accounts.data)?.accounts;
  if (made) return <ReceiptMade receipt={made} onAnother={() => setMade(undefined)} />;
  return (
    <>
      <PageHead title={TITLE} back={{ href: "/receipts", label: "Back to receipts" }} />
      {known ? (
        <ReceiptForm
          accounts={known.filter(({ isActive }) => isActive)}
          onAccount={accounts.reload}
          onMade={(receipt) => {
            setMade(receipt);
            showToast("success", "Receipt created successfully!");
          }}
        />
      ) : accounts.failure !== undefined ? (
        <FailedToLoad
          label="Receipt"
          failure={accounts.failure}
          otherwise="Failed to load accounts"
          onRetry={accounts.reload}
        />
      ) : (
        <Loading label="Receipt" />
      )}
    </>
  );
}

/** Returns the values of an empty receipt. */
const createBlank = (accounts: Account[]) => ({
  date: today(),
  accountId: defaultAccount(accounts),
  client: { name: "", phone: "", email: "", address: "" },
  purpose: "",
  amount: "",
  mode: "Cash",
  reference: "",
  notes: "",
});
type Values = ReturnType<typeof createBlank>;

/** Converts the values to the API's input without empty optional ones (specification, section 3). */
const readValues = ({ client, amount, ...fields }: Values) => ({
  ...dropEmpty(fields),
  amount: readRupees(amount),
  client: dropEmpty(client),
});

const dropEmpty = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== ""));

interface FormProps {
  accounts: Account[];
  /** Called after an account was created. */
  onAccount(): void;
  onMade(receipt: Receipt): void;
}

function ReceiptForm({ accounts, onAccount, onMade }: FormProps) {
  const form = useAppForm({
    values: createBlank(accounts),
    schema: ReceiptInput,
    read: readValues,
    draft: { noun: "receipt" },
    save: saveTo("/api/receipts"),
    onSaved: ({ receipt }: { receipt: Receipt }) => onMade(receipt),
    otherwise: "Failed to create receipt",
  });
  const save = {
    form,
    label: "Create Receipt",
    busy: "Creating...",
    "aria-keyshortcuts": "Control+Enter",
  };
  return (
    <>
      <FormNotices form={form} />
      <form {...form.props} className="form-cols receipt-form">
        <Fields field={form.field} accounts={accounts} onAccount={onAccount} />
        <Preview values={form.values} accounts={accounts}>
          <div className="summary-acts">
            <SubmitButton {...save} className="btn-lg btn-block" keyName="Ctrl ↵" />
            <LinkButton label="Cancel" className="btn-lg btn-block" href="/receipts" />
          </div>
        </Preview>
        <section className="bar-phone" aria-label="Actions">
          <div className="bar-sum">
            <span className="small muted">Amount</span>
            <strong>
              <Money amount={readAmountSoFar(form.values)} />
            </strong>
          </div>
          <SubmitButton {...save} />
        </section>
      </form>
    </>
  );
}

interface FieldsProps {
  field(name: Exclude<keyof Values, "client"> | `client.${keyof Values["client"]}`): FormField;
  accounts: Account[];
  onAccount(): void;
}

function Fields({ field, accounts, onAccount }: FieldsProps) {
  const [date, reference, purpose] = [field("date"), field("reference"), field("purpose")];
  const [name, address] = [field("client.name"), field("client.address")];
  const list = useId();
  const clients = useFetch<ClientList>("/api/clients").data?.clients ?? [];
  /** A known client fills the fields that are still empty. */
  const changeName = (text: string) => {
    name.change(text);
    const client = clients.find(({ displayName }) => displayName === text);
    if (!client) return;
    const known = { phone: client.phone, email: client.email, address: client.billingAddress };
    for (const [part, value] of Object.entries(known)) {
      const own = field(`client.${part as keyof typeof known}`);
      if (!own.value) own.change(value);
    }
  };
  return (
    <div className="panel">
      <Section title="Receipt Details">
        <div className="grid-2">
          <DateField
            label="Date"
            required
            isBooked
            field={date}
            help={layOutWarning(futureWarning(date.value, today()))}
          />
          <AccountField
            required
            accounts={accounts}
            field={field("accountId")}
            onMade={onAccount}
          />
        </div>
      </Section>
      <Section title="Received From">
        <div className="grid-2">
          <TextField
            label="Client Name"
            required
            data-autofocus
            list={list}
            help={describePrinted(name)}
            field={{ ...name, change: changeName }}
          />
          <datalist id={list}>
            {clients.map(({ _id, displayName }) => (
              <option key={_id} value={displayName} />
            ))}
          </datalist>
          <TextField label="Phone" inputMode="tel" field={field("client.phone")} />
          <TextField label="Email" inputMode="email" field={field("client.email")} />
          <NotesField label="Address" help={describePrinted(address)} field={address} />
        </div>
      </Section>
      <Section title="Payment Details">
        <TextField label="Purpose" required help={describePrinted(purpose)} field={purpose} />
        <div className="grid-2 keep">
          <AmountField label="Amount" required field={field("amount")} />
          <SelectField
            label="Payment Mode"
            required
            options={RECEIPT_MODES}
            field={field("mode")}
          />
        </div>
        <div className="grid-2">
          <TextField label="Reference Number" help={describePrinted(reference)} field={reference} />
          <NotesField label="Notes" help={describePrinted(field("notes"))} field={field("notes")} />
        </div>
      </Section>
    </div>
  );
}

/** Returns the amount typed so far, or 0. */
function readAmountSoFar(values: Values): number {
  const amount = readRupees(values.amount);
  return typeof amount === "number" ? amount : 0;
}

interface PreviewProps {
  values: Values;
  accounts: Account[];
  children: ReactNode;
}

/** The slip, updated while typing. */
function Preview({ values, accounts, children }: PreviewProps) {
  const account = accounts.find(({ _id }) => _id === values.accountId);
  const rows = [
    ["Date", isCalendarDate(values.date) ? formatDate(values.date) : ""],
    ["Client", values.client.name],
    ["Purpose", values.purpose],
    ["Mode", values.mode],
    ["Account", account?.name ?? ""],
  ];
  return (
    <section className="summary card slip grid gap-12" aria-labelledby="preview">
      <h2 id="preview">Receipt Preview</h2>
      <p className="kpi-value">
        <Money amount={readAmountSoFar(values)} big />
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
      <p className="small muted">
        Is this for an invoice? Add a payment to the invoice instead; a receipt would count the
        money twice.
      </p>
      {children}
    </section>
  );
}
