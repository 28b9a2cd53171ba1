import type { ReactNode } from "react";
import { formatMoment } from "../../domain/dates.ts";
import type { Receipt } from "../../domain/receipts.ts";
import { Money } from "../ui/Money.tsx";

/** Every section of the details; what a receipt does not hold is left out. */
export function ReceiptParts({ receipt }: { receipt: Receipt }) {
  const { client, accountId, metadataSnapshot, createdBy } = receipt;
  return (
    <div className="form-cols receipt-detail">
      <div className="panel">
        <section className="section receipt-top" aria-label="Amount">
          <p className="receipt-amount">
            <Money amount={receipt.amount} big />
          </p>
          <p className="doc strong">{receipt.receiptNumber}</p>
          <p className="soft">{longDate(receipt.date)}</p>
        </section>
        <div className="receipt-cols">
          <Part title="Received From">
            <Facts
              facts={[
                ["Name", client.name],
                ["Phone", client.phone],
                ["Email", client.email],
                ["Address", client.address],
              ]}
            />
          </Part>
          <Part title="Payment Details">
            <Facts
              facts={[
                ["Purpose", receipt.purpose],
                ["Mode", receipt.mode],
                ["Reference", receipt.reference],
                ["Account", `${accountId.name} (${accountId.type})`],
              ]}
            />
          </Part>
        </div>
        {receipt.notes && (
          <Part title="Notes">
            <p className="receipt-lines">{receipt.notes}</p>
          </Part>
        )}
      </div>
      <div className="panel">
        {receipt.transactionId && (
          <Part title="Linked Transaction">
            <p className="soft receipt-linked">
              The income of this receipt is among the transactions.
            </p>
            <a className="btn" href="/transactions">
              View Transactions
            </a>
          </Part>
        )}
        <Part title="Additional Information">
          <Facts
            facts={[
              ["Created By", createdBy.fullName],
              ["Created At", formatMoment(receipt.createdAt)],
              ["Agency", metadataSnapshot.agencyName],
              ["GSTIN", metadataSnapshot.gstin],
            ]}
          />
        </Part>
      </div>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = `part-${title.replaceAll(" ", "-").toLowerCase()}`;
  return (
    <section className="section" aria-labelledby={id}>
      <h2 className="section-head" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

function Facts({ facts }: { facts: [name: string, text: string][] }) {
  return (
    <dl className="receipt-facts">
      {facts
        .filter(([, text]) => text)
        .map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="receipt-lines">{text}</dd>
          </div>
        ))}
    </dl>
  );
}

const LONG = new Intl.DateTimeFormat("en-IN", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** `Saturday, 21 November 2026`. */
const longDate = (date: string) => LONG.format(new Date(`${date}T00:00:00Z`));
