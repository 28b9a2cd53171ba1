import { formatDate } from "../../domain/dates.ts";
import type { Invoice } from "../../domain/documents/invoices.ts";
import { NewApplication } from "../../domain/documents/notes.ts";
import type { VoucherRow } from "../../domain/documents/vouchers.ts";
import { formatInr } from "../../domain/money.ts";
import { send } from "../browser/api.ts";
import type { Searched } from "../browser/useSearched.ts";
import { SettleForm } from "../notes/SettleForm.tsx";

interface Props {
  invoice: Invoice;
  /** The client's advances with a balance, newest first. */
  vouchers: Searched<VoucherRow>;
  onChanged(): void;
  onClose(): void;
}

/** Chooses the advance that settles the invoice, and its amount. */
export function UseForm({ invoice, vouchers, ...on }: Props) {
  const { _id: invoiceId, number, balance } = invoice;
  return (
    <SettleForm
      {...on}
      title="Use an advance"
      verb="Use"
      notice={`${number}, ${formatInr(balance)} due`}
      name="voucherId"
      label="Advance"
      noun="advances"
      searched={vouchers}
      first={vouchers.rows.at(-1)}
      text={({ number, date, held }) => `${number}, ${formatDate(date)}, ${formatInr(held)} held`}
      most={({ held }) => Math.min(held, balance)}
      schema={NewApplication}
      more={{ invoiceId }}
      save={({ voucherId, ...body }: NewApplication & { voucherId: string }, key) =>
        send("POST", `/api/vouchers/${voucherId}/use`, body, key)
      }
      done="Advance used on the invoice"
      otherwise="Error using the advance"
    />
  );
}
