import { sql } from "drizzle-orm";
import { type Before, type Continuity, compareOpening } from "../../domain/banking/continuity.ts";
import type { Paise } from "../../domain/money.ts";
import type { Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";

type From = Pick<Write, "all">;
type Who = Pick<Tenant, "agencyId">;

/** A file, or a stored statement. */
interface Part {
  accountId: string;
  openingPaise: Paise | null;
  firstDate: string;
  /** The statement's id; "" for a file. */
  statementId: string;
  /** Ids of its lines. */
  lines: Set<string>;
}

/** Returns how a file follows the account's other statements. */
export async function readContinuity(
  from: From,
  tenant: Who,
  part: Part,
): Promise<Continuity | null> {
  if (part.openingPaise === null) return null;
  const before = await readBefore(from, tenant, part);
  return compareOpening(before, part.openingPaise, (id) => part.lines.has(id));
}

/** Returns how a stored statement follows the account's others. */
export async function readStatementContinuity(
  from: From,
  tenant: Who,
  { id, accountId, openingPaise }: { id: string; accountId: string; openingPaise: Paise | null },
): Promise<Continuity | null> {
  if (openingPaise === null) return null;
  const own = await from.all<{ id: string; date: string }>(sql`SELECT b.id, b.date
    FROM statement_lines s JOIN bank_lines b ON b.agency_id = s.agency_id AND b.id = s.line_id
    WHERE s.agency_id = ${tenant.agencyId} AND s.statement_id = ${id} ORDER BY b.date`);
  const part = {
    accountId,
    openingPaise: openingPaise,
    firstDate: own[0]?.date ?? "",
    statementId: id,
  };
  return readContinuity(from, tenant, { ...part, lines: new Set(own.map((line) => line.id)) });
}

async function readBefore(
  from: From,
  { agencyId }: Who,
  { accountId, firstDate, statementId }: Part,
): Promise<Before> {
  const mine = sql`b.agency_id = ${agencyId} AND b.account_id = ${accountId}`;
  const isOfOther = sql`EXISTS (SELECT 1 FROM statement_lines o WHERE o.agency_id = ${agencyId}
    AND o.line_id = b.id AND o.statement_id <> ${statementId})`;
  const [last] = await from.all<{ id: string; date: string; balancePaise: Paise | null }>(sql`
    SELECT b.id, b.date, b.balance_paise AS "balancePaise" FROM bank_lines b
    WHERE ${mine} AND b.date < ${firstDate} AND ${isOfOther}
    ORDER BY b.date DESC, b.place DESC, b.id DESC LIMIT 1`);
  const day = await from.all<{ id: string; amountPaise: Paise; balancePaise: Paise | null }>(sql`
    SELECT b.id, b.amount_paise AS "amountPaise", b.balance_paise AS "balancePaise" FROM bank_lines b
    WHERE ${mine} AND b.date = ${firstDate} AND ${isOfOther} ORDER BY b.place, b.id`);
  if (!last) return { previous: null, date: firstDate, day };
  const balance = last.balancePaise ?? (await balanceByStatement(from, { agencyId }, last.id));
  return { previous: { date: last.date, balance }, date: firstDate, day };
}

/** Returns the balance after a line without one, from the closing of its statement. */
async function balanceByStatement(
  from: From,
  { agencyId }: Who,
  lineId: string,
): Promise<number | null> {
  const [found] = await from.all<{ balance: number }>(sql`
    SELECT s.closing_paise - (SELECT coalesce(sum(b.amount_paise), 0) FROM statement_lines l
        JOIN bank_lines b ON b.agency_id = l.agency_id AND b.id = l.line_id
        WHERE l.agency_id = s.agency_id AND l.statement_id = s.id AND l.line > h.line) AS balance
    FROM statement_lines h JOIN statements s ON s.agency_id = h.agency_id AND s.id = h.statement_id
    WHERE h.agency_id = ${agencyId} AND h.line_id = ${lineId} AND s.closing_paise IS NOT NULL
      AND s.proof <> 'broken'
    ORDER BY s.id DESC LIMIT 1`);
  return found?.balance ?? null;
}
