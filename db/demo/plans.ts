import type { CalendarDate } from "../../domain/dates.ts";
import type { EnteredItem } from "../../domain/documents/invoices.ts";
import type { PaymentMode } from "../../domain/documents/payments.ts";
import type { Treatment } from "../../domain/gst/supply.ts";
import { monthShort } from "../../domain/months.ts";
import type { ClientName } from "./clients.ts";

// The studio's invoices: monthly retainers and single jobs.

export type DemoItem = EnteredItem & { treatment?: Treatment };

/** A repeated invoice. */
export interface Plan {
  /** The end of a date: `-04` is the fourth of every month, `-03-17` one day a year. */
  days: string[];
  client: ClientName;
  items(date: CalendarDate): DemoItem[];
  /** Days of credit. */
  due: number;
  /** Days until the client pays: in full, or in two halves. */
  pays: number[];
  mode: PaymentMode;
  /** Percent of the taxable value, deducted from the last payment. */
  tds?: number;
  ends?: "cancelled" | "draft";
  kind?: "BILL_OF_SUPPLY";
  /** The agreed currency, and rupees per unit. */
  currency?: { foreignCurrency: string; exchangeRate: number };
  notes?: string;
}

const ADVERTISING = "998361";
const DESIGN = "998391";
const WEB = "998314";
const PHOTOS = "998382";
const FILM = "999612";
const PRINTED = "998912";

/** At 18 %, in rupees. */
const item = (description: string, hsnSac: string, qty: number, rate: number, discountPct = 0) => ({
  description,
  hsnSac,
  qty,
  rate,
  discountPct,
  taxPct: 18,
});

const retainer = (rate: number) => (date: CalendarDate) => [
  item(`Retainer for ${monthShort(date)}`, ADVERTISING, 1, rate),
];

export const PLANS: Plan[] = [
  {
    days: ["-04"],
    client: "konkan",
    items: retainer(1_06_000),
    due: 30,
    pays: [25],
    mode: "Bank Transfer",
    tds: 10,
  },
  {
    days: ["-20"],
    client: "meridian",
    items: retainer(81_000),
    due: 30,
    pays: [22],
    mode: "Bank Transfer",
  },
  { days: ["-09"], client: "zest", items: retainer(40_500), due: 7, pays: [50], mode: "UPI" },
  {
    days: ["-11"],
    client: "saffron",
    items: (date) => [
      ...retainer(52_000)(date),
      item("Menu photography, half a day", PHOTOS, 0.5, 18_000),
    ],
    due: 15,
    pays: [12],
    mode: "Cheque",
    tds: 2,
  },
  {
    days: ["-14"],
    client: "deccan",
    items: retainer(51_000),
    due: 30,
    pays: [28],
    mode: "Bank Transfer",
    tds: 10,
  },
  {
    days: ["-17"],
    client: "sahyadri",
    items: (date) => [
      item(`Posts and newsletter, ${monthShort(date)}`, ADVERTISING, 12, 2_800, 10),
    ],
    due: 7,
    pays: [5],
    mode: "UPI",
  },
  {
    days: ["-10"],
    client: "mandovi",
    items: (date) => [
      item(`Website work, ${monthShort(date)}`, WEB, 22, 1_850),
      item("Room photography, one day", PHOTOS, 1, 14_000),
    ],
    due: 45,
    pays: [8, 40],
    mode: "Bank Transfer",
    tds: 10,
  },
  {
    days: ["-02-13", "-05-13", "-08-13", "-11-13"],
    client: "nilgiri",
    items: () => [
      item("Packaging, three blends", DESIGN, 3, 24_500, 5),
      item("Print supervision", "998399", 2, 3_250),
    ],
    due: 30,
    pays: [20],
    mode: "Bank Transfer",
    tds: 10,
    notes: "Artwork in both CMYK and Pantone.",
  },
  {
    days: ["-03-17", "-09-14"],
    client: "urja",
    items: () => [item("Annual report, 64 pages", DESIGN, 64, 1_450)],
    due: 30,
    pays: [],
    mode: "Bank Transfer",
    ends: "cancelled",
    notes: "72 pages were ordered; see the next day’s invoice.",
  },
  {
    days: ["-03-18", "-09-15"],
    client: "urja",
    items: () => [item("Annual report, 72 pages", DESIGN, 72, 1_450)],
    due: 30,
    pays: [33],
    mode: "Bank Transfer",
    tds: 10,
  },
  {
    days: ["-10-06"],
    client: "masale",
    items: () => [item("दिवाळी पॅकेजिंग, चार मसाले", DESIGN, 4, 6_500)],
    due: 10,
    pays: [6],
    mode: "UPI",
  },
  {
    days: ["-07"],
    client: "harbour",
    items: (date) => [item(`Book covers, ${monthShort(date)}`, DESIGN, 3, 31_000)],
    due: 30,
    pays: [12],
    mode: "Bank Transfer",
    currency: { foreignCurrency: "USD", exchangeRate: 88.5 },
  },
  {
    days: ["-16"],
    client: "blueridge",
    items: (date) => [item(`App screens, ${monthShort(date)}`, WEB, 8, 7_250)],
    due: 21,
    pays: [21],
    mode: "Bank Transfer",
    tds: 10,
  },
  {
    days: ["-12"],
    client: "sanskar",
    items: (date) => [item(`Films for the schools, ${monthShort(date)}`, FILM, 2, 46_500)],
    due: 15,
    pays: [9],
    mode: "Bank Transfer",
  },
  {
    days: ["-21"],
    client: "vidyanagar",
    kind: "BILL_OF_SUPPLY",
    items: (date) => [
      {
        ...item(`Question papers, ${monthShort(date)}, four classes`, PRINTED, 4, 4_750),
        taxPct: 0,
        treatment: "EXEMPT",
      },
    ],
    due: 30,
    pays: [14],
    mode: "UPI",
    notes: "Services for school examinations are exempt.",
  },
];

/** Only in the month being closed: one lacks a code, and one is not sent yet. */
export const OF_HALF_CLOSED: Plan[] = [
  {
    days: ["-17"],
    client: "urja",
    items: () => [item("Stall at a fair, 36 square metres", DESIGN, 1, 1_20_000)],
    due: 30,
    pays: [],
    mode: "Bank Transfer",
    notes: "Half was paid in advance; see the receipt voucher.",
  },
  {
    days: ["-26"],
    client: "meridian",
    items: () => [
      item("Hoarding at the site, artwork", DESIGN, 2, 14_500),
      item("Site visit and measuring, two days", "", 2, 6_000),
    ],
    due: 30,
    pays: [],
    mode: "Bank Transfer",
  },
  {
    days: ["-28"],
    client: "saffron",
    items: () => [item("Photographs for the festive menu", PHOTOS, 1, 28_000)],
    due: 15,
    pays: [],
    mode: "Cheque",
    ends: "draft",
  },
];

/** Drafts on the day itself. */
export const DRAFTS: Plan[] = [
  {
    days: [],
    client: "saffron",
    items: () => [item("Menu card, festive season", DESIGN, 2, 16_000)],
    due: 15,
    pays: [],
    mode: "Cheque",
    ends: "draft",
  },
  {
    days: [],
    client: "mandovi",
    items: () => [
      item("Signage, pool and spa", DESIGN, 9, 4_200),
      item("Site visit, two days", PHOTOS, 2, 9_000),
    ],
    due: 45,
    pays: [],
    mode: "Bank Transfer",
    ends: "draft",
  },
];
