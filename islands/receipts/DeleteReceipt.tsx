import type { Receipt } from "../../domain/receipts.ts";
import { send, sentenceOf } from "../browser/api.ts";
import { Confirm } from "../parts/Modal.tsx";
import { moneyText } from "../parts/Money.tsx";
import { showToast } from "../parts/toasts.ts";
import { useBusy } from "../parts/useBusy.ts";

interface Props {
  receipt: Receipt;
  onDeleted(): void;
  onClose(): void;
}

/** There is no Undo: the number is spent. */
export function DeleteReceipt({ receipt, onDeleted, onClose }: Props) {
  const { _id, receiptNumber, client, amount } = receipt;
  const [isBusy, remove] = useBusy(async () => {
    try {
      await send("DELETE", `/api/receipts/${_id}`);
      onDeleted();
    } catch (failure) {
      showToast("error", sentenceOf(failure, "Failed to delete receipt"));
    }
    onClose();
  });
  return (
    <Confirm
      title="Delete Receipt"
      verb="Delete"
      isBusy={isBusy}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        The linked transaction is also deleted. This cannot be undone, and the number is not given
        again.
      </p>
      <p className="strong">{`${receiptNumber}, ${client.name}, ${moneyText(amount)}`}</p>
    </Confirm>
  );
}
