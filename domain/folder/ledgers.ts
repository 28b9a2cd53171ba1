import { unguard } from "../csv/transactions.ts";
import { addDays, type DateRange } from "../dates.ts";
import type { LedgerBalance } from "../ledger/journals.ts";
import type { TrialBalance } from "../ledger/reports.ts";
import { sumInPaise, toDecimal } from "../money.ts";
import { UniqueNames } from "../names.ts";
import { type Asks, fileNameAmong } from "./file.ts";

// Splits a day book into ledgers, so that the server reads the books once instead of once per ledger.

const HEAD = "Date,Type,Number,Particulars,Party,Contra,Debit,Credit,Balance\n";

/** Returns each ledger's opening balance in paise by name, debit positive. */
export async function readOpenings(
  asks: Asks,
  { dateFrom }: DateRange,
): Promise<Map<string, bigint>> {
  const at = addDays(dateFrom, -1);
  const query = { at, view: "raw" };
  const balances = await asks.json<TrialBalance>("/reports/trial-balance", "rows", { query });
  if (balances.booksBegin && balances.booksBegin <= at) {
    return mapByName(balances.rows, ({ debit, credit }) => sumInPaise(debit) - sumInPaise(credit));
  }
  const { ledgers } = await asks.json<{ ledgers: LedgerBalance[] }>("/ledgers", "ledgers");
  return mapByName(ledgers, ({ openingBalance }) => sumInPaise(openingBalance));
}

const mapByName = <Row extends { name: string }>(rows: Row[], paise: (row: Row) => bigint) =>
  new Map(rows.map((row) => [row.name, paise(row)]));

/**
 * Returns a function that converts each line of a day book, except the header, to a line of a ledger's
 * file with its running balance.
 */
export function ledgerSplitter(
  openings: Map<string, bigint>,
): (line: string) => { file: string; text: string } {
  const ledgers = new Map<string, { file: string; balancePaise: bigint }>();
  const fileOf = ledgerFiles();
  return (line) => {
    const cells = splitCells(line);
    const [debit = "", credit = ""] = cells.slice(7);
    const name = unquoteCell(cells[5] ?? "");
    let text = "";
    let ledger = ledgers.get(name);
    if (!ledger) {
      const balance = openings.get(name) ?? 0n;
      ledger = { file: fileOf(name), balancePaise: balance };
      ledgers.set(name, ledger);
      text = `${HEAD},,,Opening balance,,,,,${toDecimal(balance)}\n`;
    }
    ledger.balancePaise += BigInt((debit || `-${credit}`).replace(".", ""));
    const row = [...cells.slice(0, 5), cells[6], debit, credit, toDecimal(ledger.balancePaise)];
    return { file: ledger.file, text: `${text}${row.join()}\n` };
  };
}

/** Returns a function that names each ledger's file, in order of appearance. */
export function ledgerFiles(): (name: string) => string {
  const names = new UniqueNames();
  return (name) => `general-ledger/${fileNameAmong(names, name)}.csv`;
}

/** Splits a line into raw cells with their quotes. A record of a day book is one line. */
const splitCells = (line: string): string[] =>
  line.includes('"')
    ? [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = ""]) => cell).slice(0, 9)
    : line.split(",");

/** Removes quotes and the guard against spreadsheet formulas. */
const unquoteCell = (cell: string): string =>
  unguard(cell.replace(/^"(.*)"$/s, "$1").replaceAll('""', '"'));
