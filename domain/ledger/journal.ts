import { type CalendarDate, formatDate } from "../dates.ts";
import { toDecimal } from "../money.ts";
import type { Chart, Ledger } from "./chart.ts";
import type { Posting } from "./postings.ts";

// The books as hledger reads them, in double entry: whatever a row posts, by the ledgers of the statements,
// so that hledger comes to every balance that bahi shows.
//
//   2026-04-01 Office rent
//       expenses:Rent                INR 55000.00
//       assets:bank:HDFC Current     INR -55000.00

/** An entry: what a row posts, with the words for it. */
export interface JournalEntry {
  date: CalendarDate;
  title: string;
  /** Lines of comment. */
  notes?: string;
  postings: Posting[];
}

/** The head: whose books, every ledger, and what they held when the books begin. */
export function journalHead(
  agencyName: string,
  chart: Chart,
  openings: Posting[],
  opensOn: CalendarDate,
): string {
  // `hledger check --strict` takes no account that is not declared.
  const declared = [...new Set(chart.ledgers.map(toAccountName))].map((name) => `account ${name}`);
  const title = `; ${oneLine(agencyName)}: books from ${formatDate(opensOn)}, by bahi`;
  const opening =
    openings.length > 0
      ? formatEntry({ date: opensOn, title: "Opening balances", postings: openings }, chart)
      : "";
  return `${[title, "commodity INR 1000.00", "", ...declared, "", ""].join("\n")}${opening}`;
}

export const journalEntries = (entries: JournalEntry[], chart: Chart): string =>
  entries
    .filter(({ postings }) => postings.length > 0)
    .map((entry) => formatEntry(entry, chart))
    .join("");

function formatEntry({ date, title, notes, postings }: JournalEntry, chart: Chart): string {
  const comments = notes ? notes.split("\n").map((line) => `    ; ${line}`) : [];
  const text = oneLine(title).replace(/[;|]/g, ",");
  // A description that begins like a status mark or a code would be read as one.
  const head = `${date} ${/^[*!(]/.test(text) ? `\u200b${text}` : text}`;
  const lines = postings.map(({ ledger, paise }) => {
    const known = chart.of(ledger);
    if (!known) throw new Error(`No ledger is called ${ledger}`);
    return `    ${toAccountName(known)}  INR ${toDecimal(BigInt(paise))}`;
  });
  return `${[head, ...comments, ...lines, ""].join("\n")}\n`;
}

const ROOTS: Record<Ledger["section"], string> = {
  income: "income",
  expenses: "expenses",
  appropriations: "expenses",
  assets: "assets",
  liabilities: "liabilities",
  equity: "equity",
};

function toAccountName({ name, section, account }: Ledger): string {
  return [ROOTS[section], ...(account ? [account.toLowerCase()] : []), part(name)].join(":");
}

/** A name within an account: hledger ends one at two blanks or a semicolon, and splits at a colon. */
function part(name: string): string {
  return oneLine(name).replaceAll(":", "꞉").replaceAll(";", "⁏");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
