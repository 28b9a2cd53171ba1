import { useState } from "react";
import type { Account } from "../../domain/accounts.ts";
import type { Receipt } from "../../domain/receipts.ts";
import { sentenceOf } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { PageTitle } from "../ui/Allowed.tsx";
import { Icon } from "../ui/Icon.tsx";
import { savePdf } from "../ui/savePdf.ts";
import { showToast } from "../ui/toasts.ts";
import { useBusy } from "../ui/useBusy.ts";
import { pdfOf } from "./pdfOf.ts";
import { ReceiptForm } from "./ReceiptForm.tsx";

/** Takes down who paid what for what, and hands over the receipt. */
export default function NewReceipt() {
  const [made, setMade] = useState<Receipt>();
  const accounts = useFetch<{ accounts: Account[] }>("/api/accounts", (failure) =>
    showToast("error", sentenceOf(failure, "Failed to load accounts")),
  );
  if (made) return <ReceiptMade receipt={made} onAnother={() => setMade(undefined)} />;
  return (
    <>
      <PageTitle title="New Receipt" />
      {accounts.data || accounts.failure ? (
        <ReceiptForm
          accounts={accounts.data?.accounts.filter(({ isActive }) => isActive) ?? []}
          onMade={(receipt) => {
            setMade(receipt);
            showToast("success", "Receipt created successfully!");
          }}
        />
      ) : (
        <section className="panel empty" aria-label="Receipt" aria-busy="true">
          <p role="status">Loading...</p>
        </section>
      )}
    </>
  );
}

function ReceiptMade({ receipt, onAnother }: { receipt: Receipt; onAnother(): void }) {
  const [isSaving, save] = useBusy(() => savePdf(pdfOf(receipt)));
  return (
    <section className="panel empty receipt-made" aria-labelledby="made">
      <span className="pos">
        <Icon name="circle-check" />
      </span>
      <h1 id="made">Receipt Created Successfully!</h1>
      <p className="doc strong">{receipt.receiptNumber}</p>
      <p role="status">Your receipt has been generated and the transaction has been recorded.</p>
      <div className="actions">
        <button
          // The next thing that is wanted is the paper.
          ref={(button) => button?.focus()}
          className="btn btn-primary"
          type="button"
          aria-busy={isSaving}
          onClick={save}
        >
          <Icon name="download" />
          Download PDF
        </button>
        <a className="btn" href={`/receipts/${receipt._id}`}>
          View Receipt
        </a>
        <button className="btn" type="button" onClick={onAnother}>
          Create Another
        </button>
      </div>
    </section>
  );
}
