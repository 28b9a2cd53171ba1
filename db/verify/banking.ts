import { sql } from "drizzle-orm";
import type { Difference } from "../../domain/ledger/booksCheck.ts";
import type { Read } from "../engine/books.ts";

/**
 * Checks that matches equal their lines, statements their balances and the memory the accepted matches, and
 * that an account's lines are continuous across statements.
 */
export async function verifyBanking(read: Read, agencyId: number): Promise<Difference[]> {
  const mine = sql`agency_id = ${agencyId}`;
  const signed = sql`iif(t.type = 'Income' OR t.to_account_id = m.account_id,
    t.amount_paise, -t.amount_paise)`;
  // An entry of another account counts as 0, so that its match is reported.
  const matches = await read.all<Difference>(sql`
    WITH sums AS (SELECT m.id, m.account_id,
      (SELECT coalesce(sum(amount_paise), 0) FROM bank_lines l WHERE l.agency_id = m.agency_id
        AND l.match_id = m.id AND l.account_id = m.account_id) AS lines,
      (SELECT count(*) FROM bank_lines l WHERE l.agency_id = m.agency_id AND l.match_id = m.id) AS count,
      (SELECT coalesce(sum(${signed}), 0) FROM match_entries e
        JOIN transactions t ON t.agency_id = e.agency_id AND t.id = e.transaction_id
        WHERE e.agency_id = m.agency_id AND e.match_id = m.id AND e.account_id = m.account_id
          AND m.account_id IN (t.account_id, t.to_account_id)) AS entries
      FROM matches m WHERE m.${mine})
    SELECT 'match ' || sums.id AS "where", a.name AS account, '' AS category,
      iif(count = 0, 'lines', 'amount_paise') AS figure, lines AS stored, entries AS derived
    FROM sums JOIN accounts a ON a.${mine} AND a.id = account_id WHERE lines <> entries OR count = 0`);
  const statements = await read.all<Difference>(sql`
    WITH sums AS (SELECT s.*, (SELECT coalesce(sum(value ->> '$.missing'), 0) FROM json_each(gaps))
        AS missing, (SELECT count(*) FROM statement_lines l
        WHERE l.agency_id = s.agency_id AND l.statement_id = s.id) AS held,
      (SELECT coalesce(sum(amount_paise), 0) FROM statement_lines l JOIN bank_lines b
        ON b.agency_id = l.agency_id AND b.id = l.line_id AND b.account_id = s.account_id
        WHERE l.agency_id = s.agency_id AND l.statement_id = s.id) AS moved
      FROM statements s WHERE s.${mine})
    SELECT 'statement ' || period_from || ' to ' || period_to AS "where", a.name AS account, '' AS category,
      iif(held <> line_count, 'lines', 'closing_paise') AS figure,
      iif(held <> line_count, line_count, closing_paise) AS stored,
      iif(held <> line_count, held, sums.opening_paise + moved + missing) AS derived
    FROM sums JOIN accounts a ON a.${mine} AND a.id = account_id
    WHERE held <> line_count OR (sums.opening_paise IS NOT NULL AND closing_paise IS NOT NULL
      AND closing_paise <> sums.opening_paise + moved + missing)`);
  const memory = await read.all<Difference>(sql`
    WITH learned AS (SELECT made ->> '$.learned.direction' AS direction, '' AS token,
        made ->> '$.learned.categoryId' AS category_id FROM matches
      WHERE ${mine} AND made ->> '$.learned' IS NOT NULL
      UNION ALL SELECT made ->> '$.learned.direction', value, made ->> '$.learned.categoryId'
      FROM matches JOIN json_each(made, '$.learned.tokens') WHERE ${mine}),
    counted AS (SELECT direction, token, category_id, count(*) AS count FROM learned GROUP BY 1, 2, 3)
    SELECT 'memory' AS "where", '' AS account, c.name AS category, 'count' AS figure,
      coalesce(k.count, 0) AS stored, coalesce(n.count, 0) AS derived
    FROM (SELECT direction, token, category_id FROM bank_memory WHERE ${mine}
      UNION SELECT direction, token, category_id FROM counted) keys
    JOIN categories c ON c.${mine} AND c.id = keys.category_id
    LEFT JOIN bank_memory k ON k.${mine} AND k.direction = keys.direction AND k.token = keys.token
      AND k.category_id = keys.category_id
    LEFT JOIN counted n ON n.direction = keys.direction AND n.token = keys.token
      AND n.category_id = keys.category_id
    WHERE coalesce(k.count, 0) <> coalesce(n.count, 0)`);
  return [...matches, ...statements, ...(await verifyChain(read, agencyId)), ...memory];
}

/**
 * Finds jumps of the balance between two lines of an account, unless a statement was accepted with that gap.
 * A balance less all amounts up to it is the first balance, and so must not change.
 */
const verifyChain = (read: Read, agencyId: number) =>
  read.all<Difference>(sql`
    WITH lines AS (SELECT account_id, id, date, place, balance_paise AS balance,
        sum(amount_paise) OVER (PARTITION BY account_id ORDER BY date, place, id) AS moved
      FROM bank_lines WHERE agency_id = ${agencyId}),
    steps AS (SELECT account_id, id, date, balance, balance - moved AS start,
        lag(balance - moved) OVER account AS start_before, lag(date) OVER account AS date_before
      FROM lines WHERE balance IS NOT NULL
      WINDOW account AS (PARTITION BY account_id ORDER BY date, place, id))
    SELECT 'bank lines ' || date_before || ' to ' || date AS "where", a.name AS account, '' AS category,
      'balance_paise' AS figure, balance AS stored, balance - (start - start_before) AS derived
    FROM steps JOIN accounts a ON a.agency_id = ${agencyId} AND a.id = account_id
    WHERE start <> start_before AND NOT EXISTS (SELECT 1 FROM statement_lines l
      JOIN statements s ON s.agency_id = ${agencyId} AND s.id = l.statement_id
      JOIN json_each(s.gaps) gap ON gap.value ->> '$.beforeLine' = l.line
      WHERE l.agency_id = ${agencyId} AND l.line_id = steps.id
        AND gap.value ->> '$.missing' = start - start_before)`);
