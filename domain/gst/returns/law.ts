import type { CalendarDate } from "../../dates.ts";
import type { Paise } from "../../money.ts";

// Values that notifications change: limits, rates, due days and file formats, each with its start date
// and source. Other code looks them up with `valueOn`.

/** Latest first. */
export type Schedule<T> = readonly { fromPaise: CalendarDate; value: T }[];

/** Returns the value in force on a day. Days before the first value get the first. */
export function valueOn<T>(schedule: Schedule<T>, date: CalendarDate): T {
  return (schedule.find(({ fromPaise }) => date >= fromPaise) ?? schedule.at(-1))?.value as T;
}

const rupees = (amount: number) => (amount * 100) as Paise;
const CRORE = 10_000_000;

/**
 * Invoices above this total to clients without GSTIN in another state are in table 5: Notification
 * 12/2024-CT.
 */
export const B2C_LARGE: Schedule<Paise> = [
  { fromPaise: "2024-08-01", value: rupees(100_000) },
  { fromPaise: "2017-07-01", value: rupees(250_000) },
];

/** Percent. Rates that the Returns Offline Tool V3.2.4 accepts. */
export const TOOL_RATES = [0, 0.1, 0.25, 1, 1.5, 3, 5, 6, 7.5, 12, 18, 28, 40];

/** Release of the offline tool, as written in the file. */
export const TOOL_VERSION: Schedule<string> = [{ fromPaise: "2017-07-01", value: "GST3.2.4" }];

/** Table 12 is split into B2B and B2C: advisory of the portal for the May 2025 period. */
export const HSN_IN_HALVES: Schedule<boolean> = [
  { fromPaise: "2025-05-01", value: true },
  { fromPaise: "2017-07-01", value: false },
];

/** Required digits of an HSN or SAC, by last year's turnover: Notification 78/2020-CT. */
export const HSN_DIGITS: Schedule<{ abovePaise: Paise; digits: number; others: number }> = [
  { fromPaise: "2021-04-01", value: { abovePaise: rupees(5 * CRORE), digits: 6, others: 4 } },
  { fromPaise: "2017-07-01", value: { abovePaise: rupees(5 * CRORE), digits: 4, others: 4 } },
];

/** From this taxable value, invoices to clients without GSTIN need address and state: Rule 46(e). */
export const ADDRESS_FROM: Schedule<Paise> = [{ fromPaise: "2017-07-01", value: rupees(50_000) }];

/**
 * Turnover of any year since 2017-18 above which e-invoices are required: Notifications 13/2020 to
 * 10/2023-CT.
 */
export const EINVOICE_ABOVE: Schedule<Paise> = [
  { fromPaise: "2023-08-01", value: rupees(5 * CRORE) },
  { fromPaise: "2022-10-01", value: rupees(10 * CRORE) },
  { fromPaise: "2022-04-01", value: rupees(20 * CRORE) },
  { fromPaise: "2021-04-01", value: rupees(50 * CRORE) },
  { fromPaise: "2021-01-01", value: rupees(100 * CRORE) },
  { fromPaise: "2020-10-01", value: rupees(500 * CRORE) },
  { fromPaise: "2017-07-01", value: Number.POSITIVE_INFINITY as Paise },
];

/** Days to register an e-invoice from this turnover, including its own day: advisory of 5 Nov 2024. */
export const EINVOICE_DAYS: Schedule<{ fromPaise: Paise; days: number }> = [
  { fromPaise: "2025-04-01", value: { fromPaise: rupees(10 * CRORE), days: 30 } },
  { fromPaise: "2023-11-01", value: { fromPaise: rupees(100 * CRORE), days: 30 } },
  { fromPaise: "2017-07-01", value: { fromPaise: Number.POSITIVE_INFINITY as Paise, days: 30 } },
];

/** Whether the number in an IRN is in capitals: advisory of the portal for 1 June 2025. */
export const IRN_IN_CAPITALS: Schedule<boolean> = [
  { fromPaise: "2025-06-01", value: true },
  { fromPaise: "2017-07-01", value: false },
];

/** Last month and day, after a financial year, for a credit note to lower tax: CGST Act, s. 34(2). */
export const NOTE_UNTIL: Schedule<string> = [
  { fromPaise: "2021-04-01", value: "11-30" }, // Finance Act 2022, for supplies in 2021-22.
  { fromPaise: "2017-07-01", value: "09-30" },
];

/** Days of the month after the period: Rules 59 and 61 of the CGST Rules, Notification 83/2020-CT. */
export const DUE_DAYS = {
  GSTR1: { MONTHLY: 11, QUARTERLY: 13 },
  IFF: 13,
  /** QRMP: group X on the 22nd, others on the 24th. */
  GSTR3B: { MONTHLY: 20, X: 22, Y: 24 },
  /** QRMP payment for the first two months of a quarter. */
  PMT06: 25,
};

/** State codes of QRMP group X: Notification 82/2020-CT. */
export const GROUP_X = new Set("22 23 24 26 27 29 30 31 32 33 34 35 36 37".split(" "));

/** Percent a year on tax paid late: CGST Act, s. 50(1), Notification 13/2017-CT. */
export const INTEREST: Schedule<number> = [{ fromPaise: "2017-07-01", value: 18 }];

/** Per day and return, CGST and SGST together, with maximums: Notifications 19 and 20/2021-CT. */
export const LATE_FEE: Schedule<{
  aDay: { nilPaise: Paise; otherPaise: Paise };
  atMost: {
    nilPaise: Paise;
    upTo: readonly { turnoverPaise: Paise; feePaise: Paise }[];
    abovePaise: Paise;
  };
}> = [
  {
    fromPaise: "2017-07-01",
    value: {
      aDay: { nilPaise: rupees(20), otherPaise: rupees(50) },
      atMost: {
        nilPaise: rupees(500),
        upTo: [
          { turnoverPaise: rupees(1.5 * CRORE), feePaise: rupees(2_000) },
          { turnoverPaise: rupees(5 * CRORE), feePaise: rupees(5_000) },
        ],
        abovePaise: rupees(10_000),
      },
    },
  },
];

/** Whether the utility's file contains table 3.2; the portal fills it now: advisory of December 2025. */
export const TABLE_3_2_TYPED: Schedule<boolean> = [
  { fromPaise: "2025-11-01", value: false },
  { fromPaise: "2017-07-01", value: true },
];

/** Highest taxable value of an IFF for a month: Rule 59(2) of the CGST Rules. */
export const IFF_MOST: Schedule<Paise> = [{ fromPaise: "2021-01-01", value: rupees(50_00_000) }];
