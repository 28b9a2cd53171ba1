import { Acceptance, NewRule } from "../../domain/banking/matching.ts";
import { readStatement } from "../../domain/banking/read.ts";
import type { BankLine } from "../../domain/banking/statements.ts";
import { addDays, type CalendarDate, type DateRange, monthRange } from "../../domain/dates.ts";
import { roundToPaise } from "../../domain/money.ts";
import { monthAfter } from "../../domain/months.ts";
import { parse } from "../../domain/refusal.ts";
import { acceptLine, acceptLines } from "../banking/accept.ts";
import { importStatement, readForAccount } from "../banking/importStatement.ts";
import { listBankLines } from "../banking/lines.ts";
import { ruleStore } from "../banking/rules.ts";
import { listStatements } from "../banking/statements.ts";
import { listInvoices } from "../documents/listInvoices.ts";
import type { Tenant } from "../engine/tenant.ts";
import type { DemoAction, Studio } from "./addActions.ts";
import { createDice } from "./dice.ts";
import { type BankRow, type Format, toHdfc, toIcici, toMt940, toOfx, toWallet } from "./formats.ts";
import { listClosedMonths, toHalfClosedMonth } from "./months.ts";
import type { DemoRow } from "./rows.ts";
import { ACCOUNTS, DAYS, PLACES } from "./studio.ts";
import { yearUntil } from "./year.ts";

// Statements of the two banks and the wallet. Each month of the banks is fully reviewed. For the month being
// closed, all three have open lines. The main bank also has this month up to last week, not reviewed yet.
// Later lines are in files of the banks' formats, to try the import. The banks also have charges and clients'
// payments not entered yet.

const { BANK, RESERVE, CASH, WALLET } = PLACES;

interface Bank {
  account: string;
  file: string;
  /** Monthly lines without an entry, which a rule matches. */
  charges(month: string): BankRow[];
  /** Unreviewed lines without an entry, in the last two months. */
  extras(month: string): BankRow[];
  csv: Format;
  /** Format of its newest file, not imported yet. */
  newest: { ending: string; write: Format };
  /** Its statement covers a whole month. */
  isMonthly?: true;
}

const BANKS: Bank[] = [
  {
    account: BANK,
    file: "HDFC_4471",
    charges: (month) => [
      { date: `${month}-02`, narration: "NEFT CHGS INCL GST", paise: -17_70 },
      { date: `${month}-09`, narration: "SMS ALERT CHGS INCL GST", paise: -29_50 },
    ],
    extras: (month) => [
      {
        date: `${month}-11`,
        narration: upi("SAHYADRI COURIERS", `courier ${month}`),
        paise: -480_00,
      },
      {
        date: `${month}-12`,
        narration: upi("MAHADEV HARDWARE", `hardware ${month}`),
        paise: -1_265_00,
      },
      { date: `${month}-14`, narration: neft("Shivneri Roasters", month), paise: 18_500_00 },
    ],
    csv: toHdfc,
    newest: { ending: "mt940", write: toMt940 },
  },
  {
    account: RESERVE,
    file: "ICICI_0092",
    charges: () => [],
    extras: (month) => [
      {
        date: `${month}-02`,
        narration: upi("MONSOON CLOUD STORAGE", `cloud ${month}`),
        paise: -649_00,
      },
    ],
    csv: toIcici,
    newest: { ending: "ofx", write: toOfx },
    isMonthly: true,
  },
  {
    account: WALLET,
    file: "Paytm",
    charges: () => [],
    extras: () => [],
    csv: toWallet,
    newest: { ending: "csv", write: toWallet },
    isMonthly: true,
  },
];

/** The last days are not imported; for monthly statements, the last weeks. */
const lastImported = (bank: Bank, on: CalendarDate) => addDays(on, bank.isMonthly ? -16 : -6);

/** Lists actions up to and including this day. */
export function statementsUntil(on: CalendarDate): DemoAction[] {
  const half = toHalfClosedMonth(on);
  const closed = listClosedMonths(on);
  const [first = half] = closed;
  const second = `${monthAfter(first)}-02`;
  const rule: DemoAction = {
    date: second < on ? second : on,
    time: "13:05",
    by: "asha",
    does: (who, { ids }) =>
      ruleStore.add(
        who,
        parse(NewRule, {
          name: "Bank charges",
          test: { direction: "out", narration: "CHGS" },
          effect: { categoryId: ids.get("Bank Charges") },
        }),
      ),
  };
  const all = BANKS.flatMap((bank) => {
    const of: Stated = { bank, rows: buildBankRows(bank, on), on };
    const moved = closed.filter((month) => of.rows.some(({ date }) => date.startsWith(month)));
    return [...moved.flatMap((month) => buildReview(of, month, true)), ...buildNewest(of, half)];
  });
  return [rule, ...all];
}

/** An account with its bank's rows of the year. */
interface Stated {
  bank: Bank;
  rows: BankRow[];
  on: CalendarDate;
}

/** Imports a month's statement on the 2nd of the next month, and reviews it a day later, fully or in part. */
function buildReview(of: Stated, month: string, isWhole: boolean): DemoAction[] {
  const next = monthAfter(month);
  return [
    toImportAction(of, monthRange(month), `${next}-02`),
    {
      date: `${next}-03`,
      time: "14:10",
      by: "rohan",
      does: async (who, studio) => {
        await acceptAll(who, studio, of.bank);
        if (isWhole) await acceptRest(who, studio, of.bank);
      },
    },
  ];
}

/** Imports the month being closed, and for the main bank the lines since. */
function buildNewest(of: Stated, half: string): DemoAction[] {
  const { bank, on } = of;
  const month = monthRange(half);
  const second = addDays(month.dateTo, 2);
  const dateTo = lastImported(bank, on);
  if (on <= second) return [toImportAction(of, { ...month, dateTo }, on)];
  const reviewed = buildReview(of, half, false);
  if (bank.isMonthly || dateTo <= month.dateTo) return reviewed;
  return [...reviewed, toImportAction(of, { dateFrom: addDays(month.dateTo, 1), dateTo }, on)];
}

function toImportAction(
  { bank, rows: all, on }: Stated,
  range: DateRange,
  date: CalendarDate,
): DemoAction {
  const isNewest = date === on && bank.account === BANK;
  return {
    date,
    time: "13:30",
    by: "asha",
    does: async (who, { ids }) => {
      const paid = isNewest ? await openPayment(who, range.dateTo, -1) : [];
      const opened = ACCOUNTS.find(({ name }) => name === bank.account)?.openingBalance ?? 0;
      const opening = all
        .filter(({ date }) => date < range.dateFrom)
        .reduce((sum, { paise }) => sum + paise, opened);
      const options = {
        accountId: ids.get(bank.account),
        file: `${bank.file}_${range.dateTo}.csv`,
        dryRun: false,
        acceptGaps: false,
      };
      const rows = [...filterByDates(all, range), ...paid];
      const bytes = new TextEncoder().encode(bank.csv({ rows, opening, ...range }));
      const choices = options as never;
      const read = await readForAccount(who, choices, (how) => readStatement(bytes, how));
      await importStatement(who, { options: choices, bytes, read });
    },
  };
}

/** Returns a file for each account, from its last statement up to yesterday, to drop on *Banking*. */
export async function statementsToDrop(
  who: Tenant,
  on: CalendarDate,
): Promise<{ name: string; content: string }[]> {
  const { items } = await listStatements(who, { page: 1, limit: 100 } as never);
  const dateTo = addDays(on, -1);
  const files = await Promise.all(
    BANKS.map(async (bank) => {
      const of = items.filter(({ file }) => file.startsWith(bank.file));
      const last = of.toSorted((a, b) => (a.periodTo < b.periodTo ? 1 : -1))[0];
      const range = { dateFrom: addDays(last?.periodTo ?? dateTo, 1), dateTo };
      const paid = bank.account === BANK ? await openPayment(who, dateTo, -2) : [];
      const rows = [...filterByDates(buildBankRows(bank, on), range), ...paid];
      const opening = roundToPaise(last?.closing ?? 0);
      const { ending, write } = bank.newest;
      const content = rows.length > 0 && write({ rows, opening, ...range });
      return content ? [{ name: `${bank.file}_${dateTo}.${ending}`, content }] : [];
    }),
  );
  return files.flat();
}

const filterByDates = (rows: BankRow[], { dateFrom, dateTo }: DateRange) =>
  rows
    .filter(({ date }) => date >= dateFrom && date <= dateTo)
    .toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));

/** Returns a client's payment of an invoice that is open in the books: the first such, or the second. */
async function openPayment(who: Tenant, date: CalendarDate, which: -1 | -2): Promise<BankRow[]> {
  const { items } = await listInvoices(who, { status: "SENT", page: 1, limit: 100 } as never);
  const open = items.filter((item) => item.date < addDays(date, -3)).at(which);
  if (!open) return [];
  const paise = roundToPaise(open.balance);
  return [{ date, narration: neft(open.clientId.displayName, date), paise }];
}

async function openLines(who: Tenant, { ids }: Studio, { account }: Bank): Promise<BankLine[]> {
  const query = { accountId: ids.get(account), state: "open", page: 1, limit: 500 };
  return (await listBankLines(who, query as never)).items;
}

async function acceptAll(who: Tenant, studio: Studio, bank: Bank): Promise<void> {
  const lines = await openLines(who, studio, bank);
  const sure = lines.filter(({ proposals: [first] }) => first?.likely);
  await acceptLines(
    who,
    sure.map(({ _id }) => _id),
  );
}

/** Accepts lines that are not certain, but are in the books. */
async function acceptRest(who: Tenant, studio: Studio, bank: Bank): Promise<void> {
  for (const { _id, proposals } of await openLines(who, studio, bank)) {
    const known = proposals.find(({ kind }) => kind === "transaction");
    if (known) await acceptLine(who, _id, parse(Acceptance, { proposal: known._id }));
  }
}

/** Builds the bank's rows of a year, including those only the bank knows. */
function buildBankRows(bank: Bank, on: CalendarDate): BankRow[] {
  const { account } = bank;
  const known = yearUntil(on).flatMap((row) => {
    if (row.account !== account && row.toAccount !== account) return [];
    const isIn = row.type === "Income" || row.toAccount === account;
    return [
      {
        date: clearedOn(row),
        narration: narrate(row),
        paise: isIn ? row.amountPaise : -row.amountPaise,
      },
    ];
  });
  const first = addDays(on, 1 - DAYS);
  const open = [toHalfClosedMonth(on), on.slice(0, 7)];
  const charges = [...listClosedMonths(on), ...open].flatMap((month) => bank.charges(month));
  return [
    ...known,
    ...charges.filter(({ date }) => date >= first),
    ...open.flatMap((month) => bank.extras(month)),
  ];
}

/** The landlord deposits his cheque two days later. */
const clearedOn = ({ date, category }: DemoRow) => (category === "Rent" ? addDays(date, 2) : date);

function narrate(row: DemoRow): string {
  const { date, description, account, toAccount, category, type, notes } = row;
  if (toAccount === CASH) return "ATW-512967XXXXXX4471-S1ANPN22-PUNE";
  if (toAccount === WALLET) return upi("PAYTM WALLET", date);
  if (type === "Transfer") return `IMPS-${number(`imps ${date}`)}-INDIGO STUDIO-XXXX0092-TAX`;
  if (category === "Rent") return `CHQ PAID-MICR CTS-PU-${description}`.toUpperCase();
  const who = description.replace(/^(Payment of an? (bill|invoice)|Receipt|Advance): /, "");
  const named = notes.match(/\b(?=\w*\d{6})\w{9,}/)?.[0];
  if (type === "Income") return neft(who, `${date} ${who}`, named);
  if (account === RESERVE) return `BIL/ONL/${who.toUpperCase()}`;
  return named
    ? `NEFT DR-SBIN0009999-${formatBankName(who)}-NETBANK-${named}`
    : upi(who, `${date} ${who}`);
}

const number = (seed: string) => createDice(seed).between(600_000_000_000, 699_999_999_999);
const neft = (who: string, seed: string, reference = `SBIN${number(seed)}`) =>
  `NEFT CR-SBIN0009999-${who.toUpperCase()}-INDIGO STUDIO-${reference}`;
const upi = (who: string, seed: string) => {
  const name = formatBankName(who);
  return `UPI-${name}-${name.split(" ")[0]?.toLowerCase()}@ybl-YESB0YBLUPI-${number(seed)}-PAYMENT`;
};
/** Formats a name as banks do. */
const formatBankName = (who: string) =>
  who
    .toUpperCase()
    .replace(/[,.&:]/g, "")
    .replace(/ +/g, " ");
