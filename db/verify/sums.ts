import { type SQL, sql } from "drizzle-orm";
import type { Difference } from "../../domain/ledger/booksCheck.ts";
import type { Read } from "../engine/books.ts";
import { amountPair, CRORE, type Pair, readSum, toFigure, toPair } from "../ledger/sums.ts";

// Whole tables are compared in SQL, which an auditor can also run by hand.

/** Checks that stored sums equal the sums of their rows. */
export async function verifySums(read: Read, agencyId: number): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const wrong of [
    wrongAccountMonths,
    wrongAuditDays,
    wrongDocumentDays,
    wrongReceiptDays,
    (agencyId: number) => wrongDues(agencyId, "client"),
    (agencyId: number) => wrongDues(agencyId, "vendor"),
    wrongBillDues,
  ]) {
    const found = await read.all<WrongSum>(wrong(agencyId));
    differences.push(...found.map(toDifference));
    await Bun.sleep(0); // See proveMonths.
  }
  return differences;
}

interface WrongSum extends Omit<Difference, "stored" | "derived"> {
  /** In readSum's format. */
  stored: string;
  derived: string;
}

const toDifference = ({ stored, derived, ...place }: WrongSum): Difference => ({
  ...place,
  stored: toFigure(readSum(stored)),
  derived: toFigure(readSum(derived)),
});

function wrongAccountMonths(agencyId: number): SQL<WrongSum> {
  const sums = ["income", "expense", "transfer_in", "transfer_out"];
  return wrongSums(
    sql`month || ' ' || account_id`,
    {
      where: sql`'month ' || substr(place, 1, 7) || ', all categories'`,
      account: sql`coalesce((SELECT name FROM accounts
        WHERE agency_id = ${agencyId} AND id = substr(place, 9)), '')`,
    },
    Object.fromEntries(
      sums.map((name) => [`${name}_paise`, { kept: toPair(name), row: toPair(name) }]),
    ),
    sql`account_months WHERE agency_id = ${agencyId}`,
    sql`monthly WHERE agency_id = ${agencyId}`,
  );
}

function wrongAuditDays(agencyId: number): SQL<WrongSum> {
  return wrongSums(
    sql`'audit log of ' || date || ', ' || action || ' ' || entity`,
    PLACE,
    { entries: { kept: count(sql`entries`), row: count(sql`added`) } },
    sql`audit_days WHERE agency_id = ${agencyId}`,
    sql`(SELECT date(at, '+330 minutes') AS date, action, entity, count(*) AS added
      FROM audit_log INDEXED BY audit_log_by_moment WHERE agency_id = ${agencyId} GROUP BY 1, 2, 3)`,
  );
}

function wrongDocumentDays(agencyId: number): SQL<WrongSum> {
  const sums = ["grand_total", "received", "tds"].map((name) => [
    `${name}_paise`,
    { kept: toPair(name), row: amountPair(sql.raw(`${name}_paise`)) },
  ]);
  return wrongSums(
    sql`lower(family) || ' of ' || date || ', ' || status`,
    PLACE,
    {
      documents: oneEach("documents"),
      ...Object.fromEntries(sums),
      open_paise: {
        kept: toPair("open"),
        row: amountPair(sql`iif(is_on_hold, 0, to_pay_paise)`),
      },
    },
    sql`document_days WHERE agency_id = ${agencyId}`,
    sql`documents WHERE agency_id = ${agencyId}`,
  );
}

function wrongReceiptDays(agencyId: number): SQL<WrongSum> {
  return wrongSums(
    sql`'receipts of ' || date || ', ' || mode`,
    PLACE,
    {
      receipts: oneEach("receipts"),
      amount_paise: { kept: toPair("amount"), row: amountPair(sql`amount_paise`) },
    },
    sql`receipt_days WHERE agency_id = ${agencyId}`,
    sql`receipts WHERE agency_id = ${agencyId}`,
  );
}

/** Documents that clients owe, and those owed to vendors. */
const DUE = {
  client: sql.raw("('INVOICE', 'BILL_OF_SUPPLY', 'DEBIT_NOTE')"),
  vendor: sql.raw("('BILL', 'VENDOR_DEBIT', 'SELF_INVOICE')"),
};

function wrongDues(agencyId: number, party: keyof typeof DUE): SQL<WrongSum> {
  return wrongSums(
    // By id, because two clients may share a name.
    sql.raw(`${party}_id`),
    {
      where: sql`${sql.raw(`'${party} '`)} || coalesce((SELECT display_name FROM ${sql.raw(`${party}s`)}
        WHERE agency_id = ${agencyId} AND id = place), place)`,
      account: sql`''`,
    },
    {
      documents: oneEach("documents"),
      billed_paise: { kept: toPair("billed"), row: amountPair(sql`grand_total_paise`) },
      open_paise: { kept: toPair("open"), row: amountPair(sql`to_pay_paise`) },
    },
    sql`${sql.raw(`${party}_dues`)} WHERE agency_id = ${agencyId}`,
    sql`documents WHERE agency_id = ${agencyId} AND status IN ('SENT', 'PARTIALLY_PAID', 'PAID')
      AND kind IN ${DUE[party]}`,
  );
}

function wrongBillDues(agencyId: number): SQL<WrongSum> {
  return wrongSums(
    sql`'bills due ' || due_date`,
    PLACE,
    {
      documents: oneEach("documents"),
      open_paise: { kept: toPair("open"), row: amountPair(sql`to_pay_paise`) },
    },
    sql`bill_dues WHERE agency_id = ${agencyId}`,
    sql`documents WHERE agency_id = ${agencyId} AND status IN ('SENT', 'PARTIALLY_PAID')
      AND kind IN ${DUE.vendor} AND NOT is_on_hold`,
  );
}

/** A stored sum, and the amount each row adds to it. */
interface Figure {
  kept: Pair;
  row: Pair;
}

const PLACE = { where: sql`place`, account: sql`''` };

const count = (value: SQL): Pair => ({ crores: sql`0`, paise: value });
const oneEach = (name: string): Figure => ({ kept: count(sql.raw(name)), row: count(sql`1`) });

/**
 * Finds differences between a table's stored sums and the sums of another table's rows, by place.
 * @param named the name of a place
 */
function wrongSums(
  placeOf: SQL,
  named: { where: SQL; account: SQL },
  figures: Record<string, Figure>,
  keptRows: SQL,
  rows: SQL,
): SQL<WrongSum> {
  const names = Object.keys(figures);
  const columns = names.flatMap((name) => [
    `s_c_${name}`,
    `s_p_${name}`,
    `d_c_${name}`,
    `d_p_${name}`,
  ]);
  const list = (values: SQL[]) => sql.join(values, sql`, `);
  const stored = Object.values(figures).flatMap(({ kept: { crores, paise } }, at) =>
    [crores, paise, sql`0`, sql`0`].map(
      (value, n) => sql`${value} AS ${sql.raw(columns[4 * at + n] ?? "")}`,
    ),
  );
  const added = Object.values(figures).flatMap(({ row }) => [
    sql`0`,
    sql`0`,
    row.crores,
    row.paise,
  ]);
  // All sums at once, because sorting the rows by place is the expensive part.
  const cells = sql`SELECT place, ${sql.raw(columns.map((name) => `sum(${name}) AS ${name}`).join())}
    FROM (SELECT ${placeOf} AS place, ${list(stored)} FROM ${keptRows}
      UNION ALL SELECT ${placeOf}, ${list(added)} FROM ${rows})
    GROUP BY place`;
  const wrong = names.map(
    (name) => sql`SELECT ${named.where} AS "where", ${named.account} AS account, '' AS category,
      ${name} AS figure, ${sql.raw(`s_c_${name} || ' ' || s_p_${name} AS stored,
      d_c_${name} || ' ' || d_p_${name} AS derived
      FROM cells WHERE (s_c_${name} - d_c_${name}) * ${CRORE} + s_p_${name} - d_p_${name} <> 0`)}`,
  );
  return sql<WrongSum>`WITH cells AS MATERIALIZED (${cells}) ${sql.join(wrong, sql` UNION ALL `)}`;
}
