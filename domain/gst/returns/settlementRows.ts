import { pluralize } from "../../counts.ts";
import { roundToPaise } from "../../money.ts";
import type { Gstr3bView, HeadsView } from "./filings.ts";

// Table 6.1 by tax head for screen, PDF and terminal: tax due, how it is paid, and what is carried to
// the next return.

export interface SettlementRow {
  words: string;
  heads: HeadsView;
  /** Shown even if it is zero. */
  isAlways?: boolean;
  /** A sum of the rows above. */
  isSum?: boolean;
}

const less = ({ igst, cgst, sgst }: HeadsView): HeadsView => ({
  igst: 0 - igst,
  cgst: 0 - cgst,
  sgst: 0 - sgst,
});

function plus(...all: HeadsView[]): HeadsView {
  const sum = (head: keyof HeadsView) =>
    all.reduce((paise, one) => paise + roundToPaise(one[head]), 0) / 100;
  return { igst: sum("igst"), cgst: sum("cgst"), sgst: sum("sgst") };
}

/** Returns the nonzero rows of a settled return, in the portal's order. */
export function toSettlementRows(shown: Gstr3bView): SettlementRow[] {
  const { payable, credit, toPay, tables, brought, negativeLeft, interest, lateFee } = shown;
  const ownTax = plus(toPay.tax, less(plus(payable, less(credit.used))));
  const own = tables["3.1d"];
  const rows: SettlementRow[] = [
    { words: "Credit brought forward", heads: brought.credit },
    { words: "Net credit of this return, 4(C)", heads: credit.net },
    { words: "Reversal beyond the credit, payable", heads: credit.reversedBeyond },
    { words: "Negative amount brought forward", heads: less(brought.negative) },
    { words: "Tax, in whole rupees", heads: payable, isAlways: true },
    { words: "Paid by credit", heads: less(credit.used) },
    ...(own.igst || own.cgst || own.sgst
      ? [{ words: "Reverse charge, in cash", heads: ownTax }]
      : []),
    { words: "Interest", heads: toPay.interest },
    { words: "Late fee", heads: toPay.lateFee },
    { words: "To pay in cash", heads: toPay.byHead, isAlways: true, isSum: true },
    { words: "Credit carried forward", heads: credit.left },
    { words: "Negative amount carried forward", heads: less(negativeLeft) },
    ...(interest.days > 0
      ? [
          {
            words: `Interest for ${pluralize(interest.days, "day")} late, with the next return`,
            heads: interest,
          },
          { words: "Late fee, with the next return", heads: { igst: 0, ...lateFee } },
        ]
      : []),
  ];
  return rows.filter(
    ({ isAlways, heads }) => isAlways || heads.igst !== 0 || heads.cgst !== 0 || heads.sgst !== 0,
  );
}
