import { today } from "../../domain/dates.ts";
import { type Account, defaultAccount } from "../../domain/ledger/accounts.ts";
import { type Paise, toPaise } from "../../domain/money.ts";
import { NewStatement, type TdsForm } from "../../domain/tds/statement.ts";
import { AmountField, amountText, readRupees } from "../ui/AmountField.tsx";
import { AccountField } from "../ui/ChoiceField.tsx";
import { DateField } from "../ui/DateField.tsx";
import { TextField } from "../ui/Field.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";

/** A statement being marked as filed, and the fee in rupees if it is late. */
export interface ToFile {
  quarter: string;
  form: TdsForm;
  fee: number;
}

interface Props {
  what: ToFile;
  accounts: Account[];
  onChanged(): void;
  onClose(): void;
}

/** Records that a statement was filed; the fee of a late one is an expense. */
export function StatementForm({ what, accounts, onChanged, onClose }: Props) {
  const { quarter, form: name, fee } = what;
  const form = useAppForm({
    needs: "nothing",
    values: {
      date: today(),
      reference: "",
      fee: fee > 0 ? amountText(toPaise(fee) as Paise) : "",
      accountId: defaultAccount(accounts),
    },
    schema: NewStatement,
    read: ({ fee, ...fields }) => ({ ...fields, quarter, form: name, fee: readRupees(fee) ?? 0 }),
    save: saveTo("/api/tds-statements"),
    onSaved: afterSave(`Form ${name} marked as filed`, { onSaved: onChanged, onClose }),
    otherwise: "Error recording the statement",
    onFailure: onChanged,
  });
  const { field } = form;
  return (
    <FormDialog
      title={`Form ${name}, ${quarter}`}
      verb="Mark as filed"
      form={form}
      onClose={onClose}
    >
      <div className="grid-2 keep">
        <DateField label="Filed on" required isBooked field={field("date")} />
        <TextField label="Token" field={field("reference")} />
      </div>
      <div className="grid-2 keep">
        <AmountField label="Fee" field={field("fee")} />
        <AccountField label="Paid from" accounts={accounts} field={field("accountId")} />
      </div>
    </FormDialog>
  );
}
