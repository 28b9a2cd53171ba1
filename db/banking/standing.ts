import { asc, desc, eq, sql } from "drizzle-orm";
import { addDays } from "../../domain/dates.ts";
import type { Read } from "../engine/books.ts";
import { owned, type Tenant } from "../engine/tenant.ts";
import { accountCellsOf } from "../ledger/rollup.ts";
import { readSum, sumOfAmounts, sumOfMoves } from "../ledger/sums.ts";
import { statements } from "../schema/banking.ts";
import { accounts } from "../schema/ledger.ts";

type Who = Pick<Tenant, "agencyId">;

/** Books and bank of an account on a day, in paise. */
export interface Standing {
  book: bigint;
  /** undefined where no statement reaches back to that day. */
  bank: bigint | undefined;
  /** The first day of the oldest statement; "" where no statement reaches back to that day. */
  since: string;
  /** What the books and the bank differed by where the statements begin. */
  openingDifference: bigint;
  /** What neither that explains nor entries and lines that the other side did not have yet. */
  difference: bigint;
}

/**
 * Added up from kept sums and from what is matched: no entry that the bank never had is read, however many
 * there are.
 */
export async function readStanding(
  read: Read,
  tenant: Who,
  accountId: string,
  at: string,
): Promise<Standing> {
  const book = await bookBalance(read, tenant, accountId, at);
  const [first] = await read
    .select()
    .from(statements)
    .where(owned(tenant, statements, eq(statements.accountId, accountId)))
    .orderBy(asc(statements.periodFrom), desc(statements.lineCount))
    .limit(1);
  if (!first || first.periodFrom > at)
    return { book, bank: undefined, since: "", openingDifference: 0n, difference: 0n };
  const since = first.periodFrom;
  const opening = BigInt(first.openingPaise ?? 0);
  const bank = await bankBalance(read, tenant, accountId, at, opening);
  const before = await bookBalance(read, tenant, accountId, addDays(since, -1));
  const met = await readMet(read, tenant, accountId, { since, at });
  const openingDifference = opening - (before - met.before);
  const entriesOnly = book - before - met.since + met.beforeAndLater;
  const linesOnly = await sumLinesOnly(read, tenant, accountId, at);
  const difference = bank - (book - entriesOnly + linesOnly + openingDifference);
  return { book, bank, since, openingDifference, difference };
}

/** The entries' sum up to a day, with the opening balance. */
async function bookBalance(
  read: Read,
  { agencyId }: Who,
  accountId: string,
  at: string,
): Promise<bigint> {
  const moved = sumOfMoves(["income", "transfer_in"], ["expense", "transfer_out"]);
  const [row] = await read.all<{ moved: string }>(sql`SELECT ${moved} AS moved
    FROM ${accountCellsOf(agencyId, { dateTo: at })} WHERE account_id = ${accountId}`);
  const [account] = await read
    .select({ opening: accounts.openingPaise })
    .from(accounts)
    .where(owned({ agencyId }, accounts, eq(accounts.id, accountId)));
  return BigInt(account?.opening ?? 0) + readSum(row?.moved ?? "0 0");
}

/** As the last line up to the day has it; what comes behind a line without a balance is added up. */
async function bankBalance(
  read: Read,
  { agencyId }: Who,
  accountId: string,
  at: string,
  opening: bigint,
): Promise<bigint> {
  const mine = sql`agency_id = ${agencyId} AND account_id = ${accountId} AND date <= ${at}`;
  const [row] = await read.all<{ balance: number | null; after: number | null }>(sql`
    WITH last AS (SELECT date, place, balance_paise AS balance FROM bank_lines
      WHERE ${mine} AND balance_paise IS NOT NULL ORDER BY date DESC, place DESC, id DESC LIMIT 1)
    SELECT (SELECT balance FROM last) AS balance, (SELECT sum(amount_paise) FROM bank_lines WHERE ${mine}
      AND (NOT EXISTS (SELECT 1 FROM last)
        OR (date, place) > (SELECT date, place FROM last))) AS after`);
  return (row?.balance == null ? opening : BigInt(row.balance)) + BigInt(row?.after ?? 0);
}

/** An entry's amount as its account has it: in above zero, out below. */
export const signedFor = (accountId: string) => sql`iif(t.type = 'Income'
  OR t.to_account_id = ${accountId}, t.amount_paise, -t.amount_paise)`;

/** Matches that were not whole on a day yet: a line or an entry of theirs is of a later one. */
export const laterMatches = ({ agencyId }: Who, accountId: string, at: string) => sql`(
  SELECT match_id AS id FROM bank_lines WHERE agency_id = ${agencyId} AND account_id = ${accountId}
    AND date > ${at} AND match_id IS NOT NULL
  UNION SELECT me.match_id FROM match_entries me CROSS JOIN transactions t
    ON t.agency_id = me.agency_id AND t.id = me.transaction_id
  WHERE me.agency_id = ${agencyId} AND me.account_id = ${accountId} AND t.date > ${at})`;

/** Sums of entries that the bank had: since its statements begin, of before, of before but after the day. */
async function readMet(
  read: Read,
  tenant: Who,
  accountId: string,
  { since, at }: { since: string; at: string },
) {
  const sum = (where: ReturnType<typeof sql>) => sumOfAmounts(sql`amount`, where);
  const [row] = await read.all<Record<"since" | "before" | "beforeAndLater", string>>(sql`
    WITH later AS MATERIALIZED ${laterMatches(tenant, accountId, at)},
    met AS (SELECT t.date, ${signedFor(accountId)} AS amount, me.match_id IN later AS is_later
      FROM match_entries me CROSS JOIN transactions t
        ON t.agency_id = me.agency_id AND t.id = me.transaction_id
      WHERE me.agency_id = ${tenant.agencyId} AND me.account_id = ${accountId})
    SELECT ${sum(sql`date BETWEEN ${since} AND ${at} AND NOT is_later`)} AS since,
      ${sum(sql`date < ${since}`)} AS before,
      ${sum(sql`date < ${since} AND is_later`)} AS "beforeAndLater" FROM met`);
  if (!row) throw new Error("A sum of entries did not come back");
  return {
    since: readSum(row.since),
    before: readSum(row.before),
    beforeAndLater: readSum(row.beforeAndLater),
  };
}

/** Of lines that the books did not have yet. */
async function sumLinesOnly(
  read: Read,
  tenant: Who,
  accountId: string,
  at: string,
): Promise<bigint> {
  const mine = sql`agency_id = ${tenant.agencyId} AND account_id = ${accountId} AND date <= ${at}`;
  const [row] = await read.all<{ sum: string }>(sql`
    SELECT ${sumOfAmounts(sql`amount_paise`)} AS sum FROM (
      SELECT amount_paise FROM bank_lines WHERE ${mine} AND match_id IS NULL
      UNION ALL SELECT amount_paise FROM bank_lines
      WHERE ${mine} AND match_id IN ${laterMatches(tenant, accountId, at)})`);
  return readSum(row?.sum ?? "0 0");
}
