import type { ReceiptPaid } from "../../domain/documents/receipts.ts";
import { failureText, send } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { moneyText } from "../ui/Money.tsx";
import { Section } from "../ui/Page.tsx";
import { useBusy } from "../ui/useBusy.ts";

/** The invoice that a receipt pays, or a question whether it pays the invoice it resembles. */
export function Paid({ receiptId }: { receiptId: string }) {
  const url = `/api/receipts/${receiptId}/payment`;
  const { data, reload } = useFetch<ReceiptPaid>(url);
  const saveInvoice = async (invoiceId: string, success: string) => {
    try {
      await send("PUT", url, { invoiceId });
      showToast("success", success);
    } catch (failure) {
      showToast("error", failureText(failure, "Failed to settle the invoice"));
    }
    reload();
  };
  const { paid, likely } = data ?? {};
  const [isSettling, settle] = useBusy(() =>
    saveInvoice(likely?._id ?? "", `The receipt pays ${likely?.number}`),
  );
  const [isLeaving, leave] = useBusy(() => saveInvoice("", "Kept as a separate receipt"));
  if (paid) {
    return (
      <Section title="Pays">
        <a className="doc" href={`/invoices/${paid._id}`}>
          {paid.number}
        </a>
      </Section>
    );
  }
  if (!likely) return null;
  const { _id, number, client, balance, tdsAmount } = likely;
  const deducted = tdsAmount > 0 ? ` with ${moneyText(tdsAmount)} of TDS deducted` : "";
  return (
    <Section title="Looks like a payment">
      <p className="mb-8 soft">
        {"For "}
        <a className="doc" href={`/invoices/${_id}`}>
          {number}
        </a>
        {`, ${client}, which has ${moneyText(balance)} outstanding${deducted}. `}
        Its income is recorded only once.
      </p>
      <div className="actions">
        <Button
          needs="enter books"
          label={`Settle ${number}`}
          isBusy={isSettling}
          onClick={settle}
        />
        <Button
          needs="enter books"
          look="quiet"
          label="Not for an invoice"
          isBusy={isLeaving}
          onClick={leave}
        />
      </div>
    </Section>
  );
}
