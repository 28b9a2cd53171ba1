import type { ReactNode } from "react";
import { nearestPaise, type Paise, toRupees } from "../../domain/money.ts";
import { monthName } from "../../domain/months.ts";
import type { BillCredit } from "../../domain/purchases/creditStates.ts";
import { HEADS, type Head } from "../../domain/purchases/inward.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { moneyText } from "../ui/Money.tsx";

const sumOf = (taxes: Record<Head, number>) =>
  moneyText(toRupees(HEADS.reduce((sum, head) => sum + nearestPaise(taxes[head]), 0) as Paise));

/** Names the ledger that the credit is in, and what is still possible. */
export function CreditSentence({ credit }: { credit: BillCredit }) {
  const [icon, text] = sentenceOf(credit);
  return (
    <p className="input-tax-say">
      <Icon name={icon} />
      <span>{text}</span>
    </p>
  );
}

function sentenceOf(credit: BillCredit): [IconName, ReactNode] {
  const { toClaim, twoB, reversedIn, lastReturn, state } = credit;
  const amount = sumOf(toClaim);
  const until = `Last return that can claim it: ${monthName(lastReturn)}.`;
  const isIn = (ledger: string, rest: string) => (
    <>
      {`${amount} is in the ledger `}
      <b>{ledger}</b>
      {`. ${rest}`}
    </>
  );
  const back = `Given back in GSTR-3B of ${monthName(reversedIn)}`;
  switch (state) {
    case "WAITS":
      return ["clock", isIn("Input not yet in GSTR-2B", until)];
    case "READY":
      return ["info", isIn("Input", until)];
    case "DIFFERS":
      return [
        "triangle-alert",
        `2B has ${sumOf(twoB ?? toClaim)}, the bill has ${amount}. Only what 2B has can be claimed.`,
      ];
    case "REVERSED":
      return ["info", isIn("Input reversed", `${back}. It comes back when you pay.`)];
    case "NOT_FILED":
      return [
        "info",
        isIn("Input reversed", `${back} (Rule 37A). It comes back when the vendor files GSTR-3B.`),
      ];
    case "NONE":
      return [
        "info",
        "Blocked under s. 17(5), composition vendor, no GST, or another State’s CGST and SGST. " +
          "The tax is part of the cost.",
      ];
    case "TOO_LATE":
      return [
        "circle-alert",
        `Not claimed by the return of ${monthName(lastReturn)} (s. 16(4)). The tax is now cost.`,
      ];
    default:
      return ["circle-check", isIn("Input", "")];
  }
}
