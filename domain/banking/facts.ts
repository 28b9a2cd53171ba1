import { type Cell, readBankAmount, readBankDate, unwrap } from "./cells.ts";
import { assertStatesRupees } from "./currencies.ts";
import type { Facts, Stated } from "./statement.ts";

// What stands above and below the lines: labels with a figure behind them, or captions with figures below.

/** By the first four letters of an IFSC. */
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

/** The banks that a file is recognised to come from. */
export const BANK_NAMES: ReadonlySet<string> = new Set(Object.values(BANKS));

/** Captions that only one bank prints. */
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

type Money = "opening" | "closing" | "debits" | "credits";
type Figure = keyof Stated;

const FIGURES: [Figure, RegExp][] = [
  ["drCount", /^(dr count|(total )?(number|no) of debits?|debit count)$/],
  ["crCount", /^(cr count|(total )?(number|no) of credits?|credit count)$/],
  ["opening", /^(by )?(opening bal(ance)?|b\/f|brought forward|balance as on .*)$/],
  ["closing", /^(closing bal(ance)?|c\/f|carried forward)$/],
  ["debits", /^(debits?|total debits?|withdrawls|withdrawals|total withdrawals?)$/],
  ["credits", /^(credits?|total credits?|deposits|total deposits?)$/],
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

/** Returns the period that the first rows of a file name. */
export const readPeriod = (rows: Cell[][]): Facts["period"] =>
  findPeriod(rows.slice(0, ABOVE).map(joinCells));

/** What the rows around a table say. `captions` are the table's own, joined by `|`. */
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

/** Returns the account number that a row names; null if it names none. */
export const findAccountNumber = (cells: Cell[]): string | null =>
  ACCOUNT.exec(cells.map(unwrap).filter(Boolean).join(" ").slice(0, 2_000))?.[1] ?? null;

/** The bank that an IFSC or its first letters belong to. */
export const findBankByIfsc = (code: string): string | null => BANKS[code.slice(0, 4)] ?? null;

function readStated(rows: Cell[][]): Stated {
  const stated: Stated = {};
  // The closing of a table that goes on over pages is the last one, its opening the first.
  const put = (name: Figure, value: number | null | undefined) => {
    if (value === null || value === undefined) return;
    if (name === "opening" && stated.opening !== undefined) return;
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

/** The next filled cell of the row, unless that is a caption itself. */
function figureBeside(cells: Cell[], column: number, name: Figure): number | undefined {
  const next = cells.slice(column + 1).filter((cell) => !/^:?$/.test(unwrap(cell)))[0];
  return readFigure(next, name);
}

/** In the first filled row of the next two. */
function figureBelow(rows: Cell[][], at: number, column: number, name: Figure): number | undefined {
  for (const cells of rows.slice(at + 1, at + 3)) {
    if (cells.every((cell) => unwrap(cell) === "")) continue;
    return readFigure(cells[column], name);
  }
  return undefined;
}

/** `TRANSACTION TOTAL DR/CR` with both figures in the row, or in one cell. */
function readTotals(cells: Cell[], stated: Stated): boolean {
  if (!cells.some((cell) => /\btotal dr\s*\/\s*cr\b/i.test(unwrap(cell)))) return false;
  const figures = cells
    .filter((cell) => !/total/i.test(unwrap(cell)))
    .flatMap((cell) => unwrap(cell).split("/"))
    .map((text) => readBankAmount(text))
    .filter((value) => value !== null && value !== undefined);
  const [debits, credits] = figures;
  if (debits !== undefined && credits !== undefined) Object.assign(stated, { debits, credits });
  return true;
}
