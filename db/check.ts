import { type SQL, sql } from "drizzle-orm";
import type { BooksCheck, Difference } from "../domain/check.ts";
import type { Books } from "./books.ts";
import { checkInvoices } from "./checks/invoices.ts";
import { checkReceipts } from "./checks/receipts.ts";
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

/**
 * Derives the agency's rollups and invoices again from its rows, holds receipts and payments against what
 * they booked, and says where they differ. For a reader thread.
 */
export async function checkBooks({ agencyId, books }: Tenant): Promise<BooksCheck> {
  const rollups = await checkRollups(books.read, agencyId);
  const receipts = await checkReceipts(books.read, agencyId);
  const { invoices, payments, ...bills } = await checkInvoices(books.read, agencyId);
  const differences = [...rollups.differences, ...receipts.differences, ...bills.differences];
  return {
    ok: differences.length === 0,
    checked: { ...rollups.checked, receipts: receipts.count, invoices, payments },
    differences: differences.slice(0, SHOWN),
  };
}

type RollupsCheck = Omit<BooksCheck, "checked"> & {
  checked: Omit<BooksCheck["checked"], "invoices" | "payments" | "receipts">;
};

/** The rollups alone, of any open database, also one from before there were receipts. */
export async function checkRollups(read: Books["read"], agencyId: number): Promise<RollupsCheck> {
  const [days, months, counts] = await read.batch([
    read.all<Compared>(compare(agencyId, "daily", "date", postings(agencyId))),
    read.all<Compared>(compare(agencyId, "monthly", "month", monthsOfDays(agencyId))),
    read.all<RollupsCheck["checked"]>(sql`SELECT
      (SELECT count(*) FROM transactions WHERE agency_id = ${agencyId}) AS transactions,
      (SELECT count(*) FROM daily WHERE agency_id = ${agencyId}) AS days,
      (SELECT count(*) FROM monthly WHERE agency_id = ${agencyId}) AS months,
      (SELECT count(*) FROM accounts WHERE agency_id = ${agencyId}) AS accounts`),
  ]);
  // Days that agree with the rows stand for them; where one does not, months are derived from the rows.
  const wrongMonths =
    days.length === 0
      ? months
      : await read.all<Compared>(
          compare(agencyId, "monthly", "month", byMonth(postings(agencyId))),
        );
  const differences = [
    ...days.flatMap((row) => differencesOf("day", row)),
    ...wrongMonths.flatMap((row) => differencesOf("month", row)),
  ].slice(0, SHOWN);
  const checked = counts[0] as RollupsCheck["checked"]; // An aggregate answers exactly one row.
  return { ok: differences.length === 0, checked, differences };
}

interface Compared extends Record<string, number | string | null> {
  period: string;
  account: string | null;
  category: string | null;
}

/** What each row does to a cell of its day: the second part is where transfers arrive. */
const postings = (agencyId: number) => sql`
  SELECT date AS period, account_id, coalesce(category_id, '') AS category_id,
    iif(type = 'Income', amount_paise, 0) AS income_paise,
    iif(type = 'Expense', amount_paise, 0) AS expense_paise, 0 AS transfer_in_paise,
    iif(type = 'Transfer', amount_paise, 0) AS transfer_out_paise, 1 AS entries, 0 AS arrivals
  FROM transactions INDEXED BY transactions_by_date WHERE agency_id = ${agencyId}
  UNION ALL
  SELECT date, to_account_id, '', 0, 0, amount_paise, 0, 0, 1
  FROM transactions INDEXED BY transactions_by_date
  WHERE agency_id = ${agencyId} AND to_account_id IS NOT NULL`;

const byMonth = (rows: SQL) => sql`
  SELECT substr(period, 1, 7) AS period, account_id, category_id, ${sql.raw(FIGURES.join(", "))}
  FROM (${rows})`;

/** Of days that have just been held against their rows. */
const monthsOfDays = (agencyId: number) => sql`
  SELECT substr(date, 1, 7) AS period, account_id, category_id, ${sql.raw(FIGURES.join(", "))}
  FROM daily WHERE agency_id = ${agencyId}`;

/** The cells of a rollup that are not what they are derived from, each figure twice. */
function compare(agencyId: number, rollup: string, column: string, derived: SQL): SQL<Compared> {
  const [stored, key] = [sql.raw(rollup), sql.raw(column)];
  const each = (write: (name: string) => string, separator = ", ") =>
    sql.raw(FIGURES.map(write).join(separator));
  // Both sides one below the other and summed by cell: a join of two unsorted tables would not end.
  return sql<Compared>`
    WITH cells AS (
      SELECT period, account_id, category_id, ${each((name) => `sum(stored_${name}) AS stored_${name}`)},
        ${each((name) => `sum(derived_${name}) AS derived_${name}`)}
      FROM (
        SELECT ${key} AS period, account_id, category_id, ${each((name) => `${name} AS stored_${name}`)},
          ${each((name) => `0 AS derived_${name}`)}
        FROM ${stored} WHERE agency_id = ${agencyId}
        UNION ALL
        SELECT period, account_id, category_id, ${each(() => "0")}, ${each((name) => name)}
        FROM (${derived}))
      GROUP BY period, account_id, category_id
      HAVING ${each((name) => `sum(stored_${name}) <> sum(derived_${name})`, " OR ")}
      LIMIT ${SHOWN})
    SELECT cells.*, accounts.name AS account, categories.name AS category FROM cells
    LEFT JOIN accounts ON accounts.agency_id = ${agencyId} AND accounts.id = account_id
    LEFT JOIN categories ON categories.agency_id = ${agencyId} AND categories.id = category_id`;
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
