import { formatDate } from "../../domain/dates.ts";
import type { InvoiceRow } from "../../domain/documents/invoices.ts";
import { NewApplication } from "../../domain/documents/notes.ts";
import { formatInr, type Paise, toPaise } from "../../domain/money.ts";
import type { Searched } from "../browser/useSearched.ts";
import { AmountField, amountText, readRupees } from "../ui/AmountField.tsx";
import { Button } from "../ui/Button.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import { Modal } from "../ui/Modal.tsx";
import { SearchedSelect } from "../ui/SearchedSelect.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import type { Holder } from "./holder.ts";

interface Props {
  holder: Holder & { folder: keyof typeof WORDS };
  /** The client's unsettled invoices, oldest first. */
  invoices: Searched<InvoiceRow>;
  onChanged(): void;
  onClose(): void;
}

const WORDS = {
  notes: {
    title: "Apply to an invoice",
    verb: "Apply",
    call: "apply",
    done: "Credit applied to the invoice",
  },
  vouchers: {
    title: "Use on an invoice",
    verb: "Use",
    call: "use",
    done: "Advance used on the invoice",
  },
};

/** Settles an invoice with a credit, in full or in part. */
export function ApplyForm(props: Props) {
  const { holder, invoices, onClose } = props;
  if (invoices.total > 0) return <Form {...props} />;
  return (
    <Modal title={WORDS[holder.folder].title} onClose={onClose}>
      <div className="modal-body">
        <p className="notice">{`${holder.clientId.displayName} has no unpaid invoices.`}</p>
      </div>
      <div className="modal-foot">
        <Button label="Close" onClick={onClose} />
      </div>
    </Modal>
  );
}

function Form({ holder, invoices, onChanged, onClose }: Props) {
  const { _id, folder, number, held } = holder;
  const { title, verb, call, done } = WORDS[folder];
  const most = (id: string) => {
    const balance = invoices.find(id)?.balance ?? 0;
    return amountText(toPaise(Math.min(held, balance)) as Paise);
  };
  const first = invoices.rows[0]?._id ?? "";
  const form = useAppForm({
    values: { invoiceId: first, amount: most(first) },
    schema: NewApplication,
    read: ({ invoiceId, amount }) => ({ invoiceId, amount: readRupees(amount) }),
    save: saveTo(`/api/${folder}/${_id}/${call}`),
    onSaved: afterSave(done, { onSaved: onChanged, onClose }),
    otherwise: "Error applying the credit",
    onFailure: onChanged,
  });
  const invoice = form.field("invoiceId");
  const choose = (id: string) => {
    invoice.change(id);
    form.change("amount", most(id));
  };
  return (
    <FormDialog title={title} verb={verb} form={form} onClose={onClose}>
      <p className="notice">{`${number}, ${formatInr(held)} held`}</p>
      <SearchedSelect
        label="Invoice"
        required
        noun="invoices"
        searched={invoices}
        text={({ invoiceNumber, date, balance }) =>
          `${invoiceNumber}, ${formatDate(date)}, ${formatInr(balance)} due`
        }
        field={{ ...invoice, change: choose }}
      />
      <AmountField label="Amount" required autoFocus field={form.field("amount")} />
    </FormDialog>
  );
}
