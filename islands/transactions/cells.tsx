import type { Transaction, TransactionType } from "../../domain/ledger/transactions.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";

/** `HDFC Current`, or `HDFC Current → Petty Cash` for a transfer. */
export function AccountCell({
  transaction: { accountId, transfer },
}: {
  transaction: Transaction;
}) {
  if (!transfer) return accountId.name;
  return (
    <span className="inline-row gap-4 max-full">
      <span className="truncate">{transfer.fromAccountId.name}</span>
      <Icon className="muted size-13" name="arrow-right" />
      <span className="sr-only"> to </span>
      <span className="truncate">{transfer.toAccountId.name}</span>
    </span>
  );
}

const TYPE_SIGNS: Record<TransactionType, { icon: IconName; className: string }> = {
  Income: { icon: "arrow-down-left", className: "t-type in" },
  Expense: { icon: "arrow-up-right", className: "t-type" },
  Transfer: { icon: "arrow-left-right", className: "t-type" },
};

export function TypeCell({ type }: { type: TransactionType }) {
  return (
    <span className={TYPE_SIGNS[type].className}>
      <span className="key soft">
        <Icon className="size-14" name={TYPE_SIGNS[type].icon} />
        {type}
      </span>
    </span>
  );
}
