import { and, eq, sql } from "drizzle-orm";
import type { BankedAccount } from "../../domain/banking/reconciliation.ts";
import { readMonth, yearRange } from "../../domain/dates.ts";
import { toRupees } from "../../domain/money.ts";
import { listMonths } from "../../domain/months.ts";
import type { Read } from "../engine/books.ts";
import { withSnapshot } from "../engine/snapshot.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { bankAccounts, statements } from "../schema/banking.ts";
import { accounts } from "../schema/ledger.ts";
import { readOpeningDifference, readStanding } from "./position.ts";

/**
 * For a reader thread: compares books and bank of each account on the day of its last statement.
 * @param year first year of the financial year
 */
export function getBanking(tenant: Tenant, year: number): Promise<BankedAccount[]> {
  return withSnapshot(tenant.books, async (read) => {
    const rows = await read
      .select()
      .from(accounts)
      .leftJoin(
        bankAccounts,
        and(eq(bankAccounts.agencyId, accounts.agencyId), eq(bankAccounts.accountId, accounts.id)),
      )
      .where(
        forAgency(
          tenant,
          accounts,
          sql`(type <> 'Cash' OR EXISTS (SELECT 1 FROM statements s
        WHERE s.agency_id = ${tenant.agencyId} AND s.account_id = accounts.id))`,
        ),
      )
      .orderBy(accounts.nameKey);
    const banked: BankedAccount[] = [];
    for (const { accounts: account, bank_accounts: atBank } of rows) {
      const { id, name, type, isActive } = account;
      const { number = "", closedTo = "" } = atBank ?? {};
      const known = { _id: id, name, type, number, closedTo };
      const stand = await readPosition(read, tenant, id, year);
      if (isActive || stand.statements > 0) banked.push({ account: known, ...stand });
    }
    return banked;
  });
}

async function readPosition(read: Read, tenant: Tenant, accountId: string, year: number) {
  const all = await read
    .select()
    .from(statements)
    .where(forAgency(tenant, statements, eq(statements.accountId, accountId)));
  const open = await openDays(read, tenant, accountId);
  const months = listMonths(yearRange(year)).map((month) => ({
    month,
    state: resolveMonthState(month, all, open),
  }));
  const count = open.reduce((sum, { lines }) => sum + lines, 0);
  const last = all
    .map(({ periodTo }) => periodTo)
    .sort()
    .at(-1);
  const none = { lastDay: null, book: null, bank: null, difference: null, isExplained: true };
  if (!last) return { ...none, open: count, statements: 0, months };
  const accountPosition = await readStanding(read, tenant, accountId, last);
  const { bookPaise, bankPaise, differencePaise } = accountPosition;
  const openingDifference = await readOpeningDifference(read, tenant, accountId, accountPosition);
  return {
    lastDay: last,
    book: toRupees(bookPaise),
    months,
    open: count,
    statements: all.length,
    bank: bankPaise === undefined ? null : toRupees(bankPaise),
    difference: bankPaise === undefined ? null : Number(toRupees(bankPaise - bookPaise)),
    isExplained: differencePaise === 0n && openingDifference === 0n,
  };
}

const openDays = (read: Read, { agencyId }: Tenant, accountId: string) =>
  read.all<{ date: string; lines: number }>(sql`SELECT date, count(*) AS lines FROM bank_lines
    WHERE agency_id = ${agencyId} AND account_id = ${accountId} AND match_id IS NULL GROUP BY date`);

function resolveMonthState(
  month: string,
  all: (typeof statements.$inferSelect)[],
  open: { date: string }[],
): BankedAccount["months"][number]["state"] {
  const { dateFrom, dateTo } = readMonth(month) ?? { dateFrom: "", dateTo: "" };
  const covering = all.filter((row) => row.periodFrom <= dateTo && row.periodTo >= dateFrom);
  if (covering.length === 0) return "none";
  if (covering.some(({ proof }) => proof === "broken")) return "broken";
  return open.some(({ date }) => date >= dateFrom && date <= dateTo) ? "review" : "reconciled";
}
