import type { Account } from "../../domain/accounts.ts";
import { formatDate, isCalendarDate } from "../../domain/dates.ts";
import { readRupees } from "../ui/AmountField.tsx";
import { Money } from "../ui/Money.tsx";
import type { Values } from "./values.ts";

interface Props {
  values: Values;
  accounts: Account[];
}

/** The slip as it is being written. */
export function ReceiptPreview({ values, accounts }: Props) {
  const amount = readRupees(values.amount);
  const account = accounts.find(({ _id }) => _id === values.accountId);
  const rows = [
    ["Date", isCalendarDate(values.date) ? formatDate(values.date) : ""],
    ["Client", values.client.name],
    ["Purpose", values.purpose],
    ["Mode", values.mode],
    ["Account", account?.name ?? ""],
  ];
  return (
    <section className="card slip" aria-labelledby="preview">
      <h2 id="preview">Receipt Preview</h2>
      <p className="kpi-value">
        <Money amount={typeof amount === "number" ? amount : 0} big />
      </p>
      <dl className="sums">
        {rows.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="truncate">{text?.trim() || "–"}</dd>
          </div>
        ))}
      </dl>
      <p className="small muted">
        A transaction will be auto-created and a PDF generated when the receipt is created.
      </p>
    </section>
  );
}
