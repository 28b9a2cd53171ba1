import { today } from "../../domain/dates.ts";
import {
  confirmedPayment,
  isBeforeInvoice,
  PAYMENT_MODES,
  paidOnWarning,
  paymentWithin,
} from "../../domain/documents/payments.ts";
import { type Account, defaultAccount } from "../../domain/ledger/accounts.ts";
import { formatInr, type Paise, toPaise } from "../../domain/money.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { showToast } from "../browser/toasts.ts";
import { AmountField, amountText, readRupees } from "../ui/AmountField.tsx";
import { ChoiceField } from "../ui/ChoiceField.tsx";
import { DateField } from "../ui/DateField.tsx";
import { type FormField, NotesField, openAccounts, SelectField, TextField } from "../ui/Field.tsx";
import { FormDialog } from "../ui/FormDialog.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import { warned } from "../ui/Warning.tsx";
import { AdvanceTick, limitsOn, type Owed, TdsField } from "./paymentFields.tsx";

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
  const isAdvance = isBeforeInvoice(form.values.date, owed.date);
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
      {isAdvance && <AdvanceTick form={form} invoiceDate={owed.date} />}
      <TdsField
        field={followed(field("tdsAmount"), followTds)}
        owed={owed}
        most={(balance - 1) as Paise}
      />
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
      accountId: defaultAccount(accounts),
      reference: "",
      notes: "",
      isAdvance: false,
    },
    schema: confirmedPayment(paymentWithin(limitsOn(owed)), owed.date),
    read: ({ amount, tdsAmount, ...fields }) => ({
      ...fields,
      amount: readRupees(amount),
      tdsAmount: readRupees(tdsAmount),
    }),
    draft: { noun: "payment", of: owed._id },
    save: ({ isAdvance: _, ...payment }: { isAdvance: boolean }, key) =>
      saveTo(`/api/${owed.folder}/${owed._id}/payments`)(payment, key),
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
