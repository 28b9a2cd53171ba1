import type { Constitution } from "../agencies/constitution.ts";
import { pluralize } from "../counts.ts";
import { addDays, type DateRange, formatDate, formatRange } from "../dates.ts";
import type { RupeeSum } from "../money.ts";
import { upperFirst } from "../names.ts";
import type { CashFlowReport, FlowLine } from "./cashFlow.ts";
import { FORM_WORDS } from "./legalForm.ts";
import type {
  Amount,
  BalanceSheetReport,
  ProfitAndLossReport,
  TrialBalance,
  TrialBalanceRow,
} from "./reports.ts";
import {
  balanceText,
  captionRows,
  changeText,
  figureText,
  formatShortPeriod,
  isEqual,
  ledgerPage,
  lineRows,
  minus,
  plus,
  type Sheet,
  type SheetCell,
  type SheetHead,
  type SheetRow,
  transactionsPage,
  wholeYear,
  yearUpTo,
} from "./sheet.ts";
import { THIS_YEAR } from "./statements.ts";

// Sheets of the four statements.

/** Returns `Apr 26` for a month, `Apr – Jun 26` for a quarter. */
function partHead({ dateFrom, dateTo }: DateRange): string {
  const [start, end] = [dateFrom, dateTo].map((day) => formatDate(day).split(" ")[1]);
  const year = dateTo.slice(2, 4);
  return start === end ? `${start} ${year}` : `${start} – ${end} ${year}`;
}

/** Returns the months or quarters with these first days, up to a day. */
const partRanges = (firsts: string[], dateTo: string): DateRange[] =>
  firsts.map((dateFrom, at) => {
    const next = firsts[at + 1];
    return { dateFrom, dateTo: next ? addDays(next, -1) : dateTo };
  });

/** Returns the cells: amount, comparison and difference; or the months and their sum. */
function toSheetCells({ amount, compared, parts }: Amount): SheetCell[] {
  if (parts) return [...parts, amount];
  return compared === undefined ? [amount] : [amount, compared, changeText(amount, compared)];
}

function buildHeads(now: string, before: string | undefined, parts?: string[], dateTo = "") {
  if (parts) {
    return [
      ...partRanges(parts, dateTo).map((part): SheetHead => ({ name: partHead(part) })),
      { name: "Total", phone: "main" } satisfies SheetHead,
    ];
  }
  const compared: SheetHead[] = before
    ? [{ name: before, phone: "below" }, { name: "Change" }]
    : [];
  return [{ name: now, phone: "main" } satisfies SheetHead, ...compared];
}

const earlierBooks = (booksBegin: string, from: string | undefined): string[] =>
  booksBegin && from && from < booksBegin
    ? [`The books begin on ${formatDate(booksBegin)}; there are no earlier figures.`]
    : [];

export function profitAndLossSheet(report: ProfitAndLossReport): Sheet {
  const { dateFrom, dateTo, comparedFrom, comparedTo, lines, totals, basis, parts } = report;
  const range = { dateFrom, dateTo };
  const opens = (id: string, _: string, column = range) =>
    id ? ledgerPage(id, column) : undefined;
  const columns = parts
    ? [...partRanges(parts, dateTo), range]
    : [
        range,
        ...(comparedFrom && comparedTo ? [{ dateFrom: comparedFrom, dateTo: comparedTo }] : []),
      ];
  const toRows = (section: string) =>
    lineRows(
      lines.filter((line) => line.section === section),
      opens,
      toSheetCells,
      columns,
    );
  const total = (key: string) => {
    const found = totals.find(({ name }) => name === key);
    return found ? toSheetCells(found) : [];
  };
  const appropriations = toRows("appropriations");
  const word = report.profit < 0 ? "Loss" : "Profit";
  const isCash = basis === "cash";
  const before =
    comparedFrom && comparedTo
      ? formatShortPeriod({ dateFrom: comparedFrom, dateTo: comparedTo })
      : undefined;
  return {
    title: "Profit and loss",
    period: formatRange(range),
    first: "Particulars",
    isSigned: true,
    about: isCash
      ? "Cash: by payment date, excluding GST, in rupees"
      : "Accrual: by document date, in rupees",
    heads: buildHeads(formatShortPeriod(range), before, parts, dateTo),
    rows: [
      ...captionRows("Income", toRows("income")),
      { level: "sum", name: "Total income", cells: total("totalIncome") },
      ...captionRows("Expenses", toRows("expenses")),
      { level: "sum", name: "Total expenses", cells: total("totalExpenses") },
      ...(appropriations.length > 0
        ? [
            ...[
              {
                level: "sum" as const,
                cells: total("profitBefore"),
                name: FORM_WORDS[report.constitution].profitBefore,
              },
            ],
            ...appropriations,
          ]
        : []),
      {
        level: "total",
        name: `${word} for the ${wholeYear(range) === undefined ? "period" : "year"}`,
        cells: total("profit"),
      },
    ],
    notes: [
      ...earlierBooks(report.booksBegin, comparedFrom ?? dateFrom),
      ...(isCash ? [advancesWords(report.advances), "Ledgers use the accrual basis."] : []),
    ],
    ...(parts && { isWide: true as const }),
  };
}

const advancesWords = (advances: RupeeSum) =>
  `Advances received, not yet invoiced: ${isEqual(advances, 0) ? "nil" : figureText(advances)}.`;

export function balanceSheetSheet(report: BalanceSheetReport): Sheet {
  const { at, comparedAt, equity, liabilities, assets, compared, notes } = report;
  const { totalEquity, totalLiabilities, totalAssets } = report;
  const range = yearUpTo(at);
  const opens = (id: string, name: string, column = range) => {
    if (id) return ledgerPage(id, column);
    return name === THIS_YEAR
      ? `/reports/profit-and-loss?${new URLSearchParams({ ...column })}`
      : undefined;
  };
  const columns = [range, ...(comparedAt ? [yearUpTo(comparedAt)] : [])];
  const toRows = (lines: typeof assets) => lineRows(lines, opens, sideCells, columns);
  const sum = (now: RupeeSum, before: RupeeSum | undefined) =>
    sideCells({ name: "", amount: now, ...(before !== undefined && { compared: before }) });
  const words = FORM_WORDS[report.constitution].funds;
  const funds = plus(totalEquity, totalLiabilities);
  const fundsBefore = compared && plus(compared.totalEquity, compared.totalLiabilities);
  const row = (level: SheetRow["level"], name: string, cells: SheetCell[]): SheetRow => ({
    level,
    name,
    cells,
  });
  const isTrue =
    isEqual(funds, totalAssets) &&
    (!compared || isEqual(fundsBefore ?? 0, compared.totalAssets ?? 0));
  return {
    title: "Balance sheet",
    period: `At ${formatDate(at)}`,
    first: "Particulars",
    isSigned: true,
    about: "In rupees",
    sides: ["Equity and liabilities", "Assets"],
    heads: [
      { name: formatDate(at), phone: "main" },
      ...(comparedAt ? [{ name: formatDate(comparedAt), phone: "below" as const }] : []),
    ],
    rows: [
      ...captionRows(words, toRows(equity)),
      row("sum", words, sum(totalEquity, compared?.totalEquity)),
      ...captionRows("Liabilities", toRows(liabilities)),
      row("total", `${words} and liabilities`, sum(funds, fundsBefore)),
      ...captionRows("Assets", toRows(assets)),
      row("total", "Assets", sum(totalAssets, compared?.totalAssets)),
    ],
    notes,
    proof: {
      isTrue,
      words: "Both sides agree",
      fault: `The two sides differ by ${figureText(minus(funds, totalAssets))}`,
    },
  };
}

const sideCells = ({ amount, compared }: Amount): SheetCell[] =>
  compared === undefined ? [amount] : [amount, compared];

export const sectionName = (form: Constitution, section: TrialBalanceRow["section"]): string =>
  section === "equity" ? FORM_WORDS[form].funds : SECTION_NAMES[section];

const SECTION_NAMES: Record<Exclude<TrialBalanceRow["section"], "equity">, string> = {
  liabilities: "Liabilities",
  assets: "Assets",
  income: "Income",
  expenses: "Expenses",
  appropriations: "Remuneration and tax",
};

export function trialBalanceSheet(report: TrialBalance): Sheet {
  const { at, view, rows, nil, dateFrom, totalDebit, totalCredit, booksBegin } = report;
  const begins = view === "raw" ? booksBegin || dateFrom : dateFrom;
  const range = { dateFrom: begins, dateTo: at };
  const since = view === "raw" ? "since the books began" : "in the year";
  const toSheetRow = (row: TrialBalanceRow): SheetRow => ({
    level: "line",
    name: row.name,
    ...(row._id && { href: ledgerPage(row._id, range) }),
    cells: [
      ...[balanceText(row.opening), row.turnoverDebit, row.turnoverCredit],
      ...[row.debit, row.credit].map((sum) => (isEqual(sum, 0) ? undefined : sum)),
    ],
  });
  const bySection = Map.groupBy(rows, ({ section }) => section);
  const names = nil.map(({ name }) => name).join(", ");
  return {
    title: "Trial balance",
    period: `At ${formatDate(at)}`,
    first: "Ledger",
    about: "In rupees",
    heads: [
      { name: `Opening, ${formatDate(begins)}` },
      { name: `Debit ${since}` },
      { name: `Credit ${since}` },
      { name: "Debit", phone: "main", mark: "Dr" },
      { name: "Credit", phone: "main", mark: "Cr" },
    ],
    rows: [
      ...[...bySection].flatMap(([section, some]) =>
        captionRows(sectionName(report.constitution, section), some.map(toSheetRow)),
      ),
      {
        level: "total",
        name: pluralize(rows.length, "ledger"),
        cells: [undefined, undefined, undefined, totalDebit, totalCredit],
      },
    ],
    notes: nil.length > 0 ? [`Ledgers with movements but no balance: ${names}.`] : [],
    proof: {
      isTrue: isEqual(totalDebit, totalCredit),
      words: "Debits equal credits",
      fault: "Debits and credits differ",
    },
  };
}

const FLOWS = { operating: "Operating", investing: "Investing", financing: "Financing" };

/** Returns a line, with its entries if there are several. */
function flowRows({ entries, ...line }: FlowLine, key: string, range: DateRange): SheetRow[] {
  const name = upperFirst(line.name.slice(key.length + 2));
  const rows = entries.map(({ _id, opens, ...entry }) => ({
    level: "ledger" as const,
    name: entry.name,
    cells: toSheetCells(entry),
    href: opens === "ledger" ? ledgerPage(_id, range) : transactionsPage(_id, range),
  }));
  const [only, ...others] = rows;
  if (!only || others.length > 0)
    return [{ level: "line", name, cells: toSheetCells(line) }, ...rows];
  const note = only.name === name ? {} : { note: only.name };
  return [{ level: "line", name, ...note, cells: toSheetCells(line), href: only.href }];
}

export function cashFlowSheet(report: CashFlowReport): Sheet {
  const { dateFrom, dateTo, comparedFrom, comparedTo, sections, compared, booksBegin } = report;
  const range = { dateFrom, dateTo };
  const sum = (of: "closing" | "net" | "opening") =>
    toSheetCells({ name: "", amount: report[of], ...(compared && { compared: compared[of] }) });
  const before =
    comparedFrom && comparedTo
      ? formatShortPeriod({ dateFrom: comparedFrom, dateTo: comparedTo })
      : undefined;
  const groups = Object.entries(FLOWS).flatMap(([key, name]) =>
    captionRows(
      name,
      sections
        .filter((section) => section.name.startsWith(`${key}: `))
        .flatMap((section) => flowRows(section, key, range)),
    ),
  );
  return {
    title: "Cash flow",
    period: formatRange(range),
    first: "Particulars",
    about: "Direct method, all accounts together, in rupees",
    heads: buildHeads(formatShortPeriod(range), before),
    rows: [
      { level: "line", name: "Opening balance", cells: sum("opening") },
      ...groups,
      { level: "sum", name: "Net change in cash", cells: sum("net") },
      { level: "total", name: "Closing balance", cells: sum("closing") },
    ],
    notes: earlierBooks(booksBegin, comparedFrom ?? dateFrom),
  };
}
