import { type SQL, sql } from "drizzle-orm";
import { hurriedly, type Write } from "../atomically.ts";
import type { Books } from "../books.ts";
import { STAGED_ROWS } from "./stage.ts";

/** Which import, without who asked: after a crash nobody is asking any more. */
export interface Batch {
  books: Books;
  agencyId: number;
  id: string;
  at?: string | undefined;
}

/** Posts slice after slice until none is left, each in a turn of its own, so that others write in between. */
export async function postSlices(batch: Batch): Promise<void> {
  while (await postSlice(batch)) await Bun.sleep(0);
}

/** Rows and the end of their slice are one transaction: a crash leaves whole slices, posted or waiting. */
function postSlice({ books, agencyId, id }: Batch): Promise<boolean> {
  return hurriedly(books, async (tx) => {
    const next = await nextSlice(tx, agencyId, id);
    if (!next) return false;
    const { here, month } = next;

    const known = await lastEntry(tx);
    await tx.run(sql`
      WITH ${notYetThere(agencyId, id, here)}
      INSERT INTO transactions (agency_id, created_by, import_id, id, date, type, account_id,
        to_account_id, category_id, amount_paise, description, notes, fingerprint)
      SELECT ${agencyId}, (SELECT user_id FROM batch), ${id}, id, date, type, account_id,
        to_account_id, category_id, amount_paise, description, notes, fingerprint FROM fresh`);
    await tx.run(addToMonth(agencyId, month, known));
    await tx.run(sql`DELETE FROM import_slices WHERE ${here}`);
    // NOT INDEXED: by an index the few new entries would be found by a scan of all.
    await tx.run(sql`UPDATE imports SET added = added + entries, transfers = transfers + moves,
        income_paise = income_paise + income, expense_paise = expense_paise + expense,
        transfer_paise = transfer_paise + moved, last_entry = coalesce(newest, last_entry)
      FROM (SELECT max(entry) AS newest, ${FIGURES} FROM transactions NOT INDEXED WHERE entry > ${known})
      WHERE agency_id = ${agencyId} AND id = ${id}`);
    return true;
  });
}

/** The sums of the rows after an entry, all of one month: they have left them to this. */
function addToMonth(agencyId: number, month: string, known: number): SQL {
  const rows = sql`FROM transactions NOT INDEXED WHERE entry > ${known}`;
  return sql`INSERT INTO monthly
    SELECT ${agencyId}, ${month}, account_id, category_id, sum(income), sum(expense),
      sum(transfer_in), sum(transfer_out), sum(entries), sum(arrivals)
    FROM (
      SELECT account_id, coalesce(category_id, '') AS category_id,
        iif(type = 'Income', amount_paise, 0) AS income, iif(type = 'Expense', amount_paise, 0) AS expense,
        0 AS transfer_in, iif(type = 'Transfer', amount_paise, 0) AS transfer_out, 1 AS entries, 0 AS arrivals
      ${rows}
      UNION ALL
      SELECT to_account_id, '', 0, 0, amount_paise, 0, 0, 1 ${rows} AND to_account_id IS NOT NULL)
    WHERE true GROUP BY account_id, category_id
    ON CONFLICT DO UPDATE SET
      income_paise = income_paise + excluded.income_paise,
      expense_paise = expense_paise + excluded.expense_paise,
      transfer_in_paise = transfer_in_paise + excluded.transfer_in_paise,
      transfer_out_paise = transfer_out_paise + excluded.transfer_out_paise,
      entries = entries + excluded.entries,
      arrivals = arrivals + excluded.arrivals`;
}

export interface Figures {
  entries: number;
  moves: number;
  income: number;
  expense: number;
  moved: number;
}

const FIGURES = sql`count(*) AS entries, count(*) FILTER (WHERE type = 'Transfer') AS moves,
  coalesce(sum(amount_paise) FILTER (WHERE type = 'Income'), 0) AS income,
  coalesce(sum(amount_paise) FILTER (WHERE type = 'Expense'), 0) AS expense,
  coalesce(sum(amount_paise) FILTER (WHERE type = 'Transfer'), 0) AS moved`;

/** What posting would add, slice by slice: the same question to the books, and nothing done. */
export async function countFresh({ books, agencyId, id }: Batch): Promise<Figures> {
  const total: Figures = { entries: 0, moves: 0, income: 0, expense: 0, moved: 0 };
  const slices = await books.read.all<{ month: string; slice: number }>(sql`SELECT month, slice
    FROM import_slices WHERE agency_id = ${agencyId} AND import_id = ${id}`);
  for (const { month, slice } of slices) {
    const here = at(agencyId, id, month, slice);
    const [figures] = await books.read.all<Figures>(
      sql`WITH ${notYetThere(agencyId, id, here)} SELECT ${FIGURES} FROM fresh`,
    );
    for (const name of Object.keys(total) as (keyof Figures)[]) total[name] += figures?.[name] ?? 0;
    await Bun.sleep(0);
  }
  return total;
}

/**
 * The rows of a slice that the books do not hold: of n equal rows there, the first n of the file are
 * taken for them (contract, Import, second promise).
 */
function notYetThere(agencyId: number, id: string, here: SQL): SQL {
  return sql`
    batch AS MATERIALIZED (SELECT user_id, known_entry, keeps_duplicates FROM imports
      WHERE agency_id = ${agencyId} AND id = ${id}),
    staged AS MATERIALIZED (${STAGED_ROWS}
      FROM json_each((SELECT rows FROM import_slices WHERE ${here}))),
    known AS MATERIALIZED (
      SELECT fingerprint, count(*) AS times FROM transactions INDEXED BY transactions_by_date
      WHERE agency_id = ${agencyId} AND date IN (SELECT DISTINCT date FROM staged)
        AND entry <= (SELECT known_entry FROM batch) AND NOT (SELECT keeps_duplicates FROM batch)
        AND fingerprint IN (SELECT fingerprint FROM staged)
      GROUP BY fingerprint),
    fresh AS (SELECT staged.* FROM staged LEFT JOIN known ON known.fingerprint = staged.fingerprint
      WHERE nth > coalesce(times, 0))`;
}

async function nextSlice(tx: Write, agencyId: number, id: string) {
  const [next] = await tx.all<{ month: string; slice: number }>(sql`
    SELECT month, slice FROM import_slices WHERE agency_id = ${agencyId} AND import_id = ${id}
    ORDER BY month, slice LIMIT 1`);
  return next && { month: next.month, here: at(agencyId, id, next.month, next.slice) };
}

const at = (agencyId: number, id: string, month: string, slice: number) =>
  sql`agency_id = ${agencyId} AND import_id = ${id} AND month = ${month} AND slice = ${slice}`;

/** The newest entry of the books, of all agencies. */
export async function lastEntry(from: Pick<Write, "all">): Promise<number> {
  const [row] = await from.all<{ entry: number }>(
    sql`SELECT coalesce(max(entry), 0) AS entry FROM transactions`,
  );
  return row?.entry ?? 0;
}
