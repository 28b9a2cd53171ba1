import { formatDate } from "../../domain/dates.ts";
import type { Transaction } from "../../domain/ledger/transactions.ts";
import { groupIndian } from "../../domain/money.ts";
import { send } from "../browser/api.ts";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { moneyText } from "../ui/Money.tsx";

interface Props {
  transactions: Transaction[];
  /** Called after the deletion. */
  onChanged(): void;
  onClose(): void;
}

/** Confirms, and deletes one or many transactions at once. */
export function DeleteTransactions({ transactions, ...props }: Props) {
  const [one] = transactions;
  const isOne = transactions.length === 1;
  const count = isOne ? "Transaction" : `${groupIndian(transactions.length)} transactions`;
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
