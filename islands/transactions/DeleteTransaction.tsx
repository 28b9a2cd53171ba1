import { formatDate } from "../../domain/dates.ts";
import type { Transaction } from "../../domain/transactions.ts";
import { send, sentenceOf } from "../browser/api.ts";
import { Confirm } from "../parts/Modal.tsx";
import { moneyText } from "../parts/Money.tsx";
import { showToast } from "../parts/toasts.ts";
import { useBusy } from "../parts/useBusy.ts";

interface Props {
  transaction: Transaction;
  onDeleted(): void;
  onClose(): void;
}

export function DeleteTransaction({ transaction, onDeleted, onClose }: Props) {
  const { _id, description, amount, date } = transaction;
  const [isBusy, remove] = useBusy(async () => {
    try {
      await send("DELETE", `/api/transactions/${_id}`);
      onDeleted();
      showToast("success", "Transaction deleted successfully");
    } catch (failure) {
      showToast("error", sentenceOf(failure, "Failed to delete transaction"));
    }
    onClose();
  });
  return (
    <Confirm
      title="Delete transaction"
      verb="Delete"
      isBusy={isBusy}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>Are you sure you want to delete this transaction?</p>
      <p className="strong">{`${description}, ${moneyText(amount)}, ${formatDate(date)}`}</p>
    </Confirm>
  );
}
