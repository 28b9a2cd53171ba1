import type { Hundredths } from "../../hundredths.ts";
import type { Paise } from "../../money.ts";
import { advanceFigures } from "../figures.ts";
import { isWithoutTax } from "../supply.ts";
import { type PeriodBooks, type ReturnVoucher, reportedIn } from "./books.ts";
import { type Amounts, foldedPos, isSomething, NOTHING, plus } from "./placement.ts";

// Tables 11A and 11B: tax falls due on money that comes before its invoice, and is taken off again once an
// invoice uses it, at the rate and place of the voucher (CGST Act, s. 13(2); Rule 50).

/** The advances of one place and rate. */
export interface AdvanceRow extends Amounts {
  pos: string;
  isIntra: boolean;
  rate: Hundredths;
}

export interface Advances {
  /** Received in the period and neither used nor refunded by its end, less refunds of earlier ones. */
  received: AdvanceRow[];
  /** Of earlier periods, used by invoices of this one. */
  adjusted: AdvanceRow[];
}

/** By place and rate; rows that come to nothing are left out. */
export function advancesOf(
  books: Pick<PeriodBooks, "elsewhere" | "late" | "period" | "vouchers">,
): Advances {
  const { period, late } = books;
  const vouchers = reportedIn(books.vouchers, books);
  const lateOnes = new Set(late);
  const received = new Map<string, AdvanceRow>();
  const adjusted = new Map<string, AdvanceRow>();
  for (const voucher of vouchers.filter(isTaxed)) {
    const isOfPeriod = voucher.date >= period.dateFrom || lateOnes.has(voucher.id);
    if (isOfPeriod) addTo(received, voucher, figuresUpTo(voucher, voucher.amount));
    let gone = 0;
    for (const { kind, date, amount } of voucher.taken) {
      const before = figuresUpTo(voucher, gone);
      gone += amount;
      const part = plus(figuresUpTo(voucher, gone), before, -1);
      const isNow = date >= period.dateFrom && date <= period.dateTo;
      if (isOfPeriod && date <= period.dateTo) addTo(received, voucher, part, -1);
      else if (isNow && kind === "USE") addTo(adjusted, voucher, part);
      else if (isNow) addTo(received, voucher, part, -1);
    }
  }
  return { received: rowsOf(received), adjusted: rowsOf(adjusted) };
}

/** Nothing is reported of an advance without tax. */
const isTaxed = ({ supply, isUntaxed, taxPct }: ReturnVoucher) =>
  !isUntaxed && !isWithoutTax(supply) && taxPct > 0;

const figuresUpTo = (voucher: ReturnVoucher, gross: number): Amounts =>
  advanceFigures(gross as Paise, voucher.taxPct, voucher);

function addTo(
  rows: Map<string, AdvanceRow>,
  { pos, mode, taxPct }: ReturnVoucher,
  part: Amounts,
  times: 1 | -1 = 1,
) {
  const key = `${foldedPos(pos)} ${mode} ${taxPct}`;
  const isIntra = mode === "INTRA";
  const row = rows.get(key) ?? { ...NOTHING, pos: foldedPos(pos), isIntra, rate: taxPct };
  rows.set(key, plus(row, part, times));
}

const rowsOf = (rows: Map<string, AdvanceRow>) =>
  [...rows.values()]
    .filter(isSomething)
    .toSorted((a, b) => (a.pos === b.pos ? a.rate - b.rate : a.pos < b.pos ? -1 : 1));
