import { type Paise, toRupees } from "../../domain/money.ts";
import { Money } from "../ui/Money.tsx";

/** A figure as it is being written; one that no invoice can hold is not exact, and not shown. */
export function Figure({ amount }: { amount: Paise }) {
  if (!Number.isSafeInteger(amount)) return "–";
  return <Money amount={toRupees(amount)} />;
}
