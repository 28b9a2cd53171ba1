import { addDays, type CalendarDate, formatDate } from "../../domain/dates.ts";
import type { Paise } from "../../domain/money.ts";
import { depositBy } from "../../domain/tds/deposits.ts";
import type { TdsRule } from "../../domain/tds/law.ts";
import { deductTds, type TdsEvent } from "../../domain/tds/sums.ts";
import { DAYS } from "./studio.ts";
import { VENDORS, type VendorName } from "./vendors.ts";

// The studio's bills, on the same days of every year, with their payments. The date decides what is open, due
// this week or overdue.

export interface DemoBill extends Omit<Plan, "days" | "due" | "of" | "pays"> {
  kind: "BILL" | "CREDIT_NOTE";
  /** "" for a self-invoice. */
  number: string;
  date: CalendarDate;
  dueDate: CalendarDate;
  /** The total, and the TDS on it. */
  totalPaise: Paise;
  tdsPaise: Paise;
  /** Payments made so far. */
  payments: { date: CalendarDate; amountPaise: Paise; reference: string }[];
}

interface Plan {
  /** The end of a date, as in billing.ts. */
  days: string[];
  vendor: VendorName;
  what: string;
  category: string;
  /** Before tax. Even, and at 5 % a multiple of 200, so that CGST and SGST need no rounding. */
  rupees: number;
  taxPct: number;
  /** Days of credit. */
  due: number;
  /** Days until it is paid: in full, or in two halves. */
  pays: number[];
  /** Prefix of the vendor's numbers. */
  of: string;
  isOwnTax?: true;
  isImport?: true;
  state?: "DRAFT" | "HOLD";
  notes?: string;
}

/** Returns a year's bills up to and including this day, oldest first. */
export function billsUntil(on: CalendarDate): DemoBill[] {
  const days = Array.from({ length: DAYS }, (_, n) => addDays(on, n + 1 - DAYS));
  const planned = days.flatMap((date) =>
    PLANS.filter(({ days }) => days.some((day) => date.endsWith(day))).map((plan) => ({
      plan,
      date,
    })),
  );
  const recent = RECENT.map(({ daysAgo, ...plan }) => ({
    plan: { days: [], ...plan },
    date: addDays(on, -daysAgo),
  }));
  const earlier = new Map<VendorName, TdsEvent[]>();
  const bills = [...planned, ...recent]
    .toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)))
    .map(({ plan, date }) => write(plan, date, on, earlier));
  return [
    ...bills,
    buildCreditNote(bills.findLast(({ number }) => number.startsWith("KP/S/"))),
  ].toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
}

function write(
  plan: Plan,
  date: CalendarDate,
  on: CalendarDate,
  earlier: Map<VendorName, TdsEvent[]>,
): DemoBill {
  const { days, due, of, pays, ...rest } = plan;
  const { tdsRule, pan } = VENDORS[plan.vendor];
  const taxable = (plan.rupees * 100) as Paise;
  const others = earlier.get(plan.vendor) ?? [];
  const isKept = tdsRule !== "" && plan.state !== "DRAFT";
  const id = String(others.length);
  const event = { id, document: id, number: id.padStart(4, "0"), date, amountPaise: taxable };
  const events = [...others, ...(isKept ? [event] : [])];
  const tds = deductTds({ rule: tdsRule, pan }, events).paiseByEvent.get(id) ?? (0 as Paise);
  earlier.set(plan.vendor, events);
  const total = (taxable + (plan.isOwnTax ? 0 : plan.rupees * plan.taxPct)) as Paise;
  const half = Math.floor((total - tds) / 2);
  const payments = pays.map((after, n) => ({
    date: addDays(date, after),
    amountPaise: (n < pays.length - 1 ? half : total - tds - n * half) as Paise,
    reference: `HDFCN5${addDays(date, after).replaceAll("-", "")}${String(n + 1).padStart(2, "0")}`,
  }));
  return {
    ...rest,
    kind: "BILL",
    date,
    dueDate: addDays(date, due),
    totalPaise: total,
    tdsPaise: tds,
    number: of && `${of}${date.slice(2, 7).replace("-", "")}/${date.slice(8)}`,
    payments: payments.filter((payment) => payment.date <= on),
  };
}

/** For a tenth of a print run that came out too dark. */
function buildCreditNote(bill: DemoBill | undefined): DemoBill {
  if (!bill) throw new Error("The demo has no bill to credit");
  const rupees = bill.rupees / 10;
  const total = (rupees * (100 + bill.taxPct)) as Paise;
  const what = "Returned prints, too dark";
  return {
    ...bill,
    kind: "CREDIT_NOTE",
    rupees,
    totalPaise: total,
    what,
    tdsPaise: 0 as Paise,
    payments: [],
    number: bill.number.replace("/S/", "/CN/"),
    date: addDays(bill.date, 3),
  };
}

/** Returns TDS deposits by month and rule. */
export function depositsUntil(on: CalendarDate) {
  const deducted = Map.groupBy(
    billsUntil(on).filter(({ tdsPaise }) => tdsPaise > 0),
    ({ date, vendor }) => `${date.slice(0, 7)} ${VENDORS[vendor].tdsRule}`,
  );
  return [...deducted].flatMap(([key, bills]) => {
    const [month = "", rule = ""] = key.split(" ");
    const date = depositBy(month);
    const amount = bills.reduce((sum, { tdsPaise }) => sum + tdsPaise, 0) as Paise;
    const what = `TDS of ${formatDate(`${month}-01`).slice("1 ".length)}`;
    return date <= on ? [{ month, rule: rule as TdsRule, date, amount, what }] : [];
  });
}

const AT_18 = { taxPct: 18, due: 15 };

const PLANS: Plan[] = [
  {
    days: ["-01"],
    vendor: "landlord",
    what: "Studio rent, Koregaon Park",
    category: "Rent",
    rupees: 78_000,
    ...AT_18,
    due: 4,
    pays: [0],
    of: "",
    isOwnTax: true,
  },
  {
    days: ["-01-03", "-04-03", "-07-03", "-10-03"],
    vendor: "design",
    category: "Software",
    what: "Design tool, 6 editors, quarterly",
    rupees: 19_440,
    ...AT_18,
    pays: [1],
    of: "FW-",
    isOwnTax: true,
    isImport: true,
  },
  {
    days: ["-02-05", "-05-05", "-08-05", "-11-05"],
    vendor: "software",
    category: "Software",
    what: "Creative suite, 5 seats, quarterly",
    rupees: 63_000,
    ...AT_18,
    pays: [5],
    of: "VSD/",
  },
  {
    days: ["-09"],
    vendor: "press",
    what: "Proofs and short runs",
    category: "Printing",
    rupees: 14_600,
    ...AT_18,
    due: 30,
    pays: [26],
    of: "KP/",
  },
  {
    days: ["-13"],
    vendor: "cloud",
    what: "Servers, Mumbai region",
    category: "Hosting & Domains",
    rupees: 5_440,
    ...AT_18,
    pays: [4],
    of: "BC-",
  },
  {
    days: ["-15"],
    vendor: "accountant",
    what: "Bookkeeping and returns",
    category: "Professional Fees",
    rupees: 12_000,
    ...AT_18,
    pays: [12],
    of: "DA/",
  },
  {
    days: ["-01-26", "-04-26", "-07-26", "-10-26"],
    vendor: "stationer",
    what: "Paper, boards and blades",
    category: "Office Supplies",
    rupees: 3_260,
    taxPct: 0,
    due: 7,
    pays: [3],
    of: "V",
  },
  {
    days: ["-02-06", "-05-06", "-08-06", "-11-06"],
    vendor: "tanvi",
    what: "Illustrations",
    category: "Freelancers",
    rupees: 24_000,
    taxPct: 0,
    due: 15,
    pays: [14],
    of: "TR-",
  },
  {
    days: ["-01-11", "-04-11", "-07-11", "-10-11"],
    vendor: "pranav",
    what: "Web development",
    category: "Freelancers",
    rupees: 38_000,
    taxPct: 0,
    due: 20,
    pays: [8, 19],
    of: "PD",
  },
  {
    days: ["-03-21", "-06-21", "-09-21", "-12-21"],
    vendor: "advocate",
    category: "Professional Fees",
    what: "Review of client contracts",
    rupees: 18_000,
    ...AT_18,
    pays: [9],
    of: "LP/",
    isOwnTax: true,
  },
  {
    days: ["-01-08", "-04-14", "-07-16", "-10-19"],
    vendor: "caterer",
    category: "Tea & Snacks",
    what: "Lunch for the team and guests",
    rupees: 8_400,
    taxPct: 5,
    due: 7,
    pays: [2],
    of: "AC",
  },
];

/** By how many days ago they came, whatever the day is. */
const RECENT: (Omit<Plan, "days"> & { daysAgo: number })[] = [
  {
    daysAgo: 41,
    vendor: "press",
    what: "Catalogue, 500 copies",
    category: "Printing",
    rupees: 42_000,
    ...AT_18,
    due: 30,
    pays: [],
    of: "KP/S/",
  },
  {
    daysAgo: 27,
    vendor: "caterer",
    what: "Dinner, client launch",
    category: "Tea & Snacks",
    rupees: 16_000,
    taxPct: 5,
    due: 7,
    pays: [],
    of: "AC/E",
    state: "HOLD",
    notes: "Billed for 40 plates, but only 32 came. Rohan is checking with them.",
  },
  {
    daysAgo: 22,
    vendor: "cloud",
    what: "Server for a client’s campaign",
    category: "Hosting & Domains",
    rupees: 18_000,
    ...AT_18,
    due: 30,
    pays: [13, 40],
    of: "BC-C",
  },
  {
    daysAgo: 17,
    vendor: "tanvi",
    what: "Cover and six plates",
    category: "Freelancers",
    rupees: 26_000,
    taxPct: 0,
    due: 20,
    pays: [],
    of: "TR-S",
  },
  {
    daysAgo: 12,
    vendor: "press",
    what: "Annual report, 300 copies",
    category: "Printing",
    rupees: 64_000,
    ...AT_18,
    due: 60,
    pays: [],
    of: "KP/R/",
  },
  {
    daysAgo: 1,
    vendor: "software",
    what: "Two more seats",
    category: "Software",
    rupees: 8_400,
    ...AT_18,
    pays: [],
    of: "VSD/N",
    state: "DRAFT",
  },
];
