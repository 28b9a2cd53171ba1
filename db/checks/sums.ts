import { type SQL, sql } from "drizzle-orm";
import type { Difference } from "../../domain/check.ts";
import type { Read } from "../books.ts";

/** Whether what is kept as a sum of other rows is their sum. */
export async function checkSums(read: Read, agencyId: number): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const wrong of [
    wrongAccountMonths,
    wrongAuditDays,
    wrongInvoiceDays,
    wrongReceiptDays,
    wrongDues,
  ]) {
    differences.push(...(await read.all<Difference>(wrong(agencyId))));
    await Bun.sleep(0); // See proveMonths.
  }
  return differences;
}

const FIGURES = ["income_paise", "expense_paise", "transfer_in_paise", "transfer_out_paise"];

function wrongAccountMonths(agencyId: number): SQL<Difference> {
  const each = FIGURES.map(
    (
      figure,
    ) => sql`SELECT month, account_id, ${figure} AS figure, ${sql.raw(figure)} AS stored, 0 AS derived
      FROM account_months WHERE agency_id = ${agencyId}
      UNION ALL SELECT month, account_id, ${figure}, 0, ${sql.raw(figure)}
      FROM monthly WHERE agency_id = ${agencyId}`,
  );
  return sql<Difference>`SELECT 'month ' || month || ', all categories' AS "where",
      coalesce(name, '') AS account, '' AS category, figure, stored, derived
    FROM (SELECT month, account_id, figure, sum(stored) AS stored, sum(derived) AS derived
      FROM (${sql.join(each, sql` UNION ALL `)})
      GROUP BY month, account_id, figure HAVING sum(stored) <> sum(derived))
    LEFT JOIN accounts ON agency_id = ${agencyId} AND id = account_id ORDER BY month`;
}

function wrongAuditDays(agencyId: number): SQL<Difference> {
  return wrongSums(
    sql`'audit log of ' || date || ', ' || action || ' ' || entity`,
    sql`place`,
    { entries: sql`added` },
    sql`audit_days WHERE agency_id = ${agencyId}`,
    sql`(SELECT date(at, '+330 minutes') AS date, action, entity, count(*) AS added
      FROM audit_log INDEXED BY audit_log_by_moment WHERE agency_id = ${agencyId} GROUP BY 1, 2, 3)`,
  );
}

function wrongInvoiceDays(agencyId: number): SQL<Difference> {
  const paid = ["grand_total_paise", "received_paise", "tds_paise"];
  return wrongSums(
    sql`'invoices of ' || date || ', ' || status`,
    sql`place`,
    { invoices: sql`1`, ...Object.fromEntries(paid.map((figure) => [figure, sql.raw(figure)])) },
    sql`invoice_days WHERE agency_id = ${agencyId}`,
    sql`invoices WHERE agency_id = ${agencyId}`,
  );
}

function wrongReceiptDays(agencyId: number): SQL<Difference> {
  return wrongSums(
    sql`'receipts of ' || date || ', ' || mode`,
    sql`place`,
    { receipts: sql`1`, amount_paise: sql`amount_paise` },
    sql`receipt_days WHERE agency_id = ${agencyId}`,
    sql`receipts WHERE agency_id = ${agencyId}`,
  );
}

function wrongDues(agencyId: number): SQL<Difference> {
  // By id, for two clients may have one name.
  return wrongSums(
    sql`client_id`,
    sql`'client ' || coalesce(
      (SELECT display_name FROM clients WHERE agency_id = ${agencyId} AND id = place), place)`,
    {
      invoices: sql`1`,
      billed_paise: sql`grand_total_paise`,
      open_paise: sql`grand_total_paise - received_paise - tds_paise`,
    },
    sql`client_dues WHERE agency_id = ${agencyId}`,
    sql`invoices WHERE agency_id = ${agencyId} AND status IN ('SENT', 'PARTIALLY_PAID', 'PAID')`,
  );
}

/**
 * Differences between columns of a table and the sums of what each row of another adds to them, by the
 * place of either; `where` is what a place is called.
 */
function wrongSums(
  placeOf: SQL,
  where: SQL,
  columns: Record<string, SQL>,
  kept: SQL,
  rows: SQL,
): SQL<Difference> {
  const names = Object.keys(columns);
  const each = (write: (name: string) => string) => sql.raw(names.map(write).join());
  const added = sql.join(
    Object.values(columns).map((value) => sql`0, ${value}`),
    sql`, `,
  );
  // All columns at once, for what is dear is to sort the rows by their place.
  const cells = sql`SELECT place,
      ${each((name) => `sum(s_${name}) AS s_${name}, sum(d_${name}) AS d_${name}`)}
    FROM (SELECT ${placeOf} AS place, ${each((name) => `${name} AS s_${name}, 0 AS d_${name}`)} FROM ${kept}
      UNION ALL SELECT ${placeOf}, ${added} FROM ${rows})
    GROUP BY place`;
  const wrong = names.map(
    (name) => sql`SELECT ${where} AS "where", '' AS account, '' AS category, ${name} AS figure,
      ${sql.raw(`s_${name} AS stored, d_${name} AS derived FROM cells WHERE s_${name} <> d_${name}`)}`,
  );
  return sql<Difference>`WITH cells AS MATERIALIZED (${cells}) ${sql.join(wrong, sql` UNION ALL `)}`;
}
