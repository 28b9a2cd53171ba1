import { NewRule } from "../../domain/banking/matching.ts";
import { addDays, type CalendarDate } from "../../domain/dates.ts";
import { toDecimal } from "../../domain/money.ts";
import { parse } from "../../domain/refusal.ts";
import { acceptLines } from "../banking/accept.ts";
import { importStatement } from "../banking/importStatement.ts";
import { listBankLines } from "../banking/lines.ts";
import { addRule } from "../banking/rules.ts";
import { listInvoices } from "../documents/listInvoices.ts";
import type { Tenant } from "../engine/tenant.ts";
import type { DemoAction, Studio } from "./deeds.ts";
import { createDice } from "./dice.ts";
import type { DemoRow } from "./rows.ts";
import { ACCOUNTS, PLACES } from "./studio.ts";
import { yearUntil } from "./year.ts";

// What the two banks say: the month before, which is reviewed, and this month up to yesterday, which
// waits for it. The banks know of charges and of a client's payment that nobody has entered yet.

const { BANK, RESERVE, CASH, WALLET } = PLACES;

interface BankRow {
  date: CalendarDate;
  narration: string;
  paise: number;
}

interface Bank {
  account: string;
  file: string;
  /** What is on its statement of a month and in nobody's books. */
  extras(month: string): BankRow[];
  csv(rows: BankRow[], opening: number): string;
}

const BANKS: Bank[] = [
  {
    account: BANK,
    file: "HDFC_4471",
    extras: (month) => [
      { date: `${month}-02`, narration: "NEFT CHGS INCL GST", paise: -17_70 },
      { date: `${month}-09`, narration: "SMS ALERT CHGS INCL GST", paise: -29_50 },
      {
        date: `${month}-11`,
        narration: upi("SAHYADRI COURIERS", `courier ${month}`),
        paise: -480_00,
      },
    ],
    csv: asHdfc,
  },
  {
    account: RESERVE,
    file: "ICICI_0092",
    extras: (month) => [
      {
        date: `${month}-02`,
        narration: upi("MONSOON CLOUD STORAGE", `cloud ${month}`),
        paise: -649_00,
      },
    ],
    csv: asIcici,
  },
];

/** Up to and including this day. */
export function statementsUntil(on: CalendarDate): DemoAction[] {
  const first = `${on.slice(0, 8)}01`;
  const before = addDays(first, -1);
  const second = addDays(first, 1);
  const isEarly = on <= second;
  const rule: DemoAction = {
    ...{ date: isEarly ? on : second, time: "13:05", by: "asha" },
    does: (who, { ids }) =>
      addRule(
        who,
        parse(NewRule, {
          name: "Charges of the bank",
          test: { direction: "out", narration: "CHGS" },
          effect: { categoryId: ids.get("Bank Charges") },
        }),
      ),
  };
  const all = BANKS.flatMap((bank) => {
    const month = { dateFrom: `${before.slice(0, 8)}01`, dateTo: before };
    const last = importDeed(bank, month, isEarly ? on : second, on);
    if (isEarly) return [last];
    const next = addDays(second, 1);
    const reviewed: DemoAction = {
      ...{ date: next, time: "14:10", by: "rohan" },
      does: (who, studio) => acceptAll(who, studio, bank),
    };
    if (on <= next) return [last, reviewed];
    const now = { dateFrom: first, dateTo: addDays(on, -1) };
    return [last, reviewed, importDeed(bank, now, on, on)];
  });
  return [rule, ...all];
}

interface Range {
  dateFrom: CalendarDate;
  dateTo: CalendarDate;
}

function importDeed(bank: Bank, range: Range, date: CalendarDate, on: CalendarDate): DemoAction {
  const isNow = date === on && range.dateTo >= addDays(on, -1);
  return {
    ...{ date, time: "13:30", by: "asha" },
    does: async (who, { ids }) => {
      const paid = isNow && bank.account === BANK ? await openPayment(who, range.dateTo) : [];
      const rows = [...rowsOf(bank, on), ...paid].toSorted((a, b) => (a.date < b.date ? -1 : 1));
      const opened = ACCOUNTS.find(({ name }) => name === bank.account)?.openingBalance ?? 0;
      const old = rows.filter(({ date }) => date < range.dateFrom);
      const opening = old.reduce((sum, { paise }) => sum + paise, opened);
      const csv = bank.csv(
        rows.filter(({ date }) => date >= range.dateFrom && date <= range.dateTo),
        opening,
      );
      const options = {
        accountId: ids.get(bank.account),
        file: `${bank.file}_${range.dateTo}.csv`,
      };
      const flags = { dryRun: false, acceptGaps: false };
      const bytes = new TextEncoder().encode(csv);
      await importStatement(who, { options: { ...options, ...flags } as never, bytes });
    },
  };
}

/** What a client has paid of an invoice that is still open in the books. */
async function openPayment(who: Tenant, date: CalendarDate): Promise<BankRow[]> {
  const { items } = await listInvoices(who, { status: "SENT", page: 1, limit: 100 } as never);
  const open = items.filter((item) => item.date < addDays(date, -3)).at(-1);
  if (!open) return [];
  const paise = Math.round(open.balance * 100);
  return [{ date, narration: neft(open.clientId.displayName, date), paise }];
}

async function acceptAll(who: Tenant, { ids }: Studio, { account }: Bank): Promise<void> {
  const query = { accountId: ids.get(account), state: "open", page: 1, limit: 500 };
  const { items } = await listBankLines(who, query as never);
  const sure = items.filter(({ proposals: [first] }) => first?.likely);
  await acceptLines(
    who,
    sure.map(({ _id }) => _id),
  );
}

/** What the bank has of a year, its own among it from the month on that a statement tells of. */
function rowsOf(bank: Bank, on: CalendarDate): BankRow[] {
  const { account } = bank;
  const known = yearUntil(on).flatMap((row) => {
    if (row.account !== account && row.toAccount !== account) return [];
    const isIn = row.type === "Income" || row.toAccount === account;
    return [
      { date: clearedOn(row), narration: narrate(row), paise: isIn ? row.amount : -row.amount },
    ];
  });
  const month = on.slice(0, 7);
  const before = addDays(`${month}-01`, -1).slice(0, 7);
  return [...known, ...bank.extras(before), ...bank.extras(month)];
}

/** The landlord takes his cheque to the bank two days later. */
const clearedOn = ({ date, category }: DemoRow) => (category === "Rent" ? addDays(date, 2) : date);

function narrate(row: DemoRow): string {
  const { date, description, account, toAccount, category, type, notes } = row;
  if (toAccount === CASH) return "ATW-512967XXXXXX4471-S1ANPN22-PUNE";
  if (toAccount === WALLET) return upi("PAYTM WALLET", date);
  if (type === "Transfer") return `IMPS-${number(`imps ${date}`)}-INDIGO STUDIO-XXXX0092-TAX`;
  if (category === "Rent") return `CHQ PAID-MICR CTS-PU-${description}`.toUpperCase();
  const who = description.replace(/^(Payment of an? (bill|invoice)|Receipt): /, "");
  const named = notes.match(/\b(?=\w*\d{6})\w{9,}/)?.[0];
  if (type === "Income") return neft(who, `${date} ${who}`, named);
  return account === RESERVE ? `BIL/ONL/${who.toUpperCase()}` : upi(who, `${date} ${who}`);
}

const number = (seed: string) => createDice(seed).between(600_000_000_000, 699_999_999_999);
const neft = (who: string, seed: string, reference = `SBIN${number(seed)}`) =>
  `NEFT CR-SBIN0009999-${who.toUpperCase()}-INDIGO STUDIO-${reference}`;
const upi = (who: string, seed: string) =>
  `UPI-${who.toUpperCase()}-${who.split(" ")[0]?.toLowerCase()}@ybl-${number(seed)}`;

/** As a bank's clerk cuts them: no comma tears a column. */
const clean = (narration: string) => narration.replace(/[,"\n]+/g, " ");
const dayOf = (date: CalendarDate) => date.split("-").reverse();

function asHdfc(rows: BankRow[], opening: number): string {
  let balance = opening;
  const lines = rows.map(({ date, narration, paise }) => {
    balance += paise;
    const day = dayOf(date)
      .join("/")
      .replace(/\/20(\d\d)$/, "/$1");
    const ref = narration.match(/\d{12}/)?.[0] ?? "";
    const cells = [day, clean(narration), day, ...sides(paise), ref, toDecimal(balance as never)];
    return cells.join(",");
  });
  const head = "Date,Narration,Value Dat,Debit Amount,Credit Amount,Chq/Ref Number,Closing Balance";
  return ["", head, ...lines, ""].join("\n");
}

function asIcici(rows: BankRow[], opening: number): string {
  let balance = opening;
  const lines = rows.map(({ date, narration, paise }, n) => {
    balance += paise;
    const day = dayOf(date).join("/");
    const cells = [n + 1, day, day, "-", clean(narration), ...sides(paise)];
    return `,${[...cells, toDecimal(balance as never)].join(",")}`;
  });
  return [
    ",DETAILED STATEMENT,,,,,,,",
    ",Account Number,000405990092 ( INR )  - INDIGO STUDIO,,,,,,",
    ",S No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks," +
      "Withdrawal Amount (INR ),Deposit Amount (INR ),Balance (INR )",
    ...lines,
    "",
  ].join("\n");
}

const sides = (paise: number) =>
  paise < 0 ? [toDecimal(-paise as never), "0.00"] : ["0.00", toDecimal(paise as never)];
