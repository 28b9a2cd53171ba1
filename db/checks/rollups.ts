import { type SQL, sql } from "drizzle-orm";
import type { Difference } from "../../domain/check.ts";
import type { TransactionType } from "../../domain/transactions.ts";
import type { Read } from "../books.ts";

// Transactions are added up here, not by SQL, which would sort a million of them for it. In the order of
// their index they come day by day, each column of a day as one list of JSON: a quarter of the time.

/** By day or month, then by account, then by category ('' for transfers). */
export type Rollup = Map<string, Cells>;
type Cells = Map<string, Map<string, Figures>>;

const FIGURES = [
  "income_paise",
  "expense_paise",
  "transfer_in_paise",
  "transfer_out_paise",
  "entries",
  "arrivals",
] as const;
type Figures = Record<(typeof FIGURES)[number], number>;

type StoredCell = Figures & { account_id: string; category_id: string };
const STORED = ["account_id", "category_id", ...FIGURES] as const;

interface Posting {
  account_id: string;
  /** The category; of a transfer, the account that it reaches. */
  other_id: string;
  type: TransactionType;
  amount_paise: number;
}

/** What the transactions of these dates come to, by day; they are added to their months as well. */
export async function derive(read: Read, dates: SQL, months: Rollup): Promise<Rollup> {
  const days: Rollup = new Map();
  const rows = sql`SELECT date AS period, account_id, type, amount_paise,
      coalesce(category_id, to_account_id) AS other_id
    FROM transactions INDEXED BY transactions_by_date WHERE ${dates}`;
  const lists = listsOf<Posting>(read, rows, ["account_id", "other_id", "type", "amount_paise"]);
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
    const figures = figuresAt(cells, account, type[at] === "Transfer" ? "" : other);
    figures.entries += 1;
    if (type[at] === "Income") figures.income_paise += amount;
    else if (type[at] === "Expense") figures.expense_paise += amount;
    else {
      figures.transfer_out_paise += amount;
      const reached = figuresAt(cells, other, "");
      reached.transfer_in_paise += amount;
      reached.arrivals += 1;
    }
  }
  return cells;
}

function addTo(sum: Cells, cells: Cells): void {
  for (const [account, categories] of cells) {
    for (const [category, figures] of categories) {
      const into = figuresAt(sum, account, category);
      for (const figure of FIGURES) into[figure] += figures[figure];
    }
  }
}

function figuresAt(cells: Cells, account: string, category: string): Figures {
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

const NOTHING: Figures = {
  income_paise: 0,
  expense_paise: 0,
  transfer_in_paise: 0,
  transfer_out_paise: 0,
  entries: 0,
  arrivals: 0,
};

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
 * Holds the rows of a rollup (period, account_id, category_id, figures) against what was derived, which is
 * used up; tells how many they are, and where they differ, with the ids of account and category.
 */
export async function compare(
  read: Read,
  unit: "day" | "month",
  rows: SQL,
  derived: Rollup,
): Promise<{ count: number; differences: Difference[] }> {
  const differences: Difference[] = [];
  let count = 0;
  for await (const [period, list] of listsOf<StoredCell>(read, rows, STORED)) {
    const cells = derived.get(period);
    const dues = list.account_id.map((account, at) => {
      const categories = cells?.get(account);
      const category = list.category_id[at] as string;
      const due = categories?.get(category) ?? NOTHING;
      categories?.delete(category);
      return due;
    });
    for (const figure of FIGURES) {
      list[figure].forEach((stored, at) => {
        const { [figure]: due } = dues[at] as Figures;
        if (stored === due) return;
        const [account, category] = [list.account_id[at] as string, list.category_id[at] as string];
        differences.push({
          where: `${unit} ${period}`,
          account,
          category,
          figure,
          stored,
          derived: due,
        });
      });
    }
    count += dues.length;
  }
  return { count, differences: [...differences, ...missing(unit, derived)] };
}

/** What was derived and is stored nowhere. */
function* missing(unit: string, left: Rollup): Generator<Difference> {
  for (const [period, cells] of left) {
    for (const [account, categories] of cells) {
      for (const [category, figures] of categories) {
        const where = `${unit} ${period}`;
        for (const figure of FIGURES) {
          if (figures[figure] === 0) continue;
          yield { where, account, category, figure, stored: 0, derived: figures[figure] };
        }
      }
    }
  }
}

type Lists<Row> = { [Column in keyof Row]: Row[Column][] };

/** The rows (a select) of each period, in the order of periods: a list a column. */
async function* listsOf<Row>(
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
