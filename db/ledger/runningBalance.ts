import { type SQL, sql } from "drizzle-orm";
import type { TransactionFilter } from "../../domain/ledger/transactions.ts";
import { selectAccountCells } from "./rollup.ts";
import { amountPair, readSum, sumOfMoves, sumOfPairs } from "./sums.ts";

/** Returns the account if only it and dates are filtered. Only such a list has a running balance. */
export function findListedAccount(filter: TransactionFilter): string | undefined {
  const { accountId, dateFrom: _, dateTo: __, ...others } = filter;
  return Object.values(others).some((value) => value !== undefined) ? undefined : accountId;
}

/** An account's opening, its sums to the end of a day, and the day's later rows. */
export interface BalanceRow {
  opening: number;
  moved: string;
  later: string;
}

/**
 * Selects an account's balance after one of its rows: the rollups' balance at the end of the day, less rows
 * entered later that day. It costs the same in books of any size.
 */
export function balanceAfter(
  agencyId: number,
  accountId: string,
  { date, entry }: { date: string; entry: number },
): SQL<BalanceRow> {
  const signed = sql`(CASE WHEN to_account_id = ${accountId} OR type = 'Income'
    THEN amount_paise ELSE -amount_paise END)`;
  const moves = sumOfMoves(["income", "transfer_in"], ["expense", "transfer_out"]);
  return sql<BalanceRow>`SELECT opening_paise AS opening,
      (SELECT ${moves} FROM ${selectAccountCells(agencyId, { dateTo: date })}
        WHERE account_id = ${accountId}) AS moved,
      (SELECT ${sumOfPairs(amountPair(signed))} FROM transactions INDEXED BY transactions_by_date
        WHERE agency_id = ${agencyId} AND date = ${date} AND entry > ${entry}
          AND (account_id = ${accountId} OR to_account_id = ${accountId})) AS later
    FROM accounts WHERE agency_id = ${agencyId} AND id = ${accountId}`;
}

/** In paise. */
export const readBalance = ({ opening, moved, later }: BalanceRow): bigint =>
  BigInt(opening) + readSum(moved) - readSum(later);
