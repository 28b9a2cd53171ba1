import { today } from "../../domain/dates.ts";
import {
  PAYMENT_MODES,
  paidOnWarning,
  paymentOf,
  TDS_RATES,
  tdsAt,
} from "../../domain/documents/payments.ts";
import type { Account } from "../../domain/ledger/accounts.ts";
import { formatInr, formatPaise, type Paise, toPaise } from "../../domain/money.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { showToast } from "../browser/toasts.ts";
import { AmountField, amountText, readRupees } from "../ui/AmountField.tsx";
import { Button } from "../ui/Button.tsx";
import { ChoiceField } from "../ui/ChoiceField.tsx";
import { DateField } from "../ui/DateField.tsx";
import { type FormField, NotesField, openAccounts, SelectField, TextField } from "../ui/Field.tsx";
import { FormDialog } from "../ui/FormDialog.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import { Warning, warned } from "../ui/Warning.tsx";

/** An invoice or a debit note. */
export interface Owed extends Record<"balance" | "taxableValue" | "tds", number> {
  _id: string;
  /** Of its page and of its calls. */
  folder: "invoices" | "notes";
  number: string;
  date: string;
}

interface Props {
  owed: Owed;
  accounts: Account[];
  /** There is a payment more, or what was shown turned out not to be so. */
  onChanged(): void;
  onClose(): void;
}

/** A payment of what is owed, or of a part, and what the client kept back of it as TDS. */
export function PaymentForm(props: Props) {
  const { owed, accounts, onClose } = props;
  const form = usePayment(props);
  const { field } = form;
  const balance = inPaise(owed.balance);
  const early = paidOnWarning(form.values.date, owed.date, today());
  /** Together they are still what is owed, where they were before: nobody has chosen another amount. */
  const followTds = (before: string, after: string) => {
    const whole = amountText((balance - (readTypedAmount(before) ?? 0)) as Paise);
    const rest = (balance - (readTypedAmount(after) ?? 0)) as Paise;
    if (form.values.amount === whole && rest > 0) form.change("amount", amountText(rest));
  };
  return (
    <FormDialog title="Add Payment" verb="Add Payment" form={form} onClose={onClose}>
      <p className="notice">{`${owed.number}, ${formatInr(owed.balance)} due`}</p>
      <div className="grid-2 keep">
        <AmountField label="Amount" required autoFocus field={field("amount")} />
        <DateField label="Date" required isBooked field={field("date")} help={warned(early)} />
      </div>
      <TdsField field={followed(field("tdsAmount"), followTds)} owed={owed} balance={balance} />
      <div className="grid-2 keep">
        <SelectField label="Mode" required options={PAYMENT_MODES} field={field("mode")} />
        <AccountField accounts={accounts} field={field("accountId")} />
      </div>
      <TextField label="Reference" field={field("reference")} />
      <NotesField label="Notes" field={field("notes")} />
    </FormDialog>
  );
}

function usePayment({ owed, accounts, onChanged, onClose }: Props) {
  const balance = inPaise(owed.balance);
  return useAppForm({
    values: {
      amount: amountText(balance),
      date: today(),
      tdsAmount: "",
      mode: "Bank Transfer",
      accountId: accounts.find(({ isActive }) => isActive)?._id ?? "",
      reference: "",
      notes: "",
    },
    schema: paymentOf(balance),
    read: ({ amount, tdsAmount, ...fields }) => ({
      ...fields,
      amount: readRupees(amount),
      tdsAmount: readRupees(tdsAmount),
    }),
    draft: { noun: "payment", of: owed._id },
    save: saveTo(`/api/${owed.folder}/${owed._id}/payments`),
    onSaved: () => {
      showToast("success", "Payment added successfully");
      onChanged();
      onClose();
    },
    otherwise: "Error adding payment",
    onFailure: onChanged,
  });
}

/** The same field, telling what a change was from and to. */
const followed = (
  field: FormField,
  follow: (before: string, after: string) => void,
): FormField => ({
  ...field,
  change: (text) => {
    follow(field.value, text);
    field.change(text);
  },
});

interface TdsProps {
  field: FormField;
  owed: Owed;
  balance: Paise;
}

/** What is usual is one press away; more than is ever asked for is warned of, and taken all the same. */
function TdsField({ field, owed, balance }: TdsProps) {
  const taxable = inPaise(owed.taxableValue);
  const before = inPaise(owed.tds);
  const [most] = TDS_RATES;
  const isMuch = before + (readTypedAmount(field.value) ?? 0) > tdsAt(most, taxable);
  const usual = TDS_RATES.map((rate) => ({
    rate,
    tds: (tdsAt(rate, taxable) - before) as Paise,
  })).filter(({ tds }) => tds > 0 && tds < balance);
  return (
    <>
      <AmountField label="TDS deducted" field={field} />
      {isMuch && (
        <p className="help tds-note">
          <Warning>
            {`More than ${most}% of the taxable value of ${formatInr(owed.taxableValue)}`}
          </Warning>
        </p>
      )}
      {usual.length > 0 && (
        <p className="help tds-note">
          Of the taxable value, without GST:
          {usual.map(({ rate, tds }) => (
            <Button
              look="link"
              label={`${rate}% is ${formatPaise(tds)}`}
              key={rate}
              onClick={() => field.change(amountText(tds))}
            />
          ))}
        </p>
      )}
    </>
  );
}

function AccountField({ accounts, field }: { accounts: Account[]; field: FormField }) {
  return (
    <ChoiceField
      kind="account"
      label="Account"
      required
      blank="Choose..."
      options={openAccounts(accounts)}
      field={field}
    />
  );
}

const inPaise = (rupees: number) => toPaise(rupees) as Paise;
