import { addDays, type CalendarDate, formatDate } from "../../domain/dates.ts";
import { stateOf } from "../../domain/documents/clients.ts";
import { type EnteredItem, toLine } from "../../domain/documents/invoices.ts";
import { type PaymentMode, tdsAt } from "../../domain/documents/payments.ts";
import { figuresOf, gstModeOf } from "../../domain/gst/figures.ts";
import { findState } from "../../domain/gst/states.ts";
import type { Paise } from "../../domain/money.ts";
import { CLIENTS, type ClientName } from "./clients.ts";
import { AGENCY, DAYS } from "./studio.ts";

// What the studio bills: retainers month by month, and work by the piece. The same invoices are written
// on the same days of every year, and paid after as many days as that client takes; what is unpaid, paid
// in part or overdue on a day follows from that. Only drafts are of the day itself.

/** A payment as it reaches the bank. */
export interface DemoPayment {
  date: CalendarDate;
  amount: Paise;
  tdsAmount: Paise;
  mode: PaymentMode;
  reference: string;
}

export interface DemoInvoice {
  client: ClientName;
  date: CalendarDate;
  dueDate: CalendarDate;
  items: EnteredItem[];
  notes: string;
  terms: string;
  ends: "draft" | "cancelled" | "sent";
  /** Those of it that have come. */
  payments: DemoPayment[];
}

interface Plan {
  /** The end of a date: `-04` is every month's fourth, `-03-17` one day a year. */
  days: string[];
  client: ClientName;
  items(date: CalendarDate): EnteredItem[];
  /** Days to pay in. */
  due: number;
  /** Days until the client pays: the whole, or half and then the rest. */
  pays: number[];
  mode: PaymentMode;
  /** Percent of the taxable value, kept back from the last payment. */
  tds?: number;
  isCancelled?: true;
  notes?: string;
}

/** Of a year up to and including this day, oldest first. */
export function invoicesUntil(on: CalendarDate): DemoInvoice[] {
  const days = Array.from({ length: DAYS }, (_, n) => addDays(on, n + 1 - DAYS));
  const written = days.flatMap((date) =>
    PLANS.filter((plan) => plan.days.some((day) => date.endsWith(day))).map((plan) =>
      write(plan, date, on),
    ),
  );
  return [
    ...written,
    ...DRAFTS.map((plan) => ({ ...write(plan, on, on), ends: "draft" as const })),
  ];
}

function write(plan: Plan, date: CalendarDate, on: CalendarDate): DemoInvoice {
  const items = plan.items(date);
  const payments = plan.isCancelled ? [] : paymentsOf(plan, date, items);
  return {
    client: plan.client,
    date,
    dueDate: addDays(date, plan.due),
    items,
    notes: plan.notes ?? "",
    terms: `Payment within ${plan.due} days.`,
    ends: plan.isCancelled ? "cancelled" : "sent",
    payments: payments.filter((payment) => payment.date <= on),
  };
}

function paymentsOf(
  { client, pays, mode, tds = 0 }: Plan,
  date: CalendarDate,
  items: EnteredItem[],
) {
  const { taxableValue, grandTotal } = figuresOf(items.map(toLine), modeOf(client), 0 as Paise);
  const tdsAmount = tdsAt(tds, taxableValue);
  const half = Math.floor(grandTotal / 2);
  return pays.map((after, n): DemoPayment => {
    const isLast = n === pays.length - 1;
    const before = n * half;
    return {
      date: addDays(date, after),
      amount: (isLast ? grandTotal - before - tdsAmount : half) as Paise,
      tdsAmount: isLast ? tdsAmount : (0 as Paise),
      mode,
      reference: referenceOf(mode, addDays(date, after)),
    };
  });
}

const modeOf = (client: ClientName) =>
  gstModeOf(AGENCY.gstNumber, findState(stateOf(CLIENTS[client]).stateCode));

/** As banks number them, from the day. */
function referenceOf(mode: PaymentMode, date: CalendarDate): string {
  const day = date.replaceAll("-", "");
  if (mode === "Cheque") return `Cheque ${day.slice(2)}`;
  return mode === "UPI" ? `UPI 4${day}117` : `HDFCN5${day}08`;
}

const monthOf = (date: CalendarDate) => formatDate(date).split(" ").slice(1).join(" ");

const ADVERTISING = "998361";
const DESIGN = "998391";
const WEB = "998314";
const PHOTOS = "998382";

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
  item(`Retainer for ${monthOf(date)}`, ADVERTISING, 1, rate),
];

const PLANS: Plan[] = [
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
    items: (date) => [item(`Posts and newsletter, ${monthOf(date)}`, ADVERTISING, 12, 2_800, 10)],
    due: 7,
    pays: [5],
    mode: "UPI",
  },
  {
    days: ["-10"],
    client: "mandovi",
    items: (date) => [
      item(`Website, work of ${monthOf(date)}`, WEB, 22, 1_850),
      item("Photography of rooms, one day", PHOTOS, 1, 14_000),
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
    notes: "Artwork in CMYK and Pantone, both.",
  },
  {
    days: ["-03-17", "-09-14"],
    client: "urja",
    items: () => [item("Annual report, 64 pages", DESIGN, 64, 1_450)],
    due: 30,
    pays: [],
    mode: "Bank Transfer",
    isCancelled: true,
    notes: "Ordered with 72 pages; see the invoice of the next day.",
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
];

const DRAFTS: Plan[] = [
  {
    days: [],
    client: "saffron",
    items: () => [item("Menu card, festive season", DESIGN, 2, 16_000)],
    due: 15,
    pays: [],
    mode: "Cheque",
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
  },
];
