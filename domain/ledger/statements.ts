import type { Constitution } from "../agencies/constitution.ts";
import type { Ledger } from "./chart.ts";
import {
  APPROPRIATION_LINES,
  ASSET_LINES,
  EXPENSE_LINES,
  INCOME_LINES,
  LIABILITY_LINES,
  type Section,
} from "./kinds.ts";
import { equityLine, RESERVES } from "./legalForm.ts";

// Computes the statements from the turnover of each ledger. Paise, debit positive.

/** A ledger's opening balance and turnover in a period. */
export interface Moved {
  ledger: Ledger;
  openingPaise: bigint;
  debitPaise: bigint;
  creditPaise: bigint;
}

export const computeClosing = ({ openingPaise, debitPaise, creditPaise }: Moved): bigint =>
  openingPaise + debitPaise - creditPaise;

const OF_PROFIT: Section[] = ["income", "expenses", "appropriations"];
/** Whether a ledger starts each financial year at zero. */
export const isOfProfit = ({ section }: Pick<Ledger, "section">): boolean =>
  OF_PROFIT.includes(section);

/** Applies the sign of the section: income, liabilities and equity show credits as positive. */
const applySign = (section: Section, paise: bigint): bigint =>
  section === "income" || section === "liabilities" || section === "equity" ? -paise : paise;

const EARLIER = "Profit of earlier years";
export const THIS_YEAR = "Profit of this year";

export interface TrialRow extends Moved {
  name: string;
}

/**
 * Returns a row for each ledger with a balance, in the order of the statements. If `isRaw`, balances
 * start with the books; otherwise income and expenses start with the year, and earlier ones are a single
 * row.
 * @param moved since the first day of the year
 */
export function trialBalance(
  moved: Moved[],
  isRaw: boolean,
): { rows: TrialRow[]; nil: TrialRow[] } {
  const before = sum(
    moved.filter(({ ledger }) => isOfProfit(ledger)).map(({ openingPaise }) => openingPaise),
  );
  const own = moved.map((row) => ({
    ...row,
    name: row.ledger.name,
    openingPaise: !isRaw && isOfProfit(row.ledger) ? 0n : row.openingPaise,
  }));
  const earlier: TrialRow = {
    name: EARLIER,
    openingPaise: before,
    debitPaise: 0n,
    creditPaise: 0n,
    ledger: { _id: "", name: EARLIER, kind: "system", section: "equity", line: EARLIER, group: "" },
  };
  const all = isRaw || before === 0n ? own : [...own, earlier];
  const rows = all.filter((row) => computeClosing(row) !== 0n).toSorted(byPlace);
  const nil = own.filter(
    (row) =>
      computeClosing(row) === 0n &&
      (row.openingPaise !== 0n || row.debitPaise !== 0n || row.creditPaise !== 0n),
  );
  return { rows, nil };
}

/** Amounts by column: the period, then its comparison or its parts. */
export interface Row {
  _id: string;
  name: string;
  amountsPaise: bigint[];
}

export interface Line {
  name: string;
  section: Section;
  amountsPaise: bigint[];
  ledgers: Row[];
}

/** Net amount of each ledger, by column. */
export type Columns = Map<Ledger, bigint>[];

const LINES: Record<Section, readonly string[]> = {
  income: INCOME_LINES,
  expenses: EXPENSE_LINES,
  appropriations: APPROPRIATION_LINES,
  assets: ASSET_LINES,
  liabilities: LIABILITY_LINES,
  equity: [],
};

export interface ProfitAndLoss {
  lines: Line[];
  totalIncome: bigint[];
  totalExpenses: bigint[];
  /** Before partners' remuneration and tax. */
  profitBefore: bigint[];
  profit: bigint[];
}

/** Returns the lines with an amount in some column, and totals by column. */
export function profitAndLoss(columns: Columns): ProfitAndLoss {
  const lines = buildLines(columns, ({ section, line }) => ({ section, line })).filter(
    ({ section }) => OF_PROFIT.includes(section),
  );
  const totalIncome = sumSection(lines, "income", columns.length);
  const totalExpenses = sumSection(lines, "expenses", columns.length);
  const shared = sumSection(lines, "appropriations", columns.length);
  const profitBefore = totalIncome.map((income, n) => income - (totalExpenses[n] ?? 0n));
  const profit = profitBefore.map((before, n) => before - (shared[n] ?? 0n));
  return { lines, totalIncome, totalExpenses, profitBefore, profit };
}

/** Returns the profit in a column: the sum of ledgers that start each year at zero. */
export const computeProfit = (column: Map<Ledger, bigint>): bigint =>
  -sum([...column].flatMap(([ledger, paise]) => (isOfProfit(ledger) ? [paise] : [])));

export interface BalanceSheet {
  lines: Line[];
  totalAssetsPaise: bigint[];
  totalLiabilitiesPaise: bigint[];
  totalEquityPaise: bigint[];
}

/** A column of the balance sheet: balances on its date, and profit of earlier years in them. */
export interface SheetColumn {
  balancesPaise: Map<Ledger, bigint>;
  earlierPaise: bigint;
  /** Credit balances of clients: a liability, not netted against receivables. Negative. */
  inCreditPaise: bigint;
  /** Debit balances of vendors, who owe us. */
  inDebitPaise: bigint;
}

/** Builds the balance sheet. A balance on the opposite side moves there as a whole, without netting. */
export function balanceSheet(columns: SheetColumn[], form: Constitution): BalanceSheet {
  const all = new Map<string, Line>();
  const put = (
    at: number,
    place: { section: Section; line: string },
    row: Omit<Row, "amountsPaise">,
    paise: bigint,
  ) => {
    const key = `${place.section} ${place.line}`;
    const none = () => columns.map(() => 0n);
    const line = all.get(key) ?? {
      name: place.line,
      section: place.section,
      amountsPaise: none(),
      ledgers: [],
    };
    all.set(key, line);
    const known = line.ledgers.find(({ _id, name }) => _id === row._id && name === row.name);
    const ledger = known ?? { ...row, amountsPaise: none() };
    if (!known) line.ledgers.push(ledger);
    const amount = applySign(place.section, paise);
    ledger.amountsPaise[at] = (ledger.amountsPaise[at] ?? 0n) + amount;
    line.amountsPaise[at] = (line.amountsPaise[at] ?? 0n) + amount;
  };
  for (const [
    at,
    { balancesPaise, earlierPaise, inCreditPaise, inDebitPaise },
  ] of columns.entries()) {
    for (const [ledger, held] of balancesPaise) {
      const paise =
        held -
        (ledger._id === "receivables"
          ? inCreditPaise
          : ledger._id === "payables"
            ? inDebitPaise
            : 0n);
      if (paise === 0n || isOfProfit(ledger)) continue;
      const { section, line, turned, _id, name } = ledger;
      const isTurned = section === "assets" ? paise < 0n : paise > 0n;
      const place =
        section === "equity" ? { section, line: equityLine(form, line, name) } : { section, line };
      put(at, (isTurned && turned) || place, { _id, name }, paise);
    }
    const others = [
      [
        "liabilities",
        "Other current liabilities",
        "Clients in credit",
        "receivables",
        inCreditPaise,
      ],
      ["assets", "Short-term loans and advances", "Vendors in debit", "payables", inDebitPaise],
    ] as const;
    for (const [section, line, name, _id, paise] of others) {
      if (paise !== 0n) put(at, { section, line }, { _id, name }, paise);
    }
    const profits = [
      [EARLIER, earlierPaise],
      [THIS_YEAR, computeProfit(balancesPaise) - earlierPaise],
    ] as const;
    for (const [name, profit] of profits) {
      const line = equityLine(form, RESERVES, name);
      if (profit !== 0n) put(at, { section: "equity", line }, { _id: "", name }, -profit);
    }
  }
  const lines = [...all.values()].toSorted(byLine);
  return {
    lines,
    totalAssetsPaise: sumSection(lines, "assets", columns.length),
    totalLiabilitiesPaise: sumSection(lines, "liabilities", columns.length),
    totalEquityPaise: sumSection(lines, "equity", columns.length),
  };
}

function buildLines(
  columns: Columns,
  placeOf: (ledger: Ledger) => { section: Section; line: string },
) {
  const ledgers = new Set(columns.flatMap((column) => [...column.keys()]));
  const all = new Map<string, Line>();
  for (const ledger of ledgers) {
    const { section, line: name } = placeOf(ledger);
    const amounts = columns.map((column) => applySign(section, column.get(ledger) ?? 0n));
    if (amounts.every((amount) => amount === 0n)) continue;
    const key = `${section} ${name}`;
    const line = all.get(key) ?? {
      name,
      section,
      amountsPaise: columns.map(() => 0n),
      ledgers: [],
    };
    all.set(key, line);
    line.ledgers.push({ _id: ledger._id, name: ledger.name, amountsPaise: amounts });
    line.amountsPaise = line.amountsPaise.map((amount, n) => amount + (amounts[n] ?? 0n));
  }
  return [...all.values()].toSorted(byLine);
}

const sumSection = (lines: Line[], wanted: Section, columns: number): bigint[] =>
  Array.from({ length: columns }, (_, n) =>
    sum(
      lines.flatMap(({ section, amountsPaise }) =>
        section === wanted ? [amountsPaise[n] ?? 0n] : [],
      ),
    ),
  );

const sum = (all: bigint[]): bigint => all.reduce((one, other) => one + other, 0n);

const SECTION_ORDER: Section[] = [
  ...(["equity", "liabilities", "assets", "income", "expenses", "appropriations"] as const),
];
const rankLine = (section: Section, line: string) => {
  const at = LINES[section].indexOf(line);
  return SECTION_ORDER.indexOf(section) * 100 + (at < 0 ? 50 : at);
};
const byLine = (a: Line, b: Line) =>
  rankLine(a.section, a.name) - rankLine(b.section, b.name) ||
  LAST.indexOf(a.name) - LAST.indexOf(b.name);
/** Profit comes last in owners' funds. */
const LAST = [EARLIER, THIS_YEAR];
const byPlace = ({ ledger: a }: TrialRow, { ledger: b }: TrialRow) =>
  rankLine(a.section, a.line) - rankLine(b.section, b.line) || (a.name < b.name ? -1 : 1);
