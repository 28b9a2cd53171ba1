import { type CalendarDate, formatDate } from "../dates.ts";
import { formatPaise, type Paise } from "../money.ts";
import { Refusal } from "../refusal.ts";
import {
  type Facts,
  type Gap,
  type RawLine,
  type ReadStatement,
  type Stated,
  type StatementLine,
  sumSides,
} from "./statement.ts";

// Verifies every reading of a file by the bank's own running balance.

interface Reading {
  lines: RawLine[];
  isUpwards: boolean;
  isSwapped: boolean;
  /** Whether balances are printed as amounts owed. */
  isOwed: boolean;
  matchingSteps: number;
}

export interface Manner {
  /** Whether the account is a Card, whose balance is normally negative. */
  isCard: boolean;
  /** Whether the file marks which amounts are in and out. */
  hasSides: boolean;
}

const swapSides = (lines: RawLine[]): RawLine[] =>
  lines.map((line) => ({
    ...line,
    amountPaise: (line.amountPaise === 0 ? 0 : -line.amountPaise) as Paise,
  }));

function countMatchingSteps(lines: RawLine[]): number {
  let holds = 0;
  for (let at = 1; at < lines.length; at++) {
    const [before, line] = [lines[at - 1], lines[at]];
    if (line?.balancePaise === (before?.balancePaise ?? Number.NaN) + (line?.amountPaise ?? 0))
      holds += 1;
  }
  return holds;
}

const negateBalances = (lines: RawLine[]): RawLine[] =>
  lines.map((line) => ({
    ...line,
    balancePaise: line.balancePaise && (-line.balancePaise as Paise),
  }));

/**
 * Lists possible meanings of the signs. On a Card balances can be debts, but its two columns are never
 * swapped.
 */
function listReadings(
  lines: RawLine[],
  { isCard, hasSides }: Manner,
): Pick<Reading, "lines" | "isSwapped" | "isOwed">[] {
  const plain = { lines, isSwapped: false, isOwed: false };
  if (!isCard) return [plain, { lines: swapSides(lines), isSwapped: true, isOwed: false }];
  const asDebts = { lines: negateBalances(lines), isSwapped: false, isOwed: true };
  if (hasSides) return [plain, asDebts];
  const above = lines.filter(({ balancePaise }) => (balancePaise ?? 0) > 0).length;
  const own = above * 2 > lines.length ? asDebts : plain;
  return [own, { ...own, lines: swapSides(own.lines), isSwapped: true }];
}

/**
 * Puts lines in chronological order by their balances: the file may be newest-first, and its columns may
 * have swapped captions. Without balances, the dates decide.
 */
function orient(lines: RawLine[], manner: Manner): Reading {
  const readings = listReadings(lines, manner).flatMap((reading): Reading[] => [
    { ...reading, isUpwards: false, matchingSteps: 0 },
    { ...reading, lines: reading.lines.toReversed(), isUpwards: true, matchingSteps: 0 },
  ]);
  if (lines.every(({ balancePaise }) => balancePaise !== null)) {
    for (const reading of readings) reading.matchingSteps = countMatchingSteps(reading.lines);
  }
  const [first, last] = [lines[0]?.date ?? "", lines.at(-1)?.date ?? ""];
  // Among equal readings, prefer the one that follows the dates, then the one that follows the captions.
  const above =
    lines.filter(({ balancePaise }) => (balancePaise ?? 0) > 0).length * 2 > lines.length;
  const rank = ({ matchingSteps: holds, isUpwards, isSwapped, isOwed }: Reading) =>
    holds * 16 +
    (first !== last && isUpwards === first > last ? 8 : 0) +
    (isSwapped ? 0 : 4) +
    (isOwed === (manner.isCard && above) ? 2 : 0) +
    (isUpwards ? 0 : 1);
  return readings.reduce((best, next) => (rank(next) > rank(best) ? next : best));
}

/** Refuses a file if most balances do not follow: its columns were misread, and no gap explains it. */
const assertFollows = ({ lines, matchingSteps: holds }: Reading): void => {
  const steps = lines.length - 1;
  if (steps >= 3 && holds < steps / 2) {
    throw new Refusal(
      "invalid",
      `The amounts do not add up to the balances in any order: only ${holds} of ${steps} match. ` +
        "Check which column is which. Nothing was changed",
    );
  }
};

/**
 * Sorts and verifies the lines, and finds gaps.
 * @throws Refusal "invalid" if this is not a statement
 */
export function prove(
  raw: RawLine[],
  { stated: printed, ...around }: Facts,
  manner: Manner = { isCard: false, hasSides: true },
): Omit<ReadStatement, "format" | "columns"> {
  if (raw.length === 0) throw new Refusal("invalid", "The file has no lines");
  const reading = orient(raw, manner);
  const facts = { ...around, stated: reading.isOwed ? owedStated(printed) : printed };
  const hasBalances = raw.every(({ balancePaise }) => balancePaise !== null);
  if (hasBalances) assertFollows(reading);
  const lines = reading.lines.map(({ row: _, ...line }): StatementLine => line);
  const { stated } = facts;
  const { debitsPaise, creditsPaise } = sumSides(lines);
  const chained = hasBalances ? byBalances(lines, facts) : bySums(lines, facts);
  const remarks = [
    ...(reading.isSwapped
      ? ["Debit and credit columns were swapped to match the running balance"]
      : []),
    ...(reading.isOwed ? ["Balances are read as amounts owed on the card"] : []),
    ...(hasBalances ? totalsRemarks(facts, debitsPaise, creditsPaise, lines) : []),
  ];
  const dates = lines.map(({ date }) => date).sort();
  const isStated = Object.keys(stated).length > 0;
  return {
    bank: facts.bank,
    account: facts.account,
    debitsPaise,
    creditsPaise,
    lines,
    remarks,
    ...chained,
    periodFrom: least(facts.period?.from, dates[0]),
    periodTo: greatest(facts.period?.to, dates.at(-1)),
    stated: isStated ? stated : null,
    orderInFile: reading.isUpwards ? "newest-first" : "oldest-first",
  };
}

/** Converts opening and closing balances of a card that prints amounts owed. */
const owedStated = ({ openingPaise, closingPaise, ...rest }: Stated): Stated => ({
  ...rest,
  ...(openingPaise !== undefined && { openingPaise: (openingPaise && -openingPaise) as Paise }),
  ...(closingPaise !== undefined && { closingPaise: (closingPaise && -closingPaise) as Paise }),
});

const least = (one: string | undefined, other = "") => (one && one < other ? one : other);
const greatest = (one: string | undefined, other = "") => (one && one > other ? one : other);

type Chained = Pick<
  ReadStatement,
  "openingPaise" | "openingSource" | "closingPaise" | "proof" | "gaps"
>;

function byBalances(lines: StatementLine[], { stated }: Facts): Chained {
  const balance = (at: number) => lines[at]?.balancePaise as Paise;
  const amount = (at: number) => lines[at]?.amountPaise as Paise;
  const derived = (balance(0) - amount(0)) as Paise;
  const opening = stated.openingPaise ?? derived;
  const gaps: Gap[] = [];
  const step = (after: number, expected: number, printed: number) => {
    if (expected === printed) return;
    gaps.push({
      afterLine: after,
      beforeLine: after + 1,
      missing: (printed - expected) as Paise,
      expectedBalance: expected as Paise,
      printedBalance: printed as Paise,
    });
  };
  step(0, opening + amount(0), balance(0));
  for (let at = 1; at < lines.length; at++) step(at, balance(at - 1) + amount(at), balance(at));
  const last = balance(lines.length - 1);
  const closing = stated.closingPaise ?? last;
  step(lines.length, last, closing);
  const openingSource = stated.openingPaise === undefined ? "derived" : "stated";
  return {
    openingPaise: opening,
    openingSource,
    closingPaise: closing,
    gaps,
    proof: gaps.length > 0 ? "broken" : "proved",
  };
}

/** Verifies the sum of all lines, if lines have no balances. */
function bySums(lines: StatementLine[], { stated }: Facts): Chained {
  const sum = lines.reduce((all, { amountPaise }) => all + amountPaise, 0);
  const { openingPaise, closingPaise } = stated;
  if (openingPaise === undefined && closingPaise === undefined) {
    return { openingPaise: null, openingSource: null, closingPaise: null, gaps: [], proof: "none" };
  }
  if (openingPaise === undefined || closingPaise === undefined) {
    const first = openingPaise ?? (closingPaise as number) - sum;
    return {
      openingPaise: first as Paise,
      openingSource: openingPaise === undefined ? "derived" : "stated",
      closingPaise: (first + sum) as Paise,
      gaps: [],
      proof: "closing-only",
    };
  }
  const missing = (closingPaise - openingPaise - sum) as Paise;
  const gap: Gap = {
    afterLine: lines.length,
    beforeLine: lines.length + 1,
    missing,
    expectedBalance: (openingPaise + sum) as Paise,
    printedBalance: closingPaise,
  };
  const isRight = missing === 0;
  return {
    openingPaise,
    openingSource: "stated",
    closingPaise,
    gaps: isRight ? [] : [gap],
    proof: isRight ? "totals" : "broken",
  };
}

/** Compares the bank's totals with those of the lines, as a second check after the balances. */
function totalsRemarks(
  { stated }: Facts,
  debits: Paise,
  credits: Paise,
  lines: StatementLine[],
): string[] {
  const compare = (what: string, bankTotal: number | undefined, found: number, isMoney = true) => {
    if (bankTotal === undefined || bankTotal === found) return [];
    const formatValue = (n: number) => (isMoney ? formatPaise(n as Paise) : String(n));
    return [
      `The bank's total of ${what} is ${formatValue(bankTotal)}, the lines total ${formatValue(found)}`,
    ];
  };
  return [
    ...compare("debits", stated.debitsPaise, debits),
    ...compare("credits", stated.creditsPaise, credits),
    ...compare(
      "debit lines",
      stated.drCount,
      lines.filter(({ amountPaise }) => amountPaise < 0).length,
      false,
    ),
    ...compare(
      "credit lines",
      stated.crCount,
      lines.filter(({ amountPaise }) => amountPaise > 0).length,
      false,
    ),
  ];
}

/** Returns a sentence with both lines, the missing amount and the expected balance. */
export function gapInWords(gap: Gap, lines: { date: CalendarDate }[]): string {
  const named = (n: number, edge: string) => {
    const line = lines[n - 1];
    return line ? `line ${n} (${formatDate(line.date)})` : edge;
  };
  const before = named(gap.afterLine, "the opening balance");
  const between = `${before} and ${named(gap.beforeLine, "the closing balance")}`;
  const inr = (paise: number) => formatPaise(paise as Paise);
  const [expected, printed] = [inr(gap.expectedBalance), inr(gap.printedBalance)];
  const sort = gap.missing < 0 ? "payments" : "receipts";
  const missing = `${inr(Math.abs(gap.missing))} of ${sort} is missing between ${between}`;
  return `${missing}: the balance should be ${expected} and is ${printed}`;
}
