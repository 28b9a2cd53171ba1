import { formatDate } from "../../domain/dates.ts";
import type { Invoice } from "../../domain/documents/invoices.ts";
import { NewApplication } from "../../domain/documents/notes.ts";
import type { VoucherRow } from "../../domain/documents/vouchers.ts";
import { formatInr, type Paise, toPaise } from "../../domain/money.ts";
import { send } from "../browser/api.ts";
import type { Searched } from "../browser/useSearched.ts";
import { AmountField, amountText, readRupees } from "../ui/AmountField.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import { SearchedSelect } from "../ui/SearchedSelect.tsx";
import { useAppForm } from "../ui/useAppForm.ts";

interface Props {
  invoice: Invoice;
  /** The client's advances with a balance, newest first. */
  vouchers: Searched<VoucherRow>;
  onChanged(): void;
  onClose(): void;
}

/** Chooses the advance that settles the invoice, and its amount. */
export function UseForm({ invoice, vouchers, onChanged, onClose }: Props) {
  const most = (id: string) => {
    const held = vouchers.find(id)?.held ?? 0;
    return amountText(toPaise(Math.min(held, invoice.balance)) as Paise);
  };
  const first = vouchers.rows.at(-1)?._id ?? "";
  const form = useAppForm({
    values: { voucherId: first, amount: most(first) },
    schema: NewApplication,
    read: ({ voucherId, amount }) => ({
      voucherId,
      invoiceId: invoice._id,
      amount: readRupees(amount),
    }),
    save: ({ voucherId, ...body }: NewApplication & { voucherId: string }, key) =>
      send("POST", `/api/vouchers/${voucherId}/use`, body, key),
    onSaved: afterSave("Advance used on the invoice", { onSaved: onChanged, onClose }),
    otherwise: "Error using the advance",
    onFailure: onChanged,
  });
  const voucher = form.field("voucherId");
  const choose = (id: string) => {
    voucher.change(id);
    form.change("amount", most(id));
  };
  return (
    <FormDialog title="Use an advance" verb="Use" form={form} onClose={onClose}>
      <p className="notice">{`${invoice.number}, ${formatInr(invoice.balance)} due`}</p>
      <SearchedSelect
        label="Advance"
        required
        noun="advances"
        searched={vouchers}
        text={({ number, date, held }) => `${number}, ${formatDate(date)}, ${formatInr(held)} held`}
        field={{ ...voucher, change: choose }}
      />
      <AmountField label="Amount" required autoFocus field={form.field("amount")} />
    </FormDialog>
  );
}
