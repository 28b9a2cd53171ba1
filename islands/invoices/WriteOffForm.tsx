import { today } from "../../domain/dates.ts";
import type { Invoice } from "../../domain/documents/invoices.ts";
import { NewWriteOff } from "../../domain/documents/payments.ts";
import { formatInr, type Paise, toPaise } from "../../domain/money.ts";
import { AmountField, amountText, readRupees } from "../ui/AmountField.tsx";
import { DateField } from "../ui/DateField.tsx";
import { TextField } from "../ui/Field.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";

interface Props {
  invoice: Invoice;
  onChanged(): void;
  onClose(): void;
}

export function WriteOffForm({ invoice, onChanged, onClose }: Props) {
  const { _id, invoiceNumber, balance } = invoice;
  const form = useAppForm({
    values: { date: today(), amount: amountText(toPaise(balance) as Paise), reason: "" },
    schema: NewWriteOff,
    read: ({ amount, ...fields }) => ({ ...fields, amount: readRupees(amount) }),
    save: saveTo(`/api/invoices/${_id}/write-off`),
    onSaved: afterSave("Written off", { onSaved: onChanged, onClose }),
    otherwise: "Could not write off the balance",
    onFailure: onChanged,
  });
  return (
    <FormDialog title="Write Off" verb="Write off" form={form} onClose={onClose}>
      <p className="notice">{`${invoiceNumber}, ${formatInr(balance)} due`}</p>
      <div className="grid-2 keep">
        <AmountField label="Amount" required autoFocus field={form.field("amount")} />
        <DateField label="Date" required isBooked field={form.field("date")} />
      </div>
      <TextField
        label="Reason"
        required
        help="Recorded in the audit log. GST is still payable; only a credit note reduces it."
        field={form.field("reason")}
      />
    </FormDialog>
  );
}
