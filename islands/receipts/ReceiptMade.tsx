import type { Receipt } from "../../domain/documents/receipts.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { saveReceipt } from "./actions.tsx";

/** Shown once a receipt has been created. */
export function ReceiptMade({ receipt, onAnother }: { receipt: Receipt; onAnother(): void }) {
  const [isSaving, save] = useBusy(() => saveReceipt(receipt));
  return (
    <section className="panel empty receipt-made" aria-labelledby="made">
      <span className="pos">
        <Icon name="circle-check" />
      </span>
      <h1 className="ink" id="made">
        Receipt Created Successfully!
      </h1>
      <p className="doc strong">{receipt.receiptNumber}</p>
      <p role="status">Your receipt has been generated and the transaction has been recorded.</p>
      <div className="actions mt-12">
        <Button
          look="primary"
          icon="download"
          label="Download PDF"
          isBusy={isSaving}
          // The PDF is the most common next action.
          ref={(button) => button?.focus()}
          onClick={save}
        />
        <LinkButton label="View Receipt" href={`/receipts/${receipt._id}`} />
        <Button label="Create Another" onClick={onAnother} />
      </div>
    </section>
  );
}
