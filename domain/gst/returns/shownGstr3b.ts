import { type Paise, toRupees } from "../../money.ts";
import type { Taxes } from "../../purchases/inward.ts";
import { type ByHead, offsetCredit, type TaxHead } from "../../purchases/offset.ts";
import type { InwardTables } from "../../purchases/table4.ts";
import { turnoverBefore } from "./books.ts";
import { daysLate, dueDates, interestOnTax, lateFee } from "./dues.ts";
import {
  CREDIT_ROWS,
  type CreditRow,
  type Filing,
  type Gstr3bShown,
  type TaxesShown,
} from "./filings.ts";
import type { Gstr1 } from "./gstr1.ts";
import { gstr3bOf, isNilReturn, type PlaceSum, payableOf } from "./gstr3b.ts";
import { periodName } from "./periods.ts";
import { preflight } from "./preflight.ts";
import { figures, statusOf } from "./shown.ts";

// GSTR-3B as calls and screens show it: what was supplied and bought, what falls due, and what pays it.

const showPlace = ({ pos, taxable, igst }: PlaceSum) => ({
  pos,
  taxable: toRupees(taxable),
  igst: toRupees(igst),
});

/** The bought side of a return. */
export interface InwardReturn {
  isLoaded: boolean;
  tables: InwardTables;
  /** Credit as the period began, where somebody has typed it. */
  opening: ByHead | undefined;
}

export function showGstr3b(gstr1: Gstr1, filings: Filing[], inward: InwardReturn): Gstr3bShown {
  const { period, filer, today } = gstr1.books;
  const { "3.2": across, reverseCharge, ...tables } = gstr3bOf(gstr1);
  const filing = filings.find((one) => one.return === "GSTR3B") ?? null;
  const due = dueDates(period, filer.gstin).gstr3b;
  const days = daysLate(due, filing?.date ?? today);
  const payable = payableOf({ "3.2": across, reverseCharge, ...tables });
  const { used, left, ...offset } = creditOf(payable, inward);
  const own = inward.tables["3.1d"];
  const cash = {
    igst: (offset.cash.igst + own.igst) as Paise,
    cgst: (offset.cash.cgst + own.cgst) as Paise,
    sgst: (offset.cash.sgst + own.sgst) as Paise,
  };
  const interest = interestOnTax(cash, days, due);
  const fee = lateFee(
    days,
    isNilReturn(payable, inward.tables),
    turnoverBefore(filer, period.dateTo),
    due,
  );
  const total = (payable.igst + payable.cgst + payable.sgst) as Paise;
  const inRupees = <Key extends string>(all: Record<Key, Paise>) =>
    Object.fromEntries(
      Object.entries(all).map(([key, amount]) => [key, toRupees(amount as Paise)]),
    ) as Record<Key, number>;
  return {
    ...{ period: period.label, name: periodName(period), due },
    status: statusOf(gstr1, preflight(gstr1.books), filing !== null),
    tables: {
      "3.1a": figures(tables["3.1a"]),
      "3.1b": figures(tables["3.1b"]),
      "3.1c": figures(tables["3.1c"]),
      "3.1e": figures(tables["3.1e"]),
      ...showInward(inward.tables),
      "3.2": {
        unregistered: across.unregistered.map(showPlace),
        composition: across.composition.map(showPlace),
        uin: across.uin.map(showPlace),
      },
    },
    isProvisional: !inward.isLoaded,
    reverseCharge: toRupees(reverseCharge),
    payable: inRupees({ ...payable, total }),
    credit: {
      opening: inward.opening ? inRupees(inward.opening) : null,
      net: inRupees(byHead(inward.tables["4C"])),
      ...{ used: inRupees(used), left: inRupees(left) },
    },
    cash: inRupees({ ...cash, total: (cash.igst + cash.cgst + cash.sgst) as Paise }),
    interest: { days, ...inRupees({ ...interest }) },
    lateFee: inRupees(fee),
    filing,
  };
}

const byHead = ({ igst, cgst, sgst }: ByHead): ByHead => ({ igst, cgst, sgst });

/** What credit there is pays of the tax; what a return gives back in all lowers what was left before. */
function creditOf(payable: ByHead, { tables, opening }: InwardReturn) {
  const sum = (head: TaxHead) => Math.max(0, (opening?.[head] ?? 0) + tables["4C"][head]) as Paise;
  return offsetCredit(payable, { igst: sum("igst"), cgst: sum("cgst"), sgst: sum("sgst") });
}

function showInward(tables: InwardTables) {
  const taxes = ({ igst, cgst, sgst, cess }: Taxes) => ({
    ...{ igst: toRupees(igst), cgst: toRupees(cgst), sgst: toRupees(sgst), cess: toRupees(cess) },
  });
  const places = ({ inter, intra }: InwardTables["5GST"]) => ({
    ...{ inter: toRupees(inter), intra: toRupees(intra) },
  });
  return {
    "3.1d": { taxable: toRupees(tables["3.1d"].taxable), ...taxes(tables["3.1d"]) },
    ...(Object.fromEntries(CREDIT_ROWS.map((row) => [row, taxes(tables[row])])) as Record<
      CreditRow,
      TaxesShown
    >),
    ...{ "5GST": places(tables["5GST"]), "5NONGST": places(tables["5NONGST"]) },
  };
}
