import { today } from "../../domain/dates.ts";
import { NewRefund } from "../../domain/documents/notes.ts";
import { PAYMENT_MODES } from "../../domain/documents/payments.ts";
import { type Account, defaultAccount } from "../../domain/ledger/accounts.ts";
import { formatInr, type Paise, toPaise } from "../../domain/money.ts";
import { AmountField, amountText, readRupees } from "../ui/AmountField.tsx";
import { AccountField } from "../ui/ChoiceField.tsx";
import { DateField } from "../ui/DateField.tsx";
import { SelectField, TextField } from "../ui/Field.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import type { Holder } from "./holder.ts";

interface Props {
  holder: Holder;
  accounts: Account[];
  onChanged(): void;
  onClose(): void;
}

/** Refunds a credit in full or in part, as an expense. */
export function RefundForm({ holder, accounts, onChanged, onClose }: Props) {
  const { _id, folder, number, held, clientId } = holder;
  const form = useAppForm({
    values: {
      date: today(),
      amount: amountText(toPaise(held) as Paise),
      mode: "Bank Transfer",
      accountId: defaultAccount(accounts),
      reference: "",
    },
    schema: NewRefund,
    read: ({ amount, ...fields }) => ({ ...fields, amount: readRupees(amount) }),
    draft: { noun: "refund", of: _id },
    save: saveTo(`/api/${folder}/${_id}/refund`),
    onSaved: afterSave("Refund recorded", { onSaved: onChanged, onClose }),
    otherwise: "Error recording refund",
    onFailure: onChanged,
  });
  const { field } = form;
  return (
    <FormDialog title="Refund" verb="Record refund" form={form} onClose={onClose}>
      <p className="notice">{`${number}, ${formatInr(held)} held for ${clientId.displayName}`}</p>
      <div className="grid-2 keep">
        <AmountField label="Amount" required autoFocus field={field("amount")} />
        <DateField label="Date" required isBooked field={field("date")} />
      </div>
      <div className="grid-2 keep">
        <SelectField label="Mode" required options={PAYMENT_MODES} field={field("mode")} />
        <AccountField required accounts={accounts} field={field("accountId")} />
      </div>
      <TextField label="Reference" field={field("reference")} />
    </FormDialog>
  );
}
