import { type CalendarDate, formatDate } from "../dates.ts";
import { toDecimal } from "../money.ts";
import type { Chart, Ledger } from "./chart.ts";
import type { Posting } from "./postings.ts";

// Exports the books to hledger in double entry. Every row posts to the ledgers of the statements, so
// hledger's balances equal bahi's.
//
//   2026-04-01 Office rent
//       expenses:Rent                INR 55000.00
//       assets:bank:HDFC Current     INR -55000.00

/** The postings of a row, with their description. */
export interface JournalEntry {
  date: CalendarDate;
  title: string;
  /** Comment lines. */
  notes?: string;
  postings: Posting[];
}

/** Returns the header: the agency, declarations of all ledgers, and opening balances. */
export function journalHead(
  agencyName: string,
  chart: Chart,
  openings: Posting[],
  opensOn: CalendarDate,
): string {
  // `hledger check --strict` rejects undeclared accounts.
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
  // hledger would parse a description that starts like a status mark or a code as one.
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
  return [ROOTS[section], ...(account ? [account.toLowerCase()] : []), escapeName(name)].join(":");
}

/**
 * Escapes a part of an account name. hledger ends names at two spaces or a semicolon, and splits them at
 * colons.
 */
function escapeName(name: string): string {
  return oneLine(name).replaceAll(":", "꞉").replaceAll(";", "⁏");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
