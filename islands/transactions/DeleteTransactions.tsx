import { formatDate } from "../../domain/dates.ts";
import type { Transaction } from "../../domain/ledger/transactions.ts";
import { groupIndian } from "../../domain/money.ts";
import { send } from "../browser/api.ts";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { moneyText } from "../ui/Money.tsx";

interface Props {
  transactions: Transaction[];
  /** They are gone, or back. */
  onChanged(): void;
  onClose(): void;
}

/** Asks, deletes one or many at once, and offers to bring them back, as new ones. */
export function DeleteTransactions({ transactions, ...props }: Props) {
  const [one] = transactions;
  const isOne = transactions.length === 1;
  const count = isOne ? "Transaction" : `${groupIndian(transactions.length)} transactions`;
  // A key for the one time that they are brought back: a second answer to it changes nothing.
  const key = crypto.randomUUID();
  return (
    <ConfirmDelete
      {...props}
      title={isOne ? "Delete transaction" : `Delete ${count}`}
      run={() =>
        isOne
          ? send("DELETE", `/api/transactions/${one?._id}`)
          : send("POST", "/api/transactions/delete", { ids: transactions.map(({ _id }) => _id) })
      }
      success={`${count} deleted successfully`}
      otherwise={isOne ? "Failed to delete transaction" : "Failed to delete transactions"}
      onUndo={() => send("POST", "/api/transactions/batch", anew(transactions), key)}
      undone={`${count} restored`}
    >
      {isOne && one ? (
        <>
          <p>Are you sure you want to delete this transaction?</p>
          <p className="strong">
            {`${one.description}, ${moneyText(one.amount)}, ${formatDate(one.date)}`}
          </p>
        </>
      ) : (
        <p>{`Are you sure you want to delete these ${count}?`}</p>
      )}
    </ConfirmDelete>
  );
}

/** The same entries as the API takes them. */
function anew(all: Transaction[]) {
  const common = ({ date, description, amount, notes }: Transaction) => ({
    ...{ date, description, amount, notes },
  });
  const entries = all.filter(({ isTransfer }) => !isTransfer);
  return {
    transactions: entries.map((entry) => ({
      ...common(entry),
      type: entry.type,
      accountId: entry.accountId._id,
      categoryId: entry.categoryId?._id,
    })),
    transfers: all.flatMap((entry) =>
      entry.transfer
        ? {
            ...common(entry),
            fromAccountId: entry.transfer.fromAccountId._id,
            toAccountId: entry.transfer.toAccountId._id,
          }
        : [],
    ),
  };
}
