import { asc, desc, eq, sql } from "drizzle-orm";
import { addDays } from "../../domain/dates.ts";
import type { Read } from "../engine/books.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { selectAccountCells } from "../ledger/rollup.ts";
import { readSum, sumOfAmounts, sumOfMoves } from "../ledger/sums.ts";
import { statements } from "../schema/banking.ts";
import { accounts } from "../schema/ledger.ts";

type Who = Pick<Tenant, "agencyId">;

/** Balances of an account on a day in books and bank, in paise. */
export interface AccountPosition {
  bookPaise: bigint;
  /** Undefined if no statement covers that day. */
  bankPaise: bigint | undefined;
  /** First day of the oldest statement; "" if no statement covers that day. */
  since: string;
  /** The bank's balance before that day. */
  openingPaise: bigint;
  /** The part explained neither by the opening difference nor by unmatched lines and entries. */
  differencePaise: bigint;
}

/** Computed from stored sums and bank lines, without reading entries. */
export async function readStanding(
  read: Read,
  tenant: Who,
  accountId: string,
  at: string,
): Promise<AccountPosition> {
  const book = await bookBalance(read, tenant, accountId, at);
  const [first] = await read
    .select()
    .from(statements)
    .where(forAgency(tenant, statements, eq(statements.accountId, accountId)))
    .orderBy(asc(statements.periodFrom), desc(statements.lineCount))
    .limit(1);
  if (!first || first.periodFrom > at)
    return {
      bookPaise: book,
      bankPaise: undefined,
      since: "",
      openingPaise: 0n,
      differencePaise: 0n,
    };
  const opening = BigInt(first.openingPaise ?? 0);
  const bank = await bankBalance(read, tenant, accountId, at, opening);
  // A match equals its lines to the paisa (the check of the books verifies it), and other entries are not at
  // the bank. The rest is movement of the bank's balance without a line.
  const difference = bank - opening - (await sumLines(read, tenant, accountId, at));
  return {
    bookPaise: book,
    bankPaise: bank,
    since: first.periodFrom,
    openingPaise: opening,
    differencePaise: difference,
  };
}

/** Returns the difference between books and bank at the start of the statements, in paise. */
export async function readOpeningDifference(
  read: Read,
  tenant: Who,
  accountId: string,
  { since, openingPaise }: Pick<AccountPosition, "openingPaise" | "since">,
): Promise<bigint> {
  if (!since) return 0n;
  const { agencyId } = tenant;
  const before = await bookBalance(read, tenant, accountId, addDays(since, -1));
  // Earlier entries that reached the bank later.
  const [met] = await read.all<{ sum: string }>(sql`
    SELECT ${sumOfAmounts(signedSql(accountId))} AS sum FROM match_entries me CROSS JOIN transactions t
      ON t.agency_id = me.agency_id AND t.id = me.transaction_id
    WHERE me.agency_id = ${agencyId} AND me.account_id = ${accountId} AND t.date < ${since}`);
  return openingPaise - (before - readSum(met?.sum ?? "0 0"));
}

/** Sums an account's entries up to a day, with the opening balance, in paise. */
export async function bookBalance(
  read: Read,
  { agencyId }: Who,
  accountId: string,
  at: string,
): Promise<bigint> {
  const moved = sumOfMoves(["income", "transfer_in"], ["expense", "transfer_out"]);
  const [row] = await read.all<{ moved: string }>(sql`SELECT ${moved} AS moved
    FROM ${selectAccountCells(agencyId, { dateTo: at })} WHERE account_id = ${accountId}`);
  const [account] = await read
    .select({ opening: accounts.openingPaise })
    .from(accounts)
    .where(forAgency({ agencyId }, accounts, eq(accounts.id, accountId)));
  return BigInt(account?.opening ?? 0) + readSum(row?.moved ?? "0 0");
}

/** Returns the balance of the last line up to the day. Lines after the last balance are added. */
async function bankBalance(
  read: Read,
  { agencyId }: Who,
  accountId: string,
  at: string,
  opening: bigint,
): Promise<bigint> {
  const mine = sql`agency_id = ${agencyId} AND account_id = ${accountId} AND date <= ${at}`;
  const [row] = await read.all<{ balance: number | null; after: number | null }>(sql`
    WITH last AS (SELECT date, place, id, balance_paise AS balance FROM bank_lines
      WHERE ${mine} AND balance_paise IS NOT NULL ORDER BY date DESC, place DESC, id DESC LIMIT 1)
    SELECT (SELECT balance FROM last) AS balance, (SELECT sum(amount_paise) FROM bank_lines WHERE ${mine}
      AND (NOT EXISTS (SELECT 1 FROM last)
        OR (date, place, id) > (SELECT date, place, id FROM last))) AS after`);
  return (row?.balance == null ? opening : BigInt(row.balance)) + BigInt(row?.after ?? 0);
}

/** SQL: an entry's amount in an account; money in is positive, money out negative. */
export const signedSql = (accountId: string) => sql`iif(t.type = 'Income'
  OR t.to_account_id = ${accountId}, t.amount_paise, -t.amount_paise)`;

async function sumLines(
  read: Read,
  { agencyId }: Who,
  accountId: string,
  at: string,
): Promise<bigint> {
  const [row] = await read.all<{ sum: string }>(sql`SELECT ${sumOfAmounts(sql`amount_paise`)} AS sum
    FROM bank_lines WHERE agency_id = ${agencyId} AND account_id = ${accountId} AND date <= ${at}`);
  return readSum(row?.sum ?? "0 0");
}
