import type { ReactNode } from "react";
import { type Paise, roundToPaise, toRupees } from "../../domain/money.ts";
import { monthName } from "../../domain/months.ts";
import type { BillCredit } from "../../domain/purchases/creditStates.ts";
import { HEADS, type Head } from "../../domain/purchases/inward.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { moneyText } from "../ui/Money.tsx";

const formatTaxSum = (taxes: Record<Head, number>) =>
  moneyText(toRupees(HEADS.reduce((sum, head) => sum + roundToPaise(taxes[head]), 0) as Paise));

/** Names the ledger that the credit is in, and the actions still possible. */
export function CreditSentence({ credit }: { credit: BillCredit }) {
  const [icon, text] = describeCredit(credit);
  return (
    <p className="input-tax-say flex items-start gap-8 soft">
      <Icon name={icon} />
      <span>{text}</span>
    </p>
  );
}

function describeCredit(credit: BillCredit): [IconName, ReactNode] {
  const { toClaim, twoB, reversedIn, lastReturn, state } = credit;
  const amount = formatTaxSum(toClaim);
  const until = `Claim it no later than the return for ${monthName(lastReturn)}.`;
  const renderLedger = (ledger: string, rest: string) => (
    <>
      {`${amount} is in the ledger `}
      <b>{ledger}</b>
      {`. ${rest}`}
    </>
  );
  const back = `Reversed in GSTR-3B for ${monthName(reversedIn)}`;
  switch (state) {
    case "WAITS":
      return ["clock", renderLedger("Input not yet in GSTR-2B", until)];
    case "READY":
      return ["info", renderLedger("Input", until)];
    case "DIFFERS":
      return [
        "triangle-alert",
        `GSTR-2B shows ${formatTaxSum(twoB ?? toClaim)}, the bill ${amount}. ` +
          "You can claim only the amount in GSTR-2B.",
      ];
    case "REVERSED":
      return ["info", renderLedger("Input reversed", `${back}. You can reclaim it when you pay.`)];
    case "NOT_FILED":
      return [
        "info",
        renderLedger(
          "Input reversed",
          `${back} (Rule 37A). You can reclaim it when the vendor files GSTR-3B.`,
        ),
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
        `Not claimed by the return for ${monthName(lastReturn)} (s. 16(4)). The tax is now part of the cost.`,
      ];
    default:
      return ["circle-check", renderLedger("Input", "")];
  }
}
