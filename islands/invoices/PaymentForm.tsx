import type { Account } from "../../domain/accounts.ts";
import { today } from "../../domain/dates.ts";
import type { Invoice } from "../../domain/invoices.ts";
import { formatInr, type Paise, toPaise, toRupees } from "../../domain/money.ts";
import { PAYMENT_MODES, paymentOf, TDS_RATES, tdsAt } from "../../domain/payments.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { sentenceOf } from "../browser/api.ts";
import { AmountField, amountText, readRupees } from "../parts/AmountField.tsx";
import { DateField } from "../parts/DateField.tsx";
import { type FormField, NotesField, SelectField, TextField } from "../parts/Field.tsx";
import { FormDialog } from "../parts/FormDialog.tsx";
import { showToast } from "../parts/toasts.ts";
import { useBookForm } from "../parts/useBookForm.ts";
import { Warning } from "../parts/Warning.tsx";

interface Props {
  invoice: Invoice;
  accounts: Account[];
  /** There is a payment more, or what was shown turned out not to be so. */
  onChanged(): void;
  onClose(): void;
}

/** A payment of what is owed, or of a part, and what the client kept back of it as TDS. */
export function PaymentForm(props: Props) {
  const { invoice, accounts, onClose } = props;
  const { form, bind, element } = usePayment(props);
  const balance = paiseOf(invoice.balance);
  /** Together they are still what is owed, where they were before: nobody has chosen another amount. */
  const followTds = (before: string, after: string) => {
    const whole = amountText((balance - (readTypedAmount(before) ?? 0)) as Paise);
    const rest = (balance - (readTypedAmount(after) ?? 0)) as Paise;
    if (form.state.values.amount === whole && rest > 0) {
      form.setFieldValue("amount", amountText(rest));
    }
  };
  const text = (name: "reference" | "notes", label: string) => (
    <form.Field name={name}>
      {(field) => <TextField label={label} autoComplete="off" field={bind(field)} />}
    </form.Field>
  );
  return (
    <FormDialog
      title="Add Payment"
      verb="Add Payment"
      form={form}
      element={element}
      onClose={onClose}
    >
      <p className="notice">{`${invoice.invoiceNumber}, ${formatInr(invoice.balance)} due`}</p>
      <div className="grid-2 keep">
        <form.Field name="amount">
          {(field) => <AmountField label="Amount" required autoFocus field={bind(field)} />}
        </form.Field>
        <form.Field name="date">
          {(field) => <DateField label="Date" required field={bind(field)} />}
        </form.Field>
      </div>
      <form.Field name="tdsAmount">
        {(field) => (
          <TdsField field={followed(bind(field), followTds)} invoice={invoice} balance={balance} />
        )}
      </form.Field>
      <div className="grid-2 keep">
        <form.Field name="mode">
          {(field) => (
            <SelectField label="Mode" required field={bind(field)}>
              {PAYMENT_MODES.map((mode) => (
                <option key={mode}>{mode}</option>
              ))}
            </SelectField>
          )}
        </form.Field>
        <form.Field name="accountId">
          {(field) => <AccountField accounts={accounts} field={bind(field)} />}
        </form.Field>
      </div>
      {text("reference", "Reference")}
      <form.Field name="notes">
        {(field) => <NotesField label="Notes" field={bind(field)} />}
      </form.Field>
    </FormDialog>
  );
}

function usePayment({ invoice, accounts, onChanged, onClose }: Props) {
  const balance = paiseOf(invoice.balance);
  return useBookForm({
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
    method: "POST",
    url: `/api/invoices/${invoice._id}/payments`,
    onSaved: () => {
      showToast("success", "Payment added successfully");
      onChanged();
      onClose();
    },
    onFailure: (failure) => {
      showToast("error", sentenceOf(failure, "Error adding payment"));
      onChanged();
    },
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
  invoice: Invoice;
  balance: Paise;
}

/** What is usual is one press away; more than is ever asked for is warned of, and taken all the same. */
function TdsField({ field, invoice, balance }: TdsProps) {
  const taxable = paiseOf(invoice.taxableValue);
  const before = paiseOf(invoice.tds);
  const [most] = TDS_RATES;
  const isMuch = before + (readTypedAmount(field.value) ?? 0) > tdsAt(most, taxable);
  const usual = TDS_RATES.map((rate) => ({ rate, tds: (tdsAt(rate, taxable) - before) as Paise }));
  return (
    <>
      <AmountField label="TDS deducted" field={field} />
      {isMuch && (
        <p className="help tds-note">
          <Warning>
            {`More than ${most}% of the taxable value of ${formatInr(invoice.taxableValue)}`}
          </Warning>
        </p>
      )}
      {usual.some(({ tds }) => tds > 0 && tds < balance) && (
        <p className="help tds-note">
          Of the taxable value, without GST:
          {usual
            .filter(({ tds }) => tds > 0 && tds < balance)
            .map(({ rate, tds }) => (
              <button
                className="btn btn-link"
                type="button"
                key={rate}
                onClick={() => field.change(amountText(tds))}
              >
                {`${rate}% is ${formatInr(toRupees(tds))}`}
              </button>
            ))}
        </p>
      )}
    </>
  );
}

function AccountField({ accounts, field }: { accounts: Account[]; field: FormField }) {
  const open = accounts.filter(({ isActive }) => isActive);
  return (
    <SelectField
      label="Account"
      required
      field={field}
      help={open.length === 0 && <a href="/settings/masters#new">Add an account first</a>}
    >
      <option value="">Choose...</option>
      {open.map(({ _id, name, type }) => (
        <option key={_id} value={_id}>
          {`${name} (${type})`}
        </option>
      ))}
    </SelectField>
  );
}

const paiseOf = (rupees: number) => toPaise(rupees) as Paise;
