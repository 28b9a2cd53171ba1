import { formatDate } from "../../domain/dates.ts";
import type { InvoiceRow } from "../../domain/documents/invoices.ts";
import { NewApplication } from "../../domain/documents/notes.ts";
import { formatInr } from "../../domain/money.ts";
import type { Searched } from "../browser/useSearched.ts";
import { saveTo } from "../ui/useAppForm.ts";
import type { Holder } from "./holder.ts";
import { SettleForm } from "./SettleForm.tsx";

interface Props {
  holder: Holder & { folder: keyof typeof WORDS };
  /** The client's unsettled invoices, oldest first. */
  invoices: Searched<InvoiceRow>;
  onChanged(): void;
  onClose(): void;
}

const WORDS = {
  notes: {
    call: "apply",
    texts: {
      title: "Apply to an invoice",
      verb: "Apply",
      done: "Credit applied to the invoice",
    },
  },
  vouchers: {
    call: "use",
    texts: { title: "Use on an invoice", verb: "Use", done: "Advance used on the invoice" },
  },
};

/** Settles an invoice with a credit, in full or in part. */
export function ApplyForm({ holder, invoices, ...on }: Props) {
  const { _id, folder, number, held, clientId } = holder;
  const { call, texts } = WORDS[folder];
  return (
    <SettleForm
      {...texts}
      {...on}
      notice={`${number}, ${formatInr(held)} held`}
      none={`${clientId.displayName} has no unpaid invoices.`}
      name="invoiceId"
      label="Invoice"
      noun="invoices"
      searched={invoices}
      first={invoices.rows[0]}
      text={({ number, date, balance }) =>
        `${number}, ${formatDate(date)}, ${formatInr(balance)} due`
      }
      most={({ balance }) => Math.min(held, balance)}
      schema={NewApplication}
      save={saveTo(`/api/${folder}/${_id}/${call}`)}
      otherwise="Error applying the credit"
    />
  );
}
