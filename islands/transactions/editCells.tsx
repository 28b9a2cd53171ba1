import { lazy, type ReactNode, Suspense } from "react";
import type { Transaction } from "../../domain/ledger/transactions.ts";
import { toPaise } from "../../domain/money.ts";
import { useIsClosed } from "../browser/lock.ts";
import { can } from "../browser/session.ts";
import { AmountField, amountText, readRupees } from "../ui/AmountField.tsx";
import { DateField } from "../ui/DateField.tsx";
import { EditCell } from "../ui/EditCell.tsx";
import { saveTo } from "../ui/useAppForm.ts";
import { toastBooked } from "../ui/waiting.ts";

// Loaded when it is first needed, because a combobox would slow down the list.
const CategoryInput = lazy(() => import("./CategoryInput.tsx"));

interface Props {
  transaction: Transaction;
  /** Called after the change was saved. */
  onChanged(): void;
  children: ReactNode;
}

/** Returns whether a cell can be edited: documents and transfers change theirs, and locked dates stay. */
function useMayEdit({ source, isTransfer, date }: Transaction): boolean {
  return !useIsClosed(date) && !source && !isTransfer && can("enter books");
}

async function save({ transaction, onChanged }: Props, change: object): Promise<void> {
  const answer = await saveTo("/api/transactions", transaction)(change, crypto.randomUUID());
  toastBooked(answer as object, "Transaction updated successfully");
  onChanged();
}

export function EditDate(props: Props) {
  const { transaction, children } = props;
  if (!useMayEdit(transaction)) return children;
  return (
    <EditCell
      column="date"
      value={transaction.date}
      input={(field) => <DateField label="Date" isBooked field={field} />}
      save={(date) => save(props, { date })}
    >
      {children}
    </EditCell>
  );
}

export function EditAmount(props: Props) {
  const { transaction, children } = props;
  if (!useMayEdit(transaction)) return children;
  const paise = toPaise(transaction.amount);
  return (
    <EditCell
      column="amount"
      value={paise === undefined ? "" : amountText(paise)}
      input={(field) => <AmountField label="Amount" field={field} />}
      save={(amount) => save(props, { amount: readRupees(amount) })}
    >
      {children}
    </EditCell>
  );
}

export function EditCategory(props: Props) {
  const { transaction, children } = props;
  if (!useMayEdit(transaction)) return children;
  return (
    <EditCell
      column="category"
      value={transaction.categoryId?._id ?? ""}
      isChoice
      input={(field) => (
        <Suspense fallback={children}>
          <CategoryInput transaction={transaction} field={field} />
        </Suspense>
      )}
      save={(categoryId) => save(props, { categoryId })}
    >
      {children}
    </EditCell>
  );
}
