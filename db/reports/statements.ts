import { addDays, type DateRange, formatDate, today, toFinancialYear } from "../../domain/dates.ts";
import type { Ledger } from "../../domain/ledger/chart.ts";
import { splitRange, toComparedPeriod } from "../../domain/ledger/columns.ts";
import { toSides } from "../../domain/ledger/postings.ts";
import type {
  Amount,
  BalanceSheetQuery,
  BalanceSheetReport,
  ProfitAndLossQuery,
  ProfitAndLossReport,
  StatementLine,
  TrialBalance,
  TrialBalanceQuery,
  TrialBalanceRow,
} from "../../domain/ledger/reports.ts";
import {
  balanceSheet,
  computeClosing,
  isOfProfit,
  type Line,
  profitAndLoss,
  type Row,
  type SheetColumn,
  type TrialRow,
  trialBalance,
} from "../../domain/ledger/statements.ts";
import { formatPaise, toRupees } from "../../domain/money.ts";
import type { Tenant } from "../engine/tenant.ts";
import { readRecognised } from "./cash.ts";
import { groupByLedger, readMoves, type Sums } from "./moves.ts";
import { type Opened, openStatements, placeOpenings } from "./opened.ts";
import { readLate } from "./openItems.ts";
import { readPartyBalances } from "./parties.ts";

// The statements that an accountant signs, each from one snapshot. For a reader thread.

const firstOfYear = (at: string) => `${toFinancialYear(at)}-04-01`;

export function getTrialBalance(
  tenant: Tenant,
  { at = today(), view }: TrialBalanceQuery,
): Promise<TrialBalance> {
  return openStatements(tenant, async (opened) => {
    const { booksBegin, form } = opened;
    const isRaw = view === "raw";
    const begins = isRaw && booksBegin && booksBegin < at ? booksBegin : firstOfYear(at);
    const moved = await placeOpenings(opened, { dateFrom: begins, dateTo: at });
    const { rows, nil } = trialBalance(moved, isRaw);
    const sumSide = (side: 1n | -1n) =>
      rows
        .map((row) => side * computeClosing(row))
        .reduce((sum, paise) => (paise > 0n ? sum + paise : sum), 0n);
    return {
      at,
      view,
      booksBegin,
      constitution: form,
      dateFrom: begins,
      rows: rows.map(toTrialRow),
      nil: nil.map(toTrialRow),
      totalDebit: toRupees(sumSide(1n)),
      totalCredit: toRupees(sumSide(-1n)),
    };
  });
}

function toTrialRow(row: TrialRow): TrialBalanceRow {
  const { _id, kind, section, line } = row.ledger;
  const closing = computeClosing(row);
  return {
    _id,
    name: row.name,
    kind,
    section,
    line,
    opening: toRupees(row.openingPaise),
    turnoverDebit: toRupees(row.debitPaise),
    turnoverCredit: toRupees(row.creditPaise),
    ...toSides(closing),
  };
}

export function getProfitAndLoss(
  tenant: Tenant,
  { dateFrom, dateTo, basis, compare, by }: ProfitAndLossQuery,
): Promise<ProfitAndLossReport> {
  return openStatements(tenant, async (opened) => {
    const period = { dateFrom, dateTo };
    const compared = toComparedPeriod(period, compare);
    const parts = by ? splitRange(period, by) : [];
    const periods = [period, ...(compared ? [compared] : []), ...parts];
    const columns = [];
    for (const one of periods) columns.push(await profitColumn(opened, one, basis));
    const { lines, ...totals } = profitAndLoss(columns);
    const shape = { isCompared: compared !== undefined, hasParts: parts.length > 0 };
    const total = (name: keyof typeof totals) =>
      toAmount({ name, amountsPaise: totals[name] }, shape);
    const all = lines.map((line) => toLine(line, shape));
    const held = await placeOpenings(opened, period);
    const advances = held.find(({ ledger }) => ledger._id === "advances");
    return {
      constitution: opened.form,
      dateFrom,
      dateTo,
      basis,
      booksBegin: opened.booksBegin,
      ...(compared && { comparedFrom: compared.dateFrom, comparedTo: compared.dateTo }),
      ...(parts.length > 0 && { parts: parts.map((part) => part.dateFrom) }),
      lines: all,
      ledgers: all.flatMap(({ ledgers }) => ledgers),
      totalIncome: total("totalIncome").amount,
      totalExpenses: total("totalExpenses").amount,
      profitBefore: total("profitBefore").amount,
      profit: total("profit").amount,
      totals: (Object.keys(totals) as (keyof typeof totals)[]).map(total),
      advances: toRupees(advances ? -computeClosing(advances) : 0n),
    };
  });
}

/** Net by ledger, debit positive. */
async function profitColumn(
  { read, agencyId, chart }: Opened,
  period: DateRange,
  basis: ProfitAndLossQuery["basis"],
): Promise<Map<Ledger, bigint>> {
  const isCash = basis === "cash";
  const moves = await readMoves(read, agencyId, period, isCash ? "cash" : "all");
  if (isCash) {
    for (const [id, paise] of await readRecognised(read, agencyId, period)) {
      const known = moves.get(id) ?? { debitPaise: 0n, creditPaise: 0n };
      moves.set(id, { ...known, debitPaise: known.debitPaise + paise });
    }
  }
  return computeNet(groupByLedger(chart, moves));
}

const computeNet = (moves: Map<Ledger, Sums>): Map<Ledger, bigint> =>
  new Map(
    [...moves].map(([ledger, { debitPaise, creditPaise }]) => [ledger, debitPaise - creditPaise]),
  );

/** The columns after the first. */
interface Shape {
  isCompared: boolean;
  hasParts: boolean;
}

function toAmount(
  { name, amountsPaise }: Pick<Row, "amountsPaise" | "name">,
  shape: Shape,
): Amount {
  const { isCompared, hasParts } = shape;
  const [amount = 0n, ...others] = amountsPaise;
  const parts = isCompared ? others.slice(1) : others;
  return {
    name,
    amount: toRupees(amount),
    ...(isCompared && { compared: toRupees(others[0] ?? 0n) }),
    ...(hasParts && { parts: parts.map(toSum) }),
  };
}
const toSum = (paise: bigint) => toRupees(paise);

const toLine = (line: Line, shape: Shape): StatementLine => ({
  ...toAmount(line, shape),
  section: line.section,
  ledgers: line.ledgers.map((row) => ({ _id: row._id, ...toAmount(row, shape) })),
});

export function getBalanceSheet(
  tenant: Tenant,
  { at = today(), compare }: BalanceSheetQuery,
): Promise<BalanceSheetReport> {
  return openStatements(tenant, async (opened) => {
    const before = toComparedPeriod({ dateFrom: firstOfYear(at), dateTo: at }, compare);
    const comparedAt = compare === "year" ? before?.dateTo : before && addDays(firstOfYear(at), -1);
    const now = await sheetColumn(opened, at);
    const columns = [now, ...(comparedAt ? [await sheetColumn(opened, comparedAt)] : [])];
    const { lines, ...totals } = balanceSheet(columns, opened.form);
    const shape = { isCompared: comparedAt !== undefined, hasParts: false };
    const side = (section: Line["section"]) =>
      lines.filter((line) => line.section === section).map((line) => toLine(line, shape));
    const column = (n: number) => ({
      totalEquity: toRupees(totals.totalEquityPaise[n] ?? 0n),
      totalLiabilities: toRupees(totals.totalLiabilitiesPaise[n] ?? 0n),
      totalAssets: toRupees(totals.totalAssetsPaise[n] ?? 0n),
    });
    return {
      constitution: opened.form,
      at,
      booksBegin: opened.booksBegin,
      ...(comparedAt && { comparedAt }),
      equity: side("equity"),
      liabilities: side("liabilities"),
      assets: side("assets"),
      ...column(0),
      ...(comparedAt && { compared: column(1) }),
      notes: buildNotes(now, await readLate(opened, at), lines),
    };
  });
}

interface DatedColumn extends SheetColumn {
  at: string;
}

async function sheetColumn(opened: Opened, at: string): Promise<DatedColumn> {
  const moved = await placeOpenings(opened, { dateFrom: firstOfYear(at), dateTo: at });
  const clients = await readPartyBalances(opened, "receivables", at);
  const vendors = await readPartyBalances(opened, "payables", at);
  const earlier = moved
    .filter(({ ledger }) => isOfProfit(ledger))
    .map(({ openingPaise }) => -openingPaise);
  return {
    at,
    inCreditPaise: clients.reduce((sum, held) => (held < 0n ? sum + held : sum), 0n),
    inDebitPaise: vendors.reduce((sum, held) => (held > 0n ? sum + held : sum), 0n),
    balancesPaise: new Map(moved.map((row) => [row.ledger, computeClosing(row)])),
    earlierPaise: earlier.reduce((sum, paise) => sum + paise, 0n),
  };
}

/** @param late overdue receivables, in paise */
function buildNotes({ at, balancesPaise }: DatedColumn, late: bigint, lines: Line[]): string[] {
  const turned = [...balancesPaise].filter(
    ([{ section, turned, group }, paise]) =>
      turned && group === "Duties & Taxes" && (section === "assets" ? paise < 0n : paise > 0n),
  );
  const isShown = ({ name }: Ledger) =>
    lines.some(({ ledgers }) => ledgers.some((one) => one.name === name));
  const heads = turned.filter(([ledger]) => isShown(ledger)).map(([{ name }]) => name);
  return [
    ...(late > 0n
      ? [
          `${formatPaise(late)} of trade receivables is more than six months past its due date on ` +
            `${formatDate(at)}.`,
        ]
      : []),
    ...(heads.length > 0
      ? [
          `${heads.join(", ")}: the balance is on the opposite side, so it is shown there and not netted.`,
        ]
      : []),
    "A balance sheet is always on the accrual basis.",
  ];
}
