import { formatDate } from "../../domain/dates.ts";
import type { Transaction } from "../../domain/transactions.ts";
import { send, sentenceOf } from "../browser/api.ts";
import { Confirm } from "../parts/Modal.tsx";
import { moneyText } from "../parts/Money.tsx";
import { showToast } from "../parts/toasts.ts";
import { useBusy } from "../parts/useBusy.ts";

interface Props {
  transaction: Transaction;
  /** It is gone, or back. */
  onChanged(): void;
  onClose(): void;
}

/** Asks, deletes, and offers to bring back. */
export function DeleteTransaction({ transaction, onChanged, onClose }: Props) {
  const { _id, description, amount, date } = transaction;
  const [isBusy, remove] = useBusy(async () => {
    try {
      await send("DELETE", `/api/transactions/${_id}`);
      onChanged();
      const undo = { label: "Undo", run: () => void bringBack(transaction, onChanged) };
      showToast("success", "Transaction deleted successfully", undo);
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

/** The same entry again, as a new one. */
async function bringBack(transaction: Transaction, onChanged: () => void): Promise<void> {
  const { date, description, amount, notes, type, accountId, categoryId, transfer } = transaction;
  const common = { date, description, amount, notes };
  try {
    if (transfer) {
      const { fromAccountId, toAccountId } = transfer;
      const accounts = { fromAccountId: fromAccountId._id, toAccountId: toAccountId._id };
      await send("POST", "/api/transactions/transfer", { ...common, ...accounts });
    } else {
      const links = { accountId: accountId._id, categoryId: categoryId?._id };
      await send("POST", "/api/transactions", { ...common, type, ...links });
    }
    onChanged();
    showToast("success", "Transaction created successfully");
  } catch (failure) {
    showToast("error", sentenceOf(failure, "Operation failed"));
  }
}
