import { type ReactNode, useEffect, useState } from "react";
import { formatMoment } from "../../domain/dates.ts";
import type { Receipt } from "../../domain/receipts.ts";
import { Failure, get, sentenceOf } from "../browser/api.ts";
import { can } from "../browser/session.ts";
import { showToastAfterNavigation } from "../browser/toasts.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { savePdf } from "../ui/downloads.ts";
import { Icon } from "../ui/Icon.tsx";
import { Money } from "../ui/Money.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { DeleteReceipt, pdfOf } from "./DeleteReceipt.tsx";

/** One receipt, by the id that its address ends with. */
export default function ReceiptDetail() {
  const { receipt, isMissing } = useReceipt();
  const [isDoomed, setDoomed] = useState(false);
  const [isSaving, save] = useBusy(() => (receipt ? savePdf(pdfOf(receipt)) : Promise.resolve()));
  if (isMissing) return <Missing />;
  return (
    <>
      <p className="crumb">
        <Icon name="arrow-left" />
        <a href="/receipts">Receipts</a>
      </p>
      <div className="page-head">
        <div className="page-title">
          <h1>Receipt Details</h1>
          <span className="page-sub doc">{receipt?.receiptNumber}</span>
        </div>
        <div className="actions">
          {receipt && can("delete receipts") && (
            <Button
              look="quiet"
              icon="trash-2"
              label="Delete"
              className="is-danger"
              onClick={() => setDoomed(true)}
            />
          )}
          <Button
            look="primary"
            icon="download"
            label="Download PDF"
            isBusy={isSaving}
            disabled={!receipt}
            onClick={save}
          />
        </div>
      </div>
      {receipt ? (
        <ReceiptParts receipt={receipt} />
      ) : (
        <section className="panel empty" aria-label="Receipt" aria-busy="true">
          <p role="status">Loading receipt...</p>
        </section>
      )}
      {receipt && isDoomed && (
        <DeleteReceipt
          receipt={receipt}
          onChanged={() => goToReceipts("success", "Receipt deleted successfully")}
          onClose={() => setDoomed(false)}
        />
      )}
    </>
  );
}

/** One that could not be loaded leads back to the list (specification, section 8). */
function useReceipt() {
  const [state, setState] = useState<{ receipt?: Receipt; isMissing?: true }>({});
  useEffect(() => {
    const id = location.pathname.split("/").at(-1);
    get<{ receipt: Receipt }>(`/api/receipts/${id}`).then(setState, (failure) => {
      if (failure instanceof Failure && failure.status === 404) setState({ isMissing: true });
      else goToReceipts("error", sentenceOf(failure, "Failed to load receipt"));
    });
  }, []);
  return state;
}

function goToReceipts(type: "success" | "error", text: string): void {
  showToastAfterNavigation(type, text);
  location.href = "/receipts";
}

function Missing() {
  return (
    <section className="panel empty" aria-labelledby="missing">
      <Icon name="receipt-indian-rupee" />
      <h1 id="missing">Receipt not found</h1>
      <LinkButton label="Go to Receipts" href="/receipts" />
    </section>
  );
}

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
            <LinkButton label="View Transactions" href="/transactions" />
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
