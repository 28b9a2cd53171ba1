import type { Account } from "../../domain/accounts.ts";
import { today } from "../../domain/dates.ts";
import { NewTransfer } from "../../domain/transactions.ts";
import { showToast } from "../browser/toasts.ts";
import { AmountField, readRupees } from "../ui/AmountField.tsx";
import { DateField } from "../ui/DateField.tsx";
import { type FormField, NotesField, SelectField, TextField } from "../ui/Field.tsx";
import { FormDialog } from "../ui/FormDialog.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import type { DialogProps } from "./dialogs.ts";

/** Money from one account to another. */
export function TransferDialog({ accounts, onSaved, onClose }: DialogProps) {
  const form = useAppForm({
    values: {
      date: today(),
      fromAccountId: "",
      toAccountId: "",
      amount: "",
      description: "",
      notes: "",
    },
    schema: NewTransfer,
    read: (values) => ({ ...values, amount: readRupees(values.amount) }),
    draft: { noun: "transfer" },
    save: saveTo("/api/transactions/transfer"),
    onSaved: ({ message }: { message?: string }) => {
      onSaved();
      showToast("success", message || "Transfer completed successfully");
      onClose();
    },
    otherwise: "Transfer failed",
  });
  const { field, values } = form;
  return (
    <FormDialog title="Transfer Funds" verb="Transfer" form={form} onClose={onClose}>
      <div className="grid-2 keep">
        <DateField label="Date" required field={field("date")} />
        <AmountField label="Amount" required autoFocus field={field("amount")} />
      </div>
      <div className="grid-2 keep">
        <AccountField label="From account" accounts={accounts} field={field("fromAccountId")} />
        <AccountField
          label="To account"
          accounts={accounts}
          field={field("toAccountId")}
          without={values.fromAccountId}
        />
      </div>
      <TextField label="Description" required autoComplete="off" field={field("description")} />
      <NotesField label="Notes" field={field("notes")} />
    </FormDialog>
  );
}

interface AccountFieldProps {
  label: string;
  accounts: Account[];
  field: FormField;
  /** Shown, but not to be chosen: the money comes from there. */
  without?: string;
}

function AccountField({ label, accounts, field, without }: AccountFieldProps) {
  return (
    <SelectField label={label} required field={field}>
      <option value="">Choose...</option>
      {accounts
        .filter(({ isActive }) => isActive)
        .map(({ _id, name, type }) => (
          <option key={_id} value={_id} disabled={_id === without}>
            {`${name} (${type})`}
          </option>
        ))}
    </SelectField>
  );
}
