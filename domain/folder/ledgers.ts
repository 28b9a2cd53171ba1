import { unguard } from "../csv/transactions.ts";
import { addDays, type DateRange } from "../dates.ts";
import type { LedgerBalance } from "../ledger/journals.ts";
import type { TrialBalance } from "../ledger/reports.ts";
import { sumInPaise, toDecimal } from "../money.ts";
import { UniqueNames } from "../names.ts";
import { type Asks, fileNameAmong } from "./file.ts";

// Ledgers are told apart out of a day book that the server reads once, and not asked for one by one.

const HEAD = "Date,Type,Number,Particulars,Party,Contra,Debit,Credit,Balance\n";

/** What each ledger holds before a period, in paise, debit positive, by its name. */
export async function readOpenings(
  asks: Asks,
  { dateFrom }: DateRange,
): Promise<Map<string, bigint>> {
  const at = addDays(dateFrom, -1);
  const query = { at, view: "raw" };
  const balances = await asks.json<TrialBalance>("/reports/trial-balance", "rows", { query });
  if (balances.booksBegin && balances.booksBegin <= at) {
    return toSums(balances.rows, ({ debit, credit }) => sumInPaise(debit) - sumInPaise(credit));
  }
  const { ledgers } = await asks.json<{ ledgers: LedgerBalance[] }>("/ledgers", "ledgers");
  return toSums(ledgers, ({ openingBalance }) => sumInPaise(openingBalance));
}

const toSums = <Row extends { name: string }>(rows: Row[], paise: (row: Row) => bigint) =>
  new Map(rows.map((row) => [row.name, paise(row)]));

/**
 * Tells the ledgers of a day book apart: given each of its lines but the first, it says what to add to which
 * file, with the balance after each row.
 */
export function ledgerSplitter(
  openings: Map<string, bigint>,
): (line: string) => { file: string; text: string } {
  const ledgers = new Map<string, { file: string; balance: bigint }>();
  const fileOf = ledgerFiles();
  return (line) => {
    const cells = splitCells(line);
    const [debit = "", credit = ""] = cells.slice(7);
    const name = plain(cells[5] ?? "");
    let text = "";
    let ledger = ledgers.get(name);
    if (!ledger) {
      const balance = openings.get(name) ?? 0n;
      ledger = { file: fileOf(name), balance };
      ledgers.set(name, ledger);
      text = `${HEAD},,,Opening balance,,,,,${toDecimal(balance)}\n`;
    }
    ledger.balance += BigInt((debit || `-${credit}`).replace(".", ""));
    const told = [...cells.slice(0, 5), cells[6], debit, credit, toDecimal(ledger.balance)];
    return { file: ledger.file, text: `${text}${told.join()}\n` };
  };
}

/** The file of each ledger of a day book, given their names as they first stand in it. */
export function ledgerFiles(): (name: string) => string {
  const names = new UniqueNames();
  return (name) => `general-ledger/${fileNameAmong(names, name)}.csv`;
}

/** As they are written, with their quotes: a record of a day book is a line. */
const splitCells = (line: string): string[] =>
  line.includes('"')
    ? [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = ""]) => cell).slice(0, 9)
    : line.split(",");

/** A name without its quotes, and without what keeps a spreadsheet from running it. */
const plain = (cell: string): string =>
  unguard(cell.replace(/^"(.*)"$/s, "$1").replaceAll('""', '"'));
