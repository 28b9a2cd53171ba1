import type { ReactNode } from "react";
import { formatDate } from "../../domain/dates.ts";
import type { Invoice } from "../../domain/invoices.ts";
import type { Payment } from "../../domain/payments.ts";
import { send, sentenceOf } from "../browser/api.ts";
import { Confirm } from "../ui/Modal.tsx";
import { moneyText } from "../ui/Money.tsx";
import { showToast } from "../ui/toasts.ts";
import { useBusy } from "../ui/useBusy.ts";

interface Props {
  onDone(): void;
  onClose(): void;
}

/** There is no Undo: the number is spent. */
export function CancelInvoice({ invoice, ...props }: Props & { invoice: Invoice }) {
  const { _id, invoiceNumber, clientId, grandTotal } = invoice;
  return (
    <Asked
      {...props}
      title="Cancel Invoice"
      verb="Cancel invoice"
      run={() => send("POST", `/api/invoices/${_id}/cancel`, {})}
      success="Invoice cancelled"
      otherwise="Error cancelling invoice"
    >
      <p>Are you sure you want to cancel this invoice?</p>
      <p className="strong">
        {`${invoiceNumber}, ${clientId.displayName}, ${moneyText(grandTotal)}`}
      </p>
      <p>This cannot be undone, and the number is not given again.</p>
    </Asked>
  );
}

/** What it booked goes with it. */
export function DeletePayment({ payment, ...props }: Props & { payment: Payment }) {
  const { _id, date, mode, amount, account } = payment;
  return (
    <Asked
      {...props}
      title="Delete Payment"
      verb="Delete"
      run={() => send("DELETE", `/api/payments/${_id}`)}
      success="Payment deleted successfully"
      otherwise="Error deleting payment"
    >
      <p>Are you sure you want to delete this payment?</p>
      <p className="strong">{`${moneyText(amount)}, ${mode}, ${formatDate(date)}`}</p>
      <p>{`Its income in ${account.name} is deleted with it.`}</p>
    </Asked>
  );
}

interface AskedProps extends Props {
  title: string;
  verb: string;
  run(): Promise<unknown>;
  success: string;
  otherwise: string;
  children: ReactNode;
}

/** Whatever comes of it, what is shown is asked for anew: a refusal means that it was out of date. */
function Asked({ run, success, otherwise, onDone, onClose, ...question }: AskedProps) {
  const [isBusy, start] = useBusy(async () => {
    try {
      await run();
      showToast("success", success);
    } catch (failure) {
      showToast("error", sentenceOf(failure, otherwise));
    }
    onDone();
    onClose();
  });
  return <Confirm {...question} isBusy={isBusy} onConfirm={start} onClose={onClose} />;
}
