import { eq, sql } from "drizzle-orm";
import {
  type Candidates,
  type CandidatesQuery,
  type MatchCandidate,
  OTHER_LINE_DAYS,
} from "../../domain/banking/matchCandidates.ts";
import { addDays } from "../../domain/dates.ts";
import { computeTdsLimit, taxableLeft } from "../../domain/documents/payments.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { Refusal } from "../../domain/refusal.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { OPEN } from "../documents/rows.ts";
import { INCOME_TDS } from "../documents/tdsLimit.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { bankLines } from "../schema/banking.ts";

type Row = Pick<
  MatchCandidate,
  "kind" | "id" | "date" | "dueDate" | "number" | "party" | "gstMode" | "proposal"
> &
  Record<"amount" | "open" | "taxable" | "credited" | "deducted", Paise>;

/**
 * For a reader thread: returns a page of candidates to match a line by hand, nearest amount first. Matched,
 * settled and later ones are excluded.
 * @throws Refusal "missing"
 */
export async function listCandidates(
  tenant: Tenant,
  { id, query }: { id: string; query: CandidatesQuery },
): Promise<Candidates> {
  const { read } = tenant.books;
  const [line] = await read
    .select()
    .from(bankLines)
    .where(forAgency(tenant, bankLines, eq(bankLines.id, id)));
  if (!line) throw new Refusal("missing", "Bank line not found");
  const { page, limit, kind, q } = query;
  const wanted = Math.abs(line.amountPaise);
  const found = sql`SELECT * FROM (${selectEntries(tenant, line)} UNION ALL ${selectDocuments(tenant, line)}
    UNION ALL ${findOtherLines(tenant, line)}) WHERE ${isSought(q)}`;
  const [counts, rows] = await Promise.all([
    read.all<{ kind: Row["kind"]; count: number }>(
      sql`SELECT kind, count(*) AS count FROM (${found}) GROUP BY kind`,
    ),
    read.all<Row>(sql`SELECT * FROM (${found}) WHERE ${kind ? sql`kind = ${kind}` : sql`true`}
      ORDER BY abs(open - ${wanted}), date DESC, kind, id LIMIT ${limit} OFFSET ${(page - 1) * limit}`),
  ]);
  const all = { transaction: 0, invoice: 0, bill: 0, line: 0 };
  for (const one of counts) all[one.kind] = one.count;
  const total = kind ? all[kind] : all.transaction + all.invoice + all.bill + all.line;
  return {
    items: rows.map((row) => toCandidate(row, wanted)),
    total,
    page,
    totalPages: Math.ceil(total / limit),
    counts: all,
  };
}

type Line = typeof bankLines.$inferSelect;

/** Selects unmatched entries with the line's account and direction. */
function selectEntries({ agencyId }: Tenant, { accountId, amountPaise, date }: Line) {
  const side =
    amountPaise > 0
      ? sql`((type = 'Income' AND account_id = ${accountId}) OR to_account_id = ${accountId})`
      : sql`(type <> 'Income' AND account_id = ${accountId})`;
  return sql`SELECT 'transaction' AS kind, id, date, date AS dueDate, '' AS number, description AS party,
      notes, amount_paise AS amount, amount_paise AS open, 0 AS taxable, 0 AS credited, 0 AS deducted,
      '' AS gstMode, '' AS proposal
    FROM transactions t WHERE agency_id = ${agencyId} AND date <= ${date} AND ${side}
      AND NOT EXISTS (SELECT 1 FROM match_entries m WHERE m.agency_id = ${agencyId}
        AND m.transaction_id = t.id AND m.account_id = ${accountId})`;
}

/** Selects open invoices for money in, open bills for money out. */
function selectDocuments({ agencyId }: Tenant, { amountPaise, date }: Line) {
  const isIn = amountPaise > 0;
  return sql`SELECT ${isIn ? "invoice" : "bill"} AS kind, d.id, date, due_date AS dueDate, number,
      coalesce(issued ->> '$.recipient.name', display_name) AS party, '' AS notes,
      grand_total_paise AS amount, ${OPEN} AS open, taxable_paise AS taxable, credit_paise AS credited,
      ${INCOME_TDS} AS deducted, ${isIn ? sql`gst_mode` : sql`''`} AS gstMode, '' AS proposal
    FROM documents d JOIN ${isIn ? sql`clients` : sql`vendors`} p ON p.agency_id = d.agency_id
      AND p.id = d.${isIn ? sql`client_id` : sql`vendor_id`}
    WHERE d.agency_id = ${agencyId} AND family = ${isIn ? "INVOICES" : "BILLS"}
      AND status IN ('SENT', 'PARTIALLY_PAID') AND date <= ${date} AND ${OPEN} > 0`;
}

/** Finds open lines with the opposite amount: transfers in other accounts, returns in this one. */
function findOtherLines({ agencyId }: Tenant, { id, accountId, amountPaise, date }: Line) {
  const [first, last] = [addDays(date, -OTHER_LINE_DAYS), addDays(date, OTHER_LINE_DAYS)];
  return sql`SELECT 'line' AS kind, b.id, date, date AS dueDate, a.name AS number, narration AS party,
      coalesce(ref, '') AS notes, abs(amount_paise) AS amount, abs(amount_paise) AS open, 0 AS taxable,
      0 AS credited, 0 AS deducted, '' AS gstMode,
      iif(account_id = ${accountId}, 'r:' || b.id, 'x:' || account_id || '/' || b.id) AS proposal
    FROM bank_lines b JOIN accounts a ON a.agency_id = b.agency_id AND a.id = account_id
    WHERE b.agency_id = ${agencyId} AND b.id <> ${id} AND match_id IS NULL
      AND amount_paise = ${-amountPaise} AND date BETWEEN ${first} AND ${last}
      AND (account_id = ${accountId} OR is_active)`;
}

function isSought(q: string | undefined) {
  if (!q) return sql`true`;
  const pattern = `%${q.replace(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
  const amount = readTypedAmount(q);
  const isAmount = amount === undefined ? sql`false` : sql`open = ${amount} OR amount = ${amount}`;
  return sql`(party || ' ' || number || ' ' || notes LIKE ${pattern} ESCAPE '\\' OR ${isAmount})`;
}

function toCandidate(
  { taxable, credited, deducted, notes: _, ...row }: Row & { notes?: string },
  wanted: number,
) {
  const { amount, open } = row;
  const limit = computeTdsLimit({
    taxablePaise: taxable,
    creditedPaise: credited,
    totalPaise: amount,
    deductedPaise: deducted,
  });
  return {
    ...row,
    amount: toRupees(amount),
    open: toRupees(open),
    taxable: toRupees(taxableLeft(taxable, credited, amount)),
    tdsLimit: toRupees(Math.min(limit, open) as Paise),
    score: Math.floor((100 * Math.min(open, wanted)) / Math.max(open, wanted)),
  };
}
