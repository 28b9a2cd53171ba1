import { useEffect, useState } from "react";
import type { Receipt } from "../../domain/receipts.ts";
import { Failure, get, sentenceOf } from "../browser/api.ts";
import { can } from "../browser/session.ts";
import { Icon } from "../ui/Icon.tsx";
import { savePdf } from "../ui/savePdf.ts";
import { showToastAfterNavigation } from "../ui/toasts.ts";
import { useBusy } from "../ui/useBusy.ts";
import { DeleteReceipt } from "./DeleteReceipt.tsx";
import { pdfOf } from "./pdfOf.ts";
import { ReceiptParts } from "./ReceiptParts.tsx";

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
            <button
              className="btn btn-quiet is-danger"
              type="button"
              onClick={() => setDoomed(true)}
            >
              <Icon name="trash-2" />
              Delete
            </button>
          )}
          <button
            className="btn btn-primary"
            type="button"
            disabled={!receipt}
            aria-busy={isSaving}
            onClick={save}
          >
            <Icon name="download" />
            Download PDF
          </button>
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
      <a className="btn" href="/receipts">
        Go to Receipts
      </a>
    </section>
  );
}
