import { NewRule } from "../../domain/banking/matching.ts";
import { addDays, type CalendarDate, type DateRange } from "../../domain/dates.ts";
import { parse } from "../../domain/refusal.ts";
import { acceptLines } from "../banking/accept.ts";
import { importStatement } from "../banking/importStatement.ts";
import { listBankLines } from "../banking/lines.ts";
import { addRule } from "../banking/rules.ts";
import { listStatements } from "../banking/statements.ts";
import { listInvoices } from "../documents/listInvoices.ts";
import type { Tenant } from "../engine/tenant.ts";
import type { DemoAction, Studio } from "./deeds.ts";
import { createDice } from "./dice.ts";
import { asHdfc, asIcici, asMt940, asOfx, asWallet, type BankRow, type Format } from "./formats.ts";
import type { DemoRow } from "./rows.ts";
import { ACCOUNTS, PLACES } from "./studio.ts";
import { yearUntil } from "./year.ts";

// What the two banks and the wallet say: the month before, which is reviewed, and of the banks this month up
// to last week, which waits for it. What came since lies in files of the formats that they give, to be tried.
// The banks know of charges and of clients' payments that nobody has entered yet.

const { BANK, RESERVE, CASH, WALLET } = PLACES;

interface Bank {
  account: string;
  file: string;
  /** What is on its statement of a month and in nobody's books. */
  extras(month: string): BankRow[];
  csv: Format;
  /** Of its newest file, which nobody has imported yet. */
  newest: { ending: string; write: Format };
  /** Its statement comes with the end of a month. */
  isMonthly?: true;
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
    newest: { ending: "mt940", write: asMt940 },
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
    newest: { ending: "ofx", write: asOfx },
    isMonthly: true,
  },
  {
    account: WALLET,
    file: "Paytm",
    extras: () => [],
    csv: asWallet,
    newest: { ending: "csv", write: asWallet },
    isMonthly: true,
  },
];

/** What came in the last days is not imported; of what is fetched once a month, of the last weeks. */
const lastImported = (bank: Bank, on: CalendarDate) => addDays(on, bank.isMonthly ? -16 : -6);

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
    const dateTo = isEarly ? lastImported(bank, on) : before;
    const month = { dateFrom: `${before.slice(0, 8)}01`, dateTo };
    const last = importDeed(bank, month, isEarly ? on : second, on);
    if (isEarly) return [last];
    const next = addDays(second, 1);
    const reviewed: DemoAction = {
      ...{ date: next, time: "14:10", by: "rohan" },
      does: (who, studio) => acceptAll(who, studio, bank),
    };
    if (bank.isMonthly || lastImported(bank, on) < first) return [last, reviewed];
    return [
      last,
      reviewed,
      importDeed(bank, { dateFrom: first, dateTo: lastImported(bank, on) }, on, on),
    ];
  });
  return [rule, ...all];
}

function importDeed(
  bank: Bank,
  range: DateRange,
  date: CalendarDate,
  on: CalendarDate,
): DemoAction {
  const isNewest = date === on && bank.account === BANK;
  return {
    ...{ date, time: "13:30", by: "asha" },
    does: async (who, { ids }) => {
      const paid = isNewest ? await openPayment(who, range.dateTo, -1) : [];
      const opened = ACCOUNTS.find(({ name }) => name === bank.account)?.openingBalance ?? 0;
      const opening = rowsOf(bank, on)
        .filter(({ date }) => date < range.dateFrom)
        .reduce((sum, { paise }) => sum + paise, opened);
      const options = {
        ...{ accountId: ids.get(bank.account), file: `${bank.file}_${range.dateTo}.csv` },
        ...{ dryRun: false, acceptGaps: false },
      };
      const rows = [...within(rowsOf(bank, on), range), ...paid];
      const bytes = new TextEncoder().encode(bank.csv({ rows, opening, ...range }));
      await importStatement(who, { options: options as never, bytes });
    },
  };
}

/**
 * A file of each account from where its last statement ends up to yesterday: what somebody who tries the
 * demo drops on *Banking*.
 */
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
      const rows = [...within(rowsOf(bank, on), range), ...paid];
      const opening = Math.round((last?.closing ?? 0) * 100);
      const { ending, write } = bank.newest;
      const content = rows.length > 0 && write({ rows, opening, ...range });
      return content ? [{ name: `${bank.file}_${dateTo}.${ending}`, content }] : [];
    }),
  );
  return files.flat();
}

const within = (rows: BankRow[], { dateFrom, dateTo }: DateRange) =>
  rows
    .filter(({ date }) => date >= dateFrom && date <= dateTo)
    .toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));

/** What a client has paid of an invoice that is still open in the books: of the first such, or the second. */
async function openPayment(who: Tenant, date: CalendarDate, which: -1 | -2): Promise<BankRow[]> {
  const { items } = await listInvoices(who, { status: "SENT", page: 1, limit: 100 } as never);
  const open = items.filter((item) => item.date < addDays(date, -3)).at(which);
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
  if (account === RESERVE) return `BIL/ONL/${who.toUpperCase()}`;
  return named ? `NEFT DR-SBIN0009999-${plain(who)}-NETBANK-${named}` : upi(who, `${date} ${who}`);
}

const number = (seed: string) => createDice(seed).between(600_000_000_000, 699_999_999_999);
const neft = (who: string, seed: string, reference = `SBIN${number(seed)}`) =>
  `NEFT CR-SBIN0009999-${who.toUpperCase()}-INDIGO STUDIO-${reference}`;
const upi = (who: string, seed: string) => {
  const name = plain(who);
  return `UPI-${name}-${name.split(" ")[0]?.toLowerCase()}@ybl-YESB0YBLUPI-${number(seed)}-PAYMENT`;
};
/** As banks print a name. */
const plain = (who: string) =>
  who
    .toUpperCase()
    .replace(/[,.&:]/g, "")
    .replace(/ +/g, " ");
