import { today } from "../../domain/dates.ts";
import { type Account, defaultAccount } from "../../domain/ledger/accounts.ts";
import { formatInr, type Paise, toPaise } from "../../domain/money.ts";
import { monthName } from "../../domain/months.ts";
import { NewDeposit } from "../../domain/tds/payable.ts";
import { AmountField, amountText, readRupees } from "../ui/AmountField.tsx";
import { AccountField } from "../ui/ChoiceField.tsx";
import { DateField } from "../ui/DateField.tsx";
import { TextField } from "../ui/Field.tsx";
import { FormDialog } from "../ui/FormDialog.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import { toastBooked, useWillWait } from "../ui/waiting.ts";

/** TDS of a month and code that is to be deposited, in rupees. */
export interface ToDeposit {
  month: string;
  code: string;
  name: string;
  payable: number;
  interest: number;
}

interface Props {
  what: ToDeposit;
  accounts: Account[];
  onChanged(): void;
  onClose(): void;
}

/** Records the challan of a month and code: an expense, and one for its interest. */
export function DepositForm({ what, accounts, onChanged, onClose }: Props) {
  const { month, code, name, payable, interest } = what;
  const form = useAppForm({
    needs: "nothing",
    values: {
      amount: amountText(toPaise(payable) as Paise),
      date: today(),
      accountId: defaultAccount(accounts),
      interest: interest > 0 ? amountText(toPaise(interest) as Paise) : "",
      reference: "",
    },
    schema: NewDeposit,
    read: ({ amount, interest, ...fields }) => ({
      ...fields,
      month,
      code,
      amount: readRupees(amount),
      interest: readRupees(interest) ?? 0,
    }),
    save: saveTo("/api/tds-deposits"),
    onSaved: (answer: object) => {
      onChanged();
      toastBooked(answer, "Deposit recorded");
      onClose();
    },
    otherwise: "Error recording deposit",
    onFailure: onChanged,
  });
  const { field } = form;
  const willWait = useWillWait();
  return (
    <FormDialog title="Record TDS deposit" verb="Record deposit" form={form} onClose={onClose}>
      <p className="notice">{`${name}, ${monthName(month)}: ${formatInr(payable)} to deposit`}</p>
      <div className="grid-2 keep">
        <AmountField label="Amount" required autoFocus noteOf={willWait} field={field("amount")} />
        <DateField label="Date" required isBooked field={field("date")} />
      </div>
      <AmountField label="Interest in the same challan" field={field("interest")} />
      <div className="grid-2 keep">
        <AccountField required accounts={accounts} field={field("accountId")} />
        <TextField label="Challan (CIN)" field={field("reference")} />
      </div>
    </FormDialog>
  );
}
