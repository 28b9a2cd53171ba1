import { addDays, type CalendarDate } from "../../domain/dates.ts";
import type { ReceiptMode } from "../../domain/documents/receipts.ts";
import { DAYS, PLACES } from "./studio.ts";

// Walk-in customers: small jobs, prints and workshop seats, paid at once. Each day of the year has the same
// customers, so 3 October looks the same whenever the demo is created.

/** A receipt's form, with the account by name. */
export interface DemoReceipt {
  date: CalendarDate;
  client: { name: string; phone?: string; email?: string; address?: string };
  purpose: string;
  /** Rupees. */
  amount: number;
  mode: ReceiptMode;
  reference?: string;
  account: string;
  notes?: string;
}

/** Returns two to four receipts a month up to and including this day, oldest first. */
export function receiptsUntil(on: CalendarDate): DemoReceipt[] {
  const days = Array.from({ length: DAYS }, (_, n) => addDays(on, n + 1 - DAYS));
  return days.flatMap((date) => {
    const today = VISITS.filter(({ day }) => date.endsWith(day));
    return today.map(({ day, ...receipt }) => ({ date, ...receipt }));
  });
}

type Client = DemoReceipt["client"];
type Rest = Pick<DemoReceipt, "reference" | "notes">;
type Visit = Omit<DemoReceipt, "date"> & { day: string };

const { BANK, CASH, WALLET } = PLACES;

const meenal = { name: "Meenal Deshpande", phone: "98220 41170", email: "meenal@pottery.example" };
const cafe = {
  name: "Café Bhonsle",
  phone: "020 5550 0188",
  address: "Koregaon Park\nPune 411001",
};
const sweets = { name: "Modak Sweets", phone: "020 5550 0126", address: "Laxmi Road\nPune 411030" };
const books = { name: "Kothrud Book Club", email: "hello@kothrudbooks.example" };
const couple = { name: "Ira Sathe and Sahil Rao", phone: "97640 33190" };
const radhika = { name: "राधिका जोशी", phone: "98500 63321" };
const murugan = { name: "இளவரசன் முருகன்", phone: "98400 55012" };
const gurpreet = {
  name: "Gurpreet Kaur",
  phone: "98765 20418",
  address: "Nagar Road\nPune 411014",
};
const tarun = { name: "Tarun Bakshi" };
const priya = { name: "Priya Nair", phone: "99230 18804", email: "priya.nair@mail.example" };

const cash = (day: string, client: Client, purpose: string, amount: number, rest: Rest = {}) =>
  visit(day, client, purpose, amount, { mode: "Cash", account: CASH, ...rest });
const upi = (day: string, client: Client, purpose: string, amount: number, rest: Rest = {}) =>
  visit(day, client, purpose, amount, { mode: "UPI", account: WALLET, ...rest });
const bank = (
  mode: ReceiptMode,
  [day, client, purpose, amount]: [string, Client, string, number],
  reference: string,
) => visit(day, client, purpose, amount, { mode, account: BANK, reference });

const visit = (
  day: string,
  client: Client,
  purpose: string,
  amount: number,
  rest: Pick<Visit, "mode" | "account"> & Rest,
): Visit => ({ day, client, purpose, amount, ...rest });

const SEAT = "Typography weekend, one seat";
const NIBS = { notes: "Paper and nibs are included." };

const VISITS: Visit[] = [
  cash("01-07", radhika, "Visiting cards, 200", 1_100),
  upi("01-16", priya, SEAT, 3_500, { reference: "UPI 401188260417" }),
  upi("01-29", gurpreet, "Poster prints, A2, matt, 4", 1_400, { reference: "UPI 402955134870" }),
  bank("Cheque", ["02-05", sweets, "Box label, mango barfi", 6_500], "Cheque 000418"),
  cash("02-13", tarun, "Photo retouching, 6 pictures", 900),
  bank("Card", ["02-24", meenal, "Logo clean-up and files", 4_200], "Slip 2210"),
  upi("03-06", books, "Risograph zine, 20 copies", 1_850, { reference: "UPI 406512277903" }),
  bank("Bank Transfer", ["03-18", cafe, "Menu card, two sides", 4_500], "NEFT N077261880412"),
  upi("04-03", murugan, SEAT, 3_500, { reference: "UPI 409361058824" }),
  cash("04-15", gurpreet, "Visiting cards, 100", 650),
  bank(
    "Card",
    ["04-24", couple, "Wedding invitation design, first instalment", 7_500],
    "Slip 2381",
  ),
  bank(
    "Card",
    ["05-09", couple, "Wedding invitation design, second instalment", 6_500],
    "Slip 2407",
  ),
  upi("05-22", meenal, "Price tags for the kiln sale, 120", 1_250),
  cash("06-04", tarun, "Portfolio review, one hour", 1_500),
  upi("06-12", radhika, "Lettering workshop, two seats", 4_800, NIBS),
  bank("Cheque", ["06-25", cafe, "Shop sign, artwork", 8_500], "Cheque 118204"),
  upi("07-08", priya, "Book cover, e-book size", 5_500, { reference: "UPI 419042276155" }),
  cash("07-21", books, "Bookmarks, 150", 1_200),
  upi("08-05", gurpreet, SEAT, 3_500, { reference: "UPI 421770913346" }),
  bank("Bank Transfer", ["08-19", sweets, "Festival hamper sleeve", 9_200], "NEFT N231268837705"),
  cash("08-28", murugan, "Poster prints, A2, matt, 2", 700),
  upi("09-10", books, "Poster for the annual meet", 2_400, { reference: "UPI 425319048821" }),
  bank("Card", ["09-26", meenal, "Stall banner, artwork", 3_200], "Slip 2655"),
  upi("10-03", radhika, "Rangoli stencils, 5 drawings", 2_750),
  bank("Cheque", ["10-16", sweets, "Diwali box, 3 sizes, artwork", 14_000], "Cheque 000467"),
  cash("10-27", tarun, "Greeting cards, 60", 1_350),
  upi("11-05", priya, "Portfolio review, one hour", 1_500, { reference: "UPI 430977415502" }),
  bank("Card", ["11-12", cafe, "Winter menu, two sides", 4_500], "Slip 2748"),
  cash("11-17", gurpreet, "Visiting cards, 200", 1_100),
  upi("11-20", murugan, "Lettering workshop, two seats", 4_800, NIBS),
  cash("12-04", radhika, "Calendar prints, A3, 10", 1_900),
  bank("Bank Transfer", ["12-15", books, "Anthology cover", 7_000], "NEFT N349264410938"),
  visit("12-23", couple, "Thank-you cards, 80", 2_100, {
    mode: "Other",
    account: BANK,
    reference: "Gift voucher 0031",
    notes: "Voucher from the Christmas market.",
  }),
];
