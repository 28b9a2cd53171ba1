import { today } from "../../domain/dates.ts";
import { NewTransfer } from "../../domain/ledger/transactions.ts";
import { AmountField, readRupees } from "../ui/AmountField.tsx";
import { AccountField } from "../ui/ChoiceField.tsx";
import { DateField } from "../ui/DateField.tsx";
import { NotesField, TextField } from "../ui/Field.tsx";
import { FormDialog } from "../ui/FormDialog.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import { describePrinted } from "../ui/Warning.tsx";
import { toastBooked, useWillWait } from "../ui/waiting.ts";
import type { DialogProps } from "./dialogs.ts";

export function TransferDialog({ accounts, sources, onSaved, onClose }: DialogProps) {
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
    onSaved: (answer: { message?: string }) => {
      onSaved();
      toastBooked(answer, answer.message || "Transfer completed successfully");
      onClose();
    },
    otherwise: "Transfer failed",
  });
  const { field, values } = form;
  const willWait = useWillWait();
  const [description, notes] = [field("description"), field("notes")];
  const account = {
    accounts,
    required: true,
    source: sources.accounts,
    onMade: onSaved,
  };
  return (
    <FormDialog title="Transfer Funds" verb="Transfer" form={form} onClose={onClose}>
      <div className="grid-2 keep">
        <DateField label="Date" required isBooked field={field("date")} />
        <AmountField label="Amount" required autoFocus noteOf={willWait} field={field("amount")} />
      </div>
      <div className="grid-2 keep">
        <AccountField {...account} label="From account" field={field("fromAccountId")} />
        <AccountField
          {...account}
          label="To account"
          // The account that the money comes from.
          barred={values.fromAccountId}
          field={field("toAccountId")}
        />
      </div>
      <TextField
        label="Description"
        required
        help={describePrinted(description)}
        field={description}
      />
      <NotesField label="Notes" help={describePrinted(notes)} field={notes} />
    </FormDialog>
  );
}
