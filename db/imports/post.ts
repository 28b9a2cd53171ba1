import { and, eq, max, type SQL, sql } from "drizzle-orm";
import { type Write, writeRelaxedTransaction } from "../engine/transaction.ts";
import { CRORE } from "../ledger/sums.ts";
import { importSlices } from "../schema/imports.ts";
import { transactions } from "../schema/ledger.ts";
import { addDigests } from "./digests.ts";
import { type Batch, runUnderException } from "./lease.ts";
import { STAGED_ROWS } from "./stage.ts";

/** Posts all remaining slices, each in its own transaction, so that others can write in between. */
export async function postSlices(batch: Batch): Promise<void> {
  while (await postSlice(batch)) await Bun.sleep(0);
}

/** Posts a slice and deletes it in one transaction, so a crash leaves only whole slices. */
function postSlice(batch: Batch): Promise<boolean> {
  const { books, agencyId, id } = batch;
  return writeRelaxedTransaction(books, async (tx) => {
    const next = await nextSlice(tx, agencyId, id);
    if (!next) return false;
    const { here, month } = next;

    const known = await lastEntry(tx);
    const insert = sql`
      WITH ${notYetThere(agencyId, id, here)}
      INSERT INTO transactions (agency_id, created_by, import_id, id, date, type, account_id,
        to_account_id, category_id, amount_paise, description, notes, fingerprint)
      SELECT ${agencyId}, (SELECT user_id FROM batch), ${id}, id, date, type, account_id,
        to_account_id, category_id, amount_paise, description, notes, fingerprint FROM fresh`;
    await runUnderException(tx, batch, () => tx.run(insert));
    await tx.run(addToMonth(agencyId, month, known));
    await addDigests(tx, batch, known);
    await tx.run(sql`DELETE FROM import_slices WHERE ${here}`);
    // NOT INDEXED: an index would make SQLite scan all entries to find the few new ones.
    await tx.run(sql`UPDATE imports SET added = added + entries, transfers = transfers + moves,
        ${addSum("income", "incomePaise")}, ${addSum("expense", "expensePaise")},
        ${addSum("transfer", "movedPaise")},
        last_entry = coalesce(newest, last_entry)
      FROM (SELECT max(entry) AS newest, ${FIGURES} FROM transactions NOT INDEXED WHERE entry > ${known})
      WHERE agency_id = ${agencyId} AND id = ${id}`);
    return true;
  });
}

// Sums of a slice are far from the limit of an integer. Only the totals they are added to are stored as
// crores and paise; below ₹1,000 crore the trigger uses paise alone.
const LARGE = 1_000 * CRORE;
const croresSql = (sum: string) => `${sum} / ${LARGE} * 1000`;
const paiseSql = (sum: string) => `${sum} % ${LARGE}`;

/** Adds a slice's sum to a total of the import, and carries its paise into crores. */
function addSum(figure: string, sum: string) {
  const paise = `(${figure}_paise + ${sum})`;
  return sql.raw(`${figure}_crores = ${figure}_crores + ${croresSql(paise)},
    ${figure}_paise = ${paiseSql(paise)}`);
}

const MONEY = ["income", "expense", "transfer_in", "transfer_out"];
const expand = (write: (figure: string) => string) => sql.raw(MONEY.map(write).join(", "));

/** Adds the rows after an entry, all of one month, to the month's rollup, which triggers skip for them. */
function addToMonth(agencyId: number, month: string, known: number): SQL {
  const rows = sql`FROM transactions NOT INDEXED WHERE entry > ${known}`;
  return sql`INSERT INTO monthly (agency_id, month, account_id, category_id,
      ${expand((figure) => `${figure}_paise`)}, entries, arrivals, ${expand((figure) => `${figure}_crores`)})
    SELECT ${agencyId}, ${month}, account_id, category_id,
      ${expand((figure) => paiseSql(`sum(${figure})`))}, sum(entries), sum(arrivals),
      ${expand((figure) => croresSql(`sum(${figure})`))}
    FROM (
      SELECT account_id, coalesce(category_id, '') AS category_id,
        iif(type = 'Income', amount_paise, 0) AS income, iif(type = 'Expense', amount_paise, 0) AS expense,
        0 AS transfer_in, iif(type = 'Transfer', amount_paise, 0) AS transfer_out, 1 AS entries, 0 AS arrivals
      ${rows}
      UNION ALL
      SELECT to_account_id, '', 0, 0, amount_paise, 0, 0, 1 ${rows} AND to_account_id IS NOT NULL)
    WHERE true GROUP BY account_id, category_id
    ON CONFLICT DO UPDATE SET
      ${expand(
        (figure) => `${figure}_paise = ${figure}_paise + excluded.${figure}_paise,
          ${figure}_crores = ${figure}_crores + excluded.${figure}_crores`,
      )},
      entries = entries + excluded.entries,
      arrivals = arrivals + excluded.arrivals`;
}

/** Number of rows, number of transfers among them, and their sums in paise. */
export interface Figures {
  entries: number;
  moves: number;
  incomePaise: bigint;
  expensePaise: bigint;
  movedPaise: bigint;
}

const SUMS = ["incomePaise", "expensePaise", "movedPaise"] as const;
const FIGURES = sql`count(*) AS entries, count(*) FILTER (WHERE type = 'Transfer') AS moves,
  coalesce(sum(amount_paise) FILTER (WHERE type = 'Income'), 0) AS "incomePaise",
  coalesce(sum(amount_paise) FILTER (WHERE type = 'Expense'), 0) AS "expensePaise",
  coalesce(sum(amount_paise) FILTER (WHERE type = 'Transfer'), 0) AS "movedPaise"`;

// JSON becomes rows in one statement with a forced index, so all of this is plain SQL.

/** Computes slice by slice what posting would add, without writing. */
export async function countFresh({ books, agencyId, id }: Batch): Promise<Figures> {
  const total: Figures = {
    entries: 0,
    moves: 0,
    incomePaise: 0n,
    expensePaise: 0n,
    movedPaise: 0n,
  };
  const { month, slice } = importSlices;
  const slices = await books.read
    .select({ month, slice })
    .from(importSlices)
    .where(and(eq(importSlices.agencyId, agencyId), eq(importSlices.importId, id)));
  for (const { month, slice } of slices) {
    const here = at(agencyId, id, month, slice);
    const [figures] = await books.read.all<Record<keyof Figures, string>>(sql`
      WITH ${notYetThere(agencyId, id, here)}
      SELECT entries, moves, ${sql.raw(SUMS.map((sum) => `CAST("${sum}" AS TEXT) AS "${sum}"`).join())}
      FROM (SELECT ${FIGURES} FROM fresh)`);
    if (!figures) continue;
    for (const count of ["entries", "moves"] as const) total[count] += Number(figures[count]);
    for (const sum of SUMS) total[sum] += BigInt(figures[sum]);
    await Bun.sleep(0);
  }
  return total;
}

/**
 * Selects the rows of a slice that are new. If n equal rows exist, the file's first n count as existing
 * (contract, Import, second promise).
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
  const { month, slice } = importSlices;
  const [next] = await tx
    .select({ month, slice })
    .from(importSlices)
    .where(and(eq(importSlices.agencyId, agencyId), eq(importSlices.importId, id)))
    .orderBy(month, slice)
    .limit(1);
  return next && { month: next.month, here: at(agencyId, id, next.month, next.slice) };
}

const at = (agencyId: number, id: string, month: string, slice: number) =>
  sql`agency_id = ${agencyId} AND import_id = ${id} AND month = ${month} AND slice = ${slice}`;

/** Returns the newest entry of all agencies. */
export async function lastEntry(from: Pick<Write, "select">): Promise<number> {
  const [row] = await from.select({ entry: max(transactions.entry) }).from(transactions);
  return row?.entry ?? 0;
}
