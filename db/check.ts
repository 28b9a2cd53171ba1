import { type SQL, sql } from "drizzle-orm";
import type { BooksCheck, Difference } from "../domain/check.ts";
import type { Books } from "./books.ts";
import type { Tenant } from "./tenant.ts";

const FIGURES = [
  "income_paise",
  "expense_paise",
  "transfer_in_paise",
  "transfer_out_paise",
  "entries",
  "arrivals",
];
const SHOWN = 100;

/** Derives the rollups of the agency again from its rows, and says where they differ. Scans: for a reader thread. */
export function checkBooks({ agencyId, books }: Tenant): Promise<BooksCheck> {
  return checkRollups(books.read, agencyId);
}

/** The same of any open database. */
export async function checkRollups(read: Books["read"], agencyId: number): Promise<BooksCheck> {
  const [days, months, counts] = await read.batch([
    read.all<Compared>(compare(agencyId, "daily", "date", sql`date`)),
    read.all<Compared>(compare(agencyId, "monthly", "month", sql`substr(date, 1, 7)`)),
    read.all<BooksCheck["checked"]>(sql`SELECT
      (SELECT count(*) FROM transactions WHERE agency_id = ${agencyId}) AS transactions,
      (SELECT count(*) FROM daily WHERE agency_id = ${agencyId}) AS days,
      (SELECT count(*) FROM monthly WHERE agency_id = ${agencyId}) AS months,
      (SELECT count(*) FROM accounts WHERE agency_id = ${agencyId}) AS accounts`),
  ]);
  const differences = [
    ...days.flatMap((row) => differencesOf("day", row)),
    ...months.flatMap((row) => differencesOf("month", row)),
  ].slice(0, SHOWN);
  const checked = counts[0] as BooksCheck["checked"]; // An aggregate answers exactly one row.
  return { ok: differences.length === 0, checked, differences };
}

interface Compared extends Record<string, number | string | null> {
  period: string;
  account: string | null;
  category: string | null;
}

/** The cells of a rollup that are not what the rows say, each figure twice: stored and derived. */
function compare(agencyId: number, rollup: string, column: string, period: SQL): SQL<Compared> {
  const stored = sql.raw(rollup);
  const key = sql.raw(column);
  const sums = sql.raw(FIGURES.map((name) => `sum(${name}) AS ${name}`).join(", "));
  const pairs = sql.raw(
    FIGURES.map(
      (name) =>
        `coalesce(s.${name}, 0) AS stored_${name}, coalesce(d.${name}, 0) AS derived_${name}`,
    ).join(", "),
  );
  const differ = sql.raw(
    FIGURES.map((name) => `coalesce(s.${name}, 0) <> coalesce(d.${name}, 0)`).join(" OR "),
  );
  return sql<Compared>`
    WITH posted AS (
      SELECT ${period} AS period, account_id, coalesce(category_id, '') AS category_id,
        iif(type = 'Income', amount_paise, 0) AS income_paise,
        iif(type = 'Expense', amount_paise, 0) AS expense_paise, 0 AS transfer_in_paise,
        iif(type = 'Transfer', amount_paise, 0) AS transfer_out_paise, 1 AS entries, 0 AS arrivals
      FROM transactions WHERE agency_id = ${agencyId}
      UNION ALL
      SELECT ${period}, to_account_id, '', 0, 0, amount_paise, 0, 0, 1
      FROM transactions WHERE agency_id = ${agencyId} AND to_account_id IS NOT NULL),
    d AS (SELECT period, account_id, category_id, ${sums} FROM posted
      GROUP BY period, account_id, category_id),
    s AS (SELECT ${key} AS period, * FROM ${stored} WHERE agency_id = ${agencyId})
    SELECT coalesce(s.period, d.period) AS period, accounts.name AS account,
      categories.name AS category, ${pairs}
    FROM s FULL JOIN d ON d.period = s.period AND d.account_id = s.account_id
      AND d.category_id = s.category_id
    LEFT JOIN accounts ON accounts.agency_id = ${agencyId}
      AND accounts.id = coalesce(s.account_id, d.account_id)
    LEFT JOIN categories ON categories.agency_id = ${agencyId}
      AND categories.id = coalesce(s.category_id, d.category_id)
    WHERE ${differ} LIMIT ${SHOWN}`;
}

function differencesOf(unit: string, row: Compared): Difference[] {
  return FIGURES.flatMap((figure) => {
    const stored = Number(row[`stored_${figure}`]);
    const derived = Number(row[`derived_${figure}`]);
    if (stored === derived) return [];
    const [where, account, category] = [
      `${unit} ${row.period}`,
      row.account ?? "",
      row.category ?? "",
    ];
    return [{ where, account, category, figure, stored, derived }];
  });
}
