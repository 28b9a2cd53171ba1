import { type Paise, toRupees } from "../../money.ts";
import type { Taxes } from "../../purchases/inward.ts";
import { type ByHead, mapHeads } from "../../purchases/offset.ts";
import type { InwardTables } from "../../purchases/table4.ts";
import { type Brought, type ReturnSums, settle } from "../../taxbook/settle.ts";
import { turnoverBefore } from "./books.ts";
import { computeInterest, computeLateFee, countDaysLate, dueDates } from "./dues.ts";
import {
  CREDIT_ROWS,
  type CreditRow,
  type Filing,
  type Gstr3bView,
  type TaxesView,
} from "./filings.ts";
import type { Gstr1 } from "./gstr1.ts";
import { buildGstr3b, computePayable, isNilReturn, type PlaceSum } from "./gstr3b.ts";
import { periodName } from "./periods.ts";
import { figures, resolvePeriodStatus } from "./periodView.ts";
import { preflight } from "./preflight.ts";

// GSTR-3B for the API and screens: supplies, purchases, tax due, and how it is paid.

const showPlace = ({ pos, taxable, igst }: PlaceSum) => ({
  pos,
  taxable: toRupees(taxable),
  igst: toRupees(igst),
});

/** A return with its settlement. */
export interface SettledReturn {
  isLoaded: boolean;
  tables: InwardTables;
  sums: ReturnSums;
  brought: Brought;
  /** Whether a user entered the opening credit of the portal's ledger. */
  isTyped: boolean;
  /** The lowest cash ledger balance since the due date. */
  lowestCash: ByHead;
  /** Parts that an accountant must add. */
  notes: string[];
  /** Reversed so far and not reclaimed. */
  reclaimable: ByHead;
}

export function showGstr3b(gstr1: Gstr1, filings: Filing[], inward: SettledReturn): Gstr3bView {
  const { period, filer, today } = gstr1.books;
  const { sums, brought } = inward;
  const { "3.2": across, reverseChargePaise, ...tables } = buildGstr3b(gstr1);
  const filing = filings.find((one) => one.return === "GSTR3B") ?? null;
  const due = dueDates(period, filer.gstin).gstr3b;
  const days = countDaysLate(due, filing?.date ?? today);
  const settled = settle(sums, brought);
  const { payable, toPay } = settled;
  const cash = mapHeads((head) => settled.cash[head] + settled.ownTax[head]);
  const used = mapHeads((head) => payable[head] - settled.cash[head]);
  const { interest, lateFee: fee } = computeLateCost(
    { gstr1, tables: inward.tables, cash, days, due },
    inward.lowestCash,
  );
  return {
    period: period.label,
    name: periodName(period),
    due,
    status: resolvePeriodStatus(gstr1, preflight(gstr1.books), filing !== null),
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
    reverseCharge: toRupees(reverseChargePaise),
    payable: convertToRupees({ ...payable, total: sumHeads(payable) }),
    brought: {
      credit: convertToRupees(brought.credit),
      negative: convertToRupees(brought.negative),
      isTyped: inward.isTyped,
    },
    credit: {
      net: convertToRupees(mapHeads((head) => inward.tables["4C"][head])),
      used: convertToRupees(used),
      left: convertToRupees(settled.creditLeft),
      setOff: settled.used.map(({ amountPaise, ...heads }) => ({
        ...heads,
        amount: toRupees(amountPaise),
      })),
      reversedBeyond: convertToRupees(settled.beyond),
      reclaimable: convertToRupees(inward.reclaimable),
    },
    negativeLeft: convertToRupees(settled.negativeLeft),
    cash: convertToRupees({ ...cash, total: sumHeads(cash) }),
    toPay: {
      tax: convertToRupees(cash),
      interest: convertToRupees(settled.interest),
      lateFee: convertToRupees(settled.lateFee),
      byHead: convertToRupees(toPay),
      total: toRupees(sumHeads(toPay)),
    },
    interest: { days, ...convertToRupees({ ...interest }) },
    lateFee: convertToRupees({ cgst: fee.cgst, sgst: fee.sgst }),
    lowestCash: convertToRupees(inward.lowestCash),
    notes: inward.notes,
    filing,
  };
}

const convertToRupees = <Key extends string>(all: Record<Key, Paise>) =>
  Object.fromEntries(
    Object.entries(all).map(([key, amount]) => [key, toRupees(amount as Paise)]),
  ) as Record<Key, number>;

const sumHeads = ({ igst, cgst, sgst }: ByHead) => (igst + cgst + sgst) as Paise;

interface Lateness {
  gstr1: Gstr1;
  tables: InwardTables;
  /** Paid in cash, including reverse charge. */
  cash: ByHead;
  days: number;
  due: string;
}

/**
 * Returns the cost of filing late, due with the next return: interest in whole rupees on the cash paid
 * beyond the lowest cash ledger balance (CGST Act, s. 50(1); CGST Rules, 88B(1)), and the fee of s. 47.
 */
export function computeLateCost(
  { gstr1, tables, cash, days, due }: Lateness,
  lowestCash: ByHead,
): { interest: ByHead; lateFee: ByHead } {
  const { filer, period } = gstr1.books;
  const isNil = isNilReturn(computePayable(buildGstr3b(gstr1)), tables);
  const fee = computeLateFee(days, isNil, turnoverBefore(filer, period.dateTo), due);
  return {
    interest: mapHeads((head) => {
      const late = Math.max(0, cash[head] - lowestCash[head]) as Paise;
      return Math.round(computeInterest(late, days, due) / 100) * 100;
    }),
    lateFee: { igst: 0 as Paise, ...fee },
  };
}

function showInward(tables: InwardTables) {
  const taxes = ({ igst, cgst, sgst, cess }: Taxes) => ({
    igst: toRupees(igst),
    cgst: toRupees(cgst),
    sgst: toRupees(sgst),
    cess: toRupees(cess),
  });
  const places = ({ inter, intra }: InwardTables["5GST"]) => ({
    inter: toRupees(inter),
    intra: toRupees(intra),
  });
  return {
    "3.1d": { taxable: toRupees(tables["3.1d"].taxable), ...taxes(tables["3.1d"]) },
    ...(Object.fromEntries(CREDIT_ROWS.map((row) => [row, taxes(tables[row])])) as Record<
      CreditRow,
      TaxesView
    >),
    "5GST": places(tables["5GST"]),
    "5NONGST": places(tables["5NONGST"]),
  };
}
