import type { Owed } from "../../domain/documents/upi.ts";
import { type Paise, toDecimal, toPaise } from "../../domain/money.ts";
import { Icon } from "../ui/Icon.tsx";
import { moneyText } from "../ui/Money.tsx";
import type { Paying } from "./PayCard.tsx";

/** The bank details. Each line can be copied if scripts run. */
export function BankCard({ document, amount }: Pick<Paying, "amount"> & { document: Owed }) {
  const { agencyName, bankDetails } = document.supplier;
  const { accountName, accountNo, ifsc } = bankDetails;
  if (!accountNo) return null;
  const rows: [label: string, spoken: string, text: string, copied?: string][] = [
    ["Name", "name", accountName || agencyName],
    ["Account", "account", accountNo],
    ["IFSC", "IFSC", ifsc],
    // Banking apps accept digits without commas.
    ["Amount", "amount", moneyText(amount), toDecimal(toPaise(amount) as Paise)],
    ["Reference", "reference", document.number],
  ];
  return (
    <section className="card pay-bank" aria-labelledby="bank-title">
      <h2 id="bank-title">By bank transfer</h2>
      <dl className="bank-lines mt-4 grid text-13">
        {rows
          .filter(([, , text]) => text)
          .map(([label, spoken, text, copied = text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="row between breaks tabular">
                <span>{text}</span>
                <button
                  className="icon-btn"
                  type="button"
                  hidden
                  data-copy={copied}
                  aria-label={`Copy ${spoken}`}
                >
                  <Icon name="copy" />
                </button>
              </dd>
            </div>
          ))}
      </dl>
      <p className="sr-only" role="status" data-copied />
    </section>
  );
}
