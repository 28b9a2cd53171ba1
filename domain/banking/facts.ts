import { type Cell, readBankAmount, readBankDate, unwrap } from "./cells.ts";
import { assertStatesRupees } from "./currencies.ts";
import type { Facts, Stated } from "./statement.ts";

// Reads the text around a table: labels followed by an amount, or captions above amounts.

/** Banks by the first four letters of an IFSC. */
const BANKS: Record<string, string> = {
  HDFC: "HDFC",
  ICIC: "ICICI",
  SBIN: "SBI",
  UTIB: "AXIS",
  KKBK: "KOTAK",
  IDFB: "IDFC",
  CNRB: "CANARA",
  PUNB: "PNB",
  BARB: "BOB",
  YESB: "YES",
  INDB: "INDUSIND",
  FDRL: "FEDERAL",
  UBIN: "UNION",
  BKID: "BOI",
  IBKL: "IDBI",
  UCBA: "UCO",
  RATN: "RBL",
  IOBA: "IOB",
  KARB: "KARNATAKA",
};

/** Names of the banks whose files are recognized. */
export const BANK_NAMES: ReadonlySet<string> = new Set(Object.values(BANKS));

const LAYOUTS: [RegExp, string][] = [
  [/(^|\|)value dat(\||$)|chq\/refno.*value dt/, "HDFC"],
  [/transaction remarks/, "ICICI"],
  [/particulars\|dr\|cr\|bal/, "AXIS"],
];

const ACCOUNT = /(?:account|a\/c|acct|card)\s*(?:number|no\b)\.?[\s:_=-]*([0-9xX*]{4,20}\d)/i;
const IFSC = /\b([A-Z]{4})0[A-Z0-9]{6}\b/;
const DAY = String.raw`(\d{1,2}[-/. ](?:\d{1,2}|[A-Za-z]{3,9})[-/. ,]{1,2}\d{2,4})`;
const PERIOD = new RegExp(
  String.raw`(?:from|period)\b[\s:(]{0,9}(?:from)?[\s:]{0,9}${DAY}\s{0,9}(?:to|-|–)[\s:]{0,9}${DAY}`,
  "i",
);

type Money = "openingPaise" | "closingPaise" | "debitsPaise" | "creditsPaise";
type Figure = keyof Stated;

const FIGURES: [Figure, RegExp][] = [
  ["drCount", /^(dr count|(total )?(number|no) of debits?|debit count)$/],
  ["crCount", /^(cr count|(total )?(number|no) of credits?|credit count)$/],
  ["openingPaise", /^(by )?(opening bal(ance)?|b\/f|brought forward|balance as on .*)$/],
  ["closingPaise", /^(closing bal(ance)?|c\/f|carried forward)$/],
  ["debitsPaise", /^(debits?|total debits?|withdrawls|withdrawals|total withdrawals?)$/],
  ["creditsPaise", /^(credits?|total credits?|deposits|total deposits?)$/],
];

const normalizeLabel = (cell: Cell): string =>
  unwrap(cell).slice(0, 80).toLowerCase().replace(/[.:*]/g, "").replace(/\s+/g, " ").trim();

const figureNamed = (label: string): Figure | undefined =>
  FIGURES.find(([, pattern]) => pattern.test(label))?.[0];

function findIn(texts: string[], pattern: RegExp): RegExpExecArray | undefined {
  for (const text of texts) {
    const found = pattern.exec(text.slice(0, 2_000));
    if (found) return found;
  }
  return undefined;
}

const joinCells = (cells: Cell[]): string => cells.map(unwrap).filter(Boolean).join(" ");

function findPeriod(texts: string[]): Facts["period"] {
  const [, first, last] = findIn(texts, PERIOD) ?? [];
  const [from, to] = [readBankDate(first ?? ""), readBankDate(last ?? "")];
  return from && to ? { from, to } : null;
}

/** Rows above a table that may name its period. */
const ABOVE = 60;

/** Returns the period named in the first rows of a file. */
export const readPeriod = (rows: Cell[][]): Facts["period"] =>
  findPeriod(rows.slice(0, ABOVE).map(joinCells));

/**
 * Reads the rows around a table.
 * @param captions of the table, joined by `|`
 */
export function readFacts(rows: Cell[][], captions: string): Facts {
  const texts = rows.map(joinCells);
  const find = (pattern: RegExp) => findIn(texts, pattern);
  assertStatesRupees(texts.map((text) => text.slice(0, 2_000)));
  const layout = LAYOUTS.find(([pattern]) => pattern.test(captions))?.[1];
  return {
    bank: BANKS[find(IFSC)?.[1] ?? ""] ?? layout ?? null,
    account: find(ACCOUNT)?.[1] ?? null,
    currency: "INR",
    period: findPeriod(texts),
    stated: readStated(rows),
  };
}

/** Returns the account number in a row, or null. */
export const findAccountNumber = (cells: Cell[]): string | null =>
  ACCOUNT.exec(cells.map(unwrap).filter(Boolean).join(" ").slice(0, 2_000))?.[1] ?? null;

/** Returns the bank of an IFSC or of its first letters. */
export const findBankByIfsc = (code: string): string | null => BANKS[code.slice(0, 4)] ?? null;

function readStated(rows: Cell[][]): Stated {
  const stated: Stated = {};
  // If a table spans pages, the first opening and the last closing count.
  const put = (name: Figure, value: number | null | undefined) => {
    if (value === null || value === undefined) return;
    if (name === "openingPaise" && stated.openingPaise !== undefined) return;
    Object.assign(stated, { [name]: value });
  };
  for (const [at, cells] of rows.entries()) {
    if (readTotals(cells, stated)) continue;
    for (const [column, cell] of cells.entries()) {
      const name = figureNamed(normalizeLabel(cell));
      if (!name) continue;
      put(name, figureBeside(cells, column, name) ?? figureBelow(rows, at, column, name));
    }
  }
  return stated;
}

const isCount = (name: Figure): name is Exclude<Figure, Money> => name.endsWith("Count");

const readFigure = (cell: Cell, name: Figure): number | undefined => {
  const text = unwrap(cell);
  // Kotak: `as on 01/04/2026   INR 61,250.00`.
  const tail = /INR\s*([-\d.,]+)$/.exec(text)?.[1];
  const value = readBankAmount(tail ?? (typeof cell === "number" ? cell : text));
  if (value === null || value === undefined) return undefined;
  return isCount(name) ? Math.round(value / 100) : value;
};

/** Reads the next non-empty cell of the row, unless it is a caption. */
function figureBeside(cells: Cell[], column: number, name: Figure): number | undefined {
  const next = cells.slice(column + 1).filter((cell) => !/^:?$/.test(unwrap(cell)))[0];
  return readFigure(next, name);
}

/** Reads the first non-empty row of the next two. */
function figureBelow(rows: Cell[][], at: number, column: number, name: Figure): number | undefined {
  for (const cells of rows.slice(at + 1, at + 3)) {
    if (cells.every((cell) => unwrap(cell) === "")) continue;
    return readFigure(cells[column], name);
  }
  return undefined;
}

/** Reads `TRANSACTION TOTAL DR/CR` with both amounts in the row, or in one cell. */
function readTotals(cells: Cell[], stated: Stated): boolean {
  if (!cells.some((cell) => /\btotal dr\s*\/\s*cr\b/i.test(unwrap(cell)))) return false;
  const figures = cells
    .filter((cell) => !/total/i.test(unwrap(cell)))
    .flatMap((cell) => unwrap(cell).split("/"))
    .map((text) => readBankAmount(text))
    .filter((value) => value !== null && value !== undefined);
  const [debitsPaise, creditsPaise] = figures;
  if (debitsPaise !== undefined && creditsPaise !== undefined) {
    Object.assign(stated, { debitsPaise, creditsPaise });
  }
  return true;
}
