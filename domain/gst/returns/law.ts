import type { CalendarDate } from "../../dates.ts";
import type { Paise } from "../../money.ts";

// What notifications change: limits, rates, due days, and the shape of the portal's files, each with the day
// from which it holds and where it is written. Code asks `valueOn` and knows none of these figures itself.

/** Latest first. */
export type Schedule<T> = readonly { from: CalendarDate; value: T }[];

/** What holds on a day; before the first, what held first. */
export function valueOn<T>(schedule: Schedule<T>, date: CalendarDate): T {
  return (schedule.find(({ from }) => date >= from) ?? schedule.at(-1))?.value as T;
}

const rupees = (amount: number) => (amount * 100) as Paise;
const CRORE = 10_000_000;

/** An invoice to another State without GSTIN is in table 5 above this total: Notification 12/2024-CT. */
export const B2C_LARGE: Schedule<Paise> = [
  { from: "2024-08-01", value: rupees(100_000) },
  { from: "2017-07-01", value: rupees(250_000) },
];

/** Percent. What the Returns Offline Tool V3.2.4 takes. */
export const TOOL_RATES = [0, 0.1, 0.25, 1, 1.5, 3, 5, 6, 7.5, 12, 18, 28, 40];

/** The literal in the file: the release of the offline tool. */
export const TOOL_VERSION: Schedule<string> = [{ from: "2017-07-01", value: "GST3.2.4" }];

/** Table 12 in two halves, B2B and B2C: advisory of the portal for the May 2025 period. */
export const HSN_IN_HALVES: Schedule<boolean> = [
  { from: "2025-05-01", value: true },
  { from: "2017-07-01", value: false },
];

/** Digits of an HSN or SAC by the turnover of the year before: Notification 78/2020-CT. */
export const HSN_DIGITS: Schedule<{ above: Paise; digits: number; others: number }> = [
  { from: "2021-04-01", value: { above: rupees(5 * CRORE), digits: 6, others: 4 } },
  { from: "2017-07-01", value: { above: rupees(5 * CRORE), digits: 4, others: 4 } },
];

/** From this taxable value a client without GSTIN is named with address and State: Rule 46(e). */
export const ADDRESS_FROM: Schedule<Paise> = [{ from: "2017-07-01", value: rupees(50_000) }];

/** Turnover of any year since 2017-18 above which e-invoices are due: Notifications 13/2020 to 10/2023-CT. */
export const EINVOICE_ABOVE: Schedule<Paise> = [
  { from: "2023-08-01", value: rupees(5 * CRORE) },
  { from: "2022-10-01", value: rupees(10 * CRORE) },
  { from: "2022-04-01", value: rupees(20 * CRORE) },
  { from: "2021-04-01", value: rupees(50 * CRORE) },
  { from: "2021-01-01", value: rupees(100 * CRORE) },
  { from: "2020-10-01", value: rupees(500 * CRORE) },
  { from: "2017-07-01", value: Number.POSITIVE_INFINITY as Paise },
];

/** From this turnover an e-invoice is due within so many days, its own counted: advisory of 5 Nov 2024. */
export const EINVOICE_DAYS: Schedule<{ from: Paise; days: number }> = [
  { from: "2025-04-01", value: { from: rupees(10 * CRORE), days: 30 } },
  { from: "2023-11-01", value: { from: rupees(100 * CRORE), days: 30 } },
  { from: "2017-07-01", value: { from: Number.POSITIVE_INFINITY as Paise, days: 30 } },
];

/** The number in an IRN is in capitals: advisory of the portal for 1 June 2025. */
export const IRN_IN_CAPITALS: Schedule<boolean> = [
  { from: "2025-06-01", value: true },
  { from: "2017-07-01", value: false },
];

/** Month and day after a financial year until which a credit note lowers tax: CGST Act, s. 34(2). */
export const NOTE_UNTIL: Schedule<string> = [
  { from: "2021-04-01", value: "11-30" }, // Finance Act 2022, for what was supplied in 2021-22.
  { from: "2017-07-01", value: "09-30" },
];

/** Days of the month after the period: Rules 59 and 61 of the CGST Rules, Notification 83/2020-CT. */
export const DUE_DAYS = {
  GSTR1: { MONTHLY: 11, QUARTERLY: 13 },
  IFF: 13,
  /** QRMP: group X on the 22nd, all others on the 24th. */
  GSTR3B: { MONTHLY: 20, X: 22, Y: 24 },
  /** QRMP's payment for the first two months of a quarter. */
  PMT06: 25,
};

/** Group X of QRMP, by the State's code: Notification 82/2020-CT. */
export const GROUP_X = new Set("22 23 24 26 27 29 30 31 32 33 34 35 36 37".split(" "));

/** Percent a year on tax that is paid late: CGST Act, s. 50(1), Notification 13/2017-CT. */
export const INTEREST: Schedule<number> = [{ from: "2017-07-01", value: 18 }];

/** A day and return, CGST and SGST together, and at most: Notifications 19 and 20/2021-CT. */
export const LATE_FEE: Schedule<{
  aDay: { nil: Paise; other: Paise };
  atMost: { nil: Paise; upTo: readonly { turnover: Paise; fee: Paise }[]; above: Paise };
}> = [
  {
    from: "2017-07-01",
    value: {
      aDay: { nil: rupees(20), other: rupees(50) },
      atMost: {
        nil: rupees(500),
        upTo: [
          { turnover: rupees(1.5 * CRORE), fee: rupees(2_000) },
          { turnover: rupees(5 * CRORE), fee: rupees(5_000) },
        ],
        above: rupees(10_000),
      },
    },
  },
];

/** Table 3.2 is in the utility's file until the portal fills it: advisory of December 2025. */
export const TABLE_3_2_TYPED: Schedule<boolean> = [
  { from: "2025-11-01", value: false },
  { from: "2017-07-01", value: true },
];

/** Taxable value of a month that an IFF takes at most: Rule 59(2) of the CGST Rules. */
export const IFF_MOST: Schedule<Paise> = [{ from: "2021-01-01", value: rupees(50_00_000) }];
