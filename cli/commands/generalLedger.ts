import { createReadStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { unguard } from "../../domain/csv/transactions.ts";
import { addDays, type DateRange } from "../../domain/dates.ts";
import type { LedgerBalance } from "../../domain/ledger/journals.ts";
import type { TrialBalance } from "../../domain/ledger/reports.ts";
import { sumInPaise, toDecimal } from "../../domain/money.ts";
import type { Api } from "../api.ts";
import { fileNameAmong } from "../files.ts";

const HEAD = "Date,Type,Number,Particulars,Party,Contra,Debit,Credit,Balance\n";
/** What a ledger's file gathers before it is written. */
const PART = 1 << 16;

/** What each ledger holds before a period, in paise, debit positive, by its name. */
export async function openingsOf(api: Api, { dateFrom }: DateRange): Promise<Map<string, bigint>> {
  const at = addDays(dateFrom, -1);
  const query = { at, view: "raw" };
  const balances = await api.json<TrialBalance>("/reports/trial-balance", "rows", { query });
  if (balances.booksBegin && balances.booksBegin <= at) {
    return sumsOf(balances.rows, ({ debit, credit }) => sumInPaise(debit) - sumInPaise(credit));
  }
  const { ledgers } = await api.json<{ ledgers: LedgerBalance[] }>("/ledgers", "ledgers");
  return sumsOf(ledgers, ({ openingBalance }) => sumInPaise(openingBalance));
}

const sumsOf = <Row extends { name: string }>(rows: Row[], paise: (row: Row) => bigint) =>
  new Map(rows.map((row) => [row.name, paise(row)]));

interface Ledger {
  file: string;
  balance: bigint;
  text: string;
  writer: Bun.FileSink;
}

/**
 * Each ledger of a day book in a file of its own, with the balance after each row.
 * @param folder where `general-ledger` is made
 * @returns the files, within that folder
 */
export async function splitDayBook(
  dayBook: string,
  folder: string,
  openings: Map<string, bigint>,
): Promise<string[]> {
  const ledgers = new Map<string, Ledger>();
  const names = new Set<string>();
  await mkdir(join(folder, "general-ledger"), { recursive: true });
  const open = (name: string): Ledger => {
    const file = join("general-ledger", `${fileNameAmong(names, name)}.csv`);
    const balance = openings.get(name) ?? 0n;
    const text = `${HEAD},,,Opening balance,,,,,${toDecimal(balance)}\n`;
    const ledger = { file, balance, text, writer: Bun.file(join(folder, file)).writer() };
    ledgers.set(name, ledger);
    return ledger;
  };
  let isHead = true;
  for await (const line of createInterface({ input: createReadStream(dayBook) })) {
    if (isHead) {
      isHead = false;
      continue;
    }
    const cells = cellsOf(line);
    const [debit = "", credit = ""] = cells.slice(7);
    const name = plain(cells[5] ?? "");
    const ledger = ledgers.get(name) ?? open(name);
    ledger.balance += BigInt((debit || `-${credit}`).replace(".", ""));
    const told = [...cells.slice(0, 5), cells[6], debit, credit, toDecimal(ledger.balance)];
    ledger.text += `${told.join()}\n`;
    if (ledger.text.length < PART) continue;
    ledger.writer.write(ledger.text);
    await ledger.writer.flush();
    ledger.text = "";
  }
  for (const { text, writer } of ledgers.values()) {
    writer.write(text);
    await writer.end();
  }
  return [...ledgers.values()].map(({ file }) => file);
}

/** As they are written, with their quotes: a record of a day book is a line. */
const cellsOf = (line: string): string[] =>
  line.includes('"')
    ? [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = ""]) => cell).slice(0, 9)
    : line.split(",");

/** A name without its quotes, and without what keeps a spreadsheet from running it. */
const plain = (cell: string): string =>
  unguard(cell.replace(/^"(.*)"$/s, "$1").replaceAll('""', '"'));
