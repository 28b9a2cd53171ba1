import { type SQL, sql } from "drizzle-orm";
import type { Difference } from "../../domain/ledger/booksCheck.ts";
import type { TransactionType } from "../../domain/ledger/transactions.ts";
import type { Read } from "../engine/books.ts";
import { CRORE, toFigure, toPaiseSum } from "../ledger/sums.ts";

// Sums transactions here, because SQL would sort a million of them. They are read by day in index order, each
// column of a day as a JSON list, in a quarter of the time.

/** By day or month, then account, then category ('' for transfers). */
export type Rollup = Map<string, Cells>;
type Cells = Map<string, Map<string, Figures>>;

const SUMS = ["income", "expense", "transfer_in", "transfer_out"] as const;
const COUNTS = ["entries", "arrivals"] as const;

/** A sum is split into crores and paise, each of which a number holds exactly. */
const FIGURES = [
  "income_crores",
  "income_paise",
  "expense_crores",
  "expense_paise",
  "transfer_in_crores",
  "transfer_in_paise",
  "transfer_out_crores",
  "transfer_out_paise",
  ...COUNTS,
] as const;
type Figures = Record<(typeof FIGURES)[number], number>;

type StoredCell = Figures & { account_id: string; category_id: string };
const STORED = ["account_id", "category_id", ...FIGURES] as const;

interface Posting {
  account_id: string;
  /** The category; for a transfer, the account that the money reaches. */
  other_id: string;
  type: TransactionType;
  amount_paise: number;
}

/** Sums the transactions of these dates by day, and adds them to their months. */
export async function derive(read: Read, dates: SQL, months: Rollup): Promise<Rollup> {
  const days: Rollup = new Map();
  const rows = sql`SELECT date AS period, account_id, type, amount_paise,
      coalesce(category_id, to_account_id) AS other_id
    FROM transactions INDEXED BY transactions_by_date WHERE ${dates}`;
  const lists = readLists<Posting>(read, rows, ["account_id", "other_id", "type", "amount_paise"]);
  for await (const [date, columns] of lists) {
    const day = added(columns);
    days.set(date, day);
    const month = date.slice(0, 7);
    if (!months.has(month)) months.set(month, new Map());
    addTo(months.get(month) as Cells, day);
  }
  return days;
}

function added({ account_id, other_id, type, amount_paise }: Lists<Posting>): Cells {
  const cells: Cells = new Map();
  for (let at = 0; at < account_id.length; at++) {
    const [account, other] = [account_id[at] as string, other_id[at] as string];
    const amount = amount_paise[at] as number;
    const figures = getFigures(cells, account, type[at] === "Transfer" ? "" : other);
    figures.entries += 1;
    if (type[at] === "Income") addAmount(figures, "income", amount);
    else if (type[at] === "Expense") addAmount(figures, "expense", amount);
    else {
      addAmount(figures, "transfer_out", amount);
      const reached = getFigures(cells, other, "");
      addAmount(reached, "transfer_in", amount);
      reached.arrivals += 1;
    }
  }
  return cells;
}

function addAmount(figures: Figures, sum: (typeof SUMS)[number], amount: number): void {
  if (amount < CRORE) figures[`${sum}_paise`] += amount;
  else {
    figures[`${sum}_crores`] += Math.floor(amount / CRORE);
    figures[`${sum}_paise`] += amount % CRORE;
  }
}

function addTo(sum: Cells, cells: Cells): void {
  for (const [account, categories] of cells) {
    for (const [category, figures] of categories) {
      const into = getFigures(sum, account, category);
      for (const figure of FIGURES) into[figure] += figures[figure];
    }
  }
}

/** Carries paise into crores. */
function carryPaise(figures: Figures): Figures {
  for (const sum of SUMS) {
    const paise = figures[`${sum}_paise`];
    if (paise < CRORE) continue;
    figures[`${sum}_crores`] += Math.floor(paise / CRORE);
    figures[`${sum}_paise`] = paise % CRORE;
  }
  return figures;
}

function getFigures(cells: Cells, account: string, category: string): Figures {
  let categories = cells.get(account);
  if (!categories) {
    categories = new Map();
    cells.set(account, categories);
  }
  let figures = categories.get(category);
  if (!figures) {
    figures = { ...NOTHING };
    categories.set(category, figures);
  }
  return figures;
}

const NOTHING = Object.fromEntries(FIGURES.map((figure) => [figure, 0])) as Figures;

export function countEntries(rollup: Rollup): number {
  let count = 0;
  for (const cells of rollup.values()) {
    for (const categories of cells.values()) {
      for (const { entries } of categories.values()) count += entries;
    }
  }
  return count;
}

/**
 * Compares stored rollup rows (period, account_id, category_id, figures) with the derived ones, which it
 * empties. Returns their number and the differences, with account and category ids.
 */
export async function compare(
  read: Read,
  unit: "day" | "month",
  rows: SQL,
  derived: Rollup,
): Promise<{ count: number; differences: Difference[] }> {
  const differences: Difference[] = [];
  let count = 0;
  for await (const [period, list] of readLists<StoredCell>(read, rows, STORED)) {
    const cells = derived.get(period);
    const dues = list.account_id.map((account, at) => {
      const categories = cells?.get(account);
      const category = list.category_id[at] as string;
      const due = carryPaise(categories?.get(category) ?? { ...NOTHING });
      categories?.delete(category);
      return due;
    });
    for (const [at, due] of dues.entries()) {
      if (FIGURES.every((figure) => list[figure][at] === due[figure])) continue;
      const [account, category] = [list.account_id[at] as string, list.category_id[at] as string];
      const stored = Object.fromEntries(FIGURES.map((figure) => [figure, list[figure][at]]));
      const place = { where: `${unit} ${period}`, account, category };
      differences.push(...findDifferences(place, stored as Figures, due));
    }
    count += dues.length;
  }
  return { count, differences: [...differences, ...missing(unit, derived)] };
}

/**
 * Returns the columns that `compare` reads, with paise carried into crores. Files from before crores have
 * only paise.
 */
export async function cellColumns(read: Read): Promise<SQL> {
  const columns = await read.all<{ name: string }>(
    sql`SELECT name FROM pragma_table_info('daily')`,
  );
  const hasCrores = columns.some(({ name }) => name === "income_crores");
  const sums = SUMS.map((sum) => {
    const crores = hasCrores ? `${sum}_crores + ` : "";
    return `${crores}${sum}_paise / ${CRORE} AS ${sum}_crores, ${sum}_paise % ${CRORE} AS ${sum}_paise`;
  });
  return sql.raw(["account_id", "category_id", ...sums, ...COUNTS].join(", "));
}

type Place = Pick<Difference, "where" | "account" | "category">;

/** Yields the stored sums of a cell that are wrong. */
function* findDifferences(place: Place, stored: Figures, derived: Figures): Generator<Difference> {
  for (const name of SUMS) {
    const sum = (of: Figures) => toPaiseSum(of[`${name}_crores`], of[`${name}_paise`]);
    if (sum(stored) === sum(derived)) continue;
    const figure = `${name}_paise`;
    yield { ...place, figure, stored: toFigure(sum(stored)), derived: toFigure(sum(derived)) };
  }
  for (const figure of COUNTS) {
    if (stored[figure] === derived[figure]) continue;
    yield { ...place, figure, stored: stored[figure], derived: derived[figure] };
  }
}

/** Yields derived cells that are not stored. */
function* missing(unit: string, left: Rollup): Generator<Difference> {
  for (const [period, cells] of left) {
    for (const [account, categories] of cells) {
      for (const [category, figures] of categories) {
        const place = { where: `${unit} ${period}`, account, category };
        yield* findDifferences(place, NOTHING, figures);
      }
    }
  }
}

type Lists<Row> = { [Column in keyof Row]: Row[Column][] };

/** Reads rows (a select) by period, each column as a list. */
async function* readLists<Row>(
  read: Read,
  rows: SQL,
  columns: readonly (keyof Row & string)[],
): AsyncGenerator<[string, Lists<Row>]> {
  const lists = sql.raw(columns.map((name) => `json_group_array(${name}) AS ${name}`).join(", "));
  const found = await read.all<Record<string, string>>(
    sql`SELECT period, ${lists} FROM (${rows}) GROUP BY period`,
  );
  for (const row of found) {
    const parsed = columns.map((name) => [name, JSON.parse(row[name] as string)]);
    yield [row.period as string, Object.fromEntries(parsed)];
  }
}
