import { and, eq, exists, inArray, lte, or, sql } from "drizzle-orm";
import type { DoneBy } from "../../domain/closing/closing.ts";
import { findUncovered } from "../../domain/closing/coverage.ts";
import type { BankFacts } from "../../domain/closing/facts.ts";
import type { DateRange } from "../../domain/dates.ts";
import { toRupees } from "../../domain/money.ts";
import { nameKey } from "../../domain/names.ts";
import { readCovering } from "../banking/covering.ts";
import { readStanding } from "../banking/position.ts";
import type { Read } from "../engine/books.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { BEFORE } from "../imports/booksMoney.ts";
import { statements } from "../schema/banking.ts";
import { accounts } from "../schema/ledger.ts";

type Who = Pick<Tenant, "agencyId">;

/**
 * Returns each account's balance and open lines at the end of a month. Includes active bank accounts and
 * cards, and wallets and cash accounts with a statement. `Before bahi`, with the money of imported books, is
 * not at a bank.
 */
export async function readBanks(
  read: Read,
  tenant: Who,
  range: DateRange,
  booksBegin: string,
): Promise<BankFacts[]> {
  const { agencyId, accountId, periodFrom } = statements;
  const isOfAccount = and(eq(agencyId, accounts.agencyId), eq(accountId, accounts.id));
  const hasStatement = exists(
    read
      .select({ one: sql`1` })
      .from(statements)
      .where(and(isOfAccount, lte(periodFrom, range.dateTo))),
  );
  const rows = await read
    .select()
    .from(accounts)
    .where(forAgency(tenant, accounts, or(inArray(accounts.type, ["Bank", "Card"]), hasStatement)))
    .orderBy(accounts.nameKey);
  const before = nameKey(BEFORE);
  const banks: BankFacts[] = [];
  for (const { id, name, isActive, nameKey: key } of rows) {
    const open = await readOpen(read, tenant, id, range.dateTo);
    if (key === before || (!isActive && open.length === 0)) continue;
    const bank = await readBank(read, tenant, { _id: id, name }, { range, open });
    // Before the first entry there is nothing to compare with a bank.
    const isBefore = open.length === 0 && (booksBegin === "" || range.dateTo < booksBegin);
    banks.push({ ...bank, isIdle: bank.isIdle || isBefore });
  }
  return banks;
}

async function readBank(
  read: Read,
  tenant: Who,
  account: BankFacts["account"],
  { range, open }: { range: DateRange; open: BankFacts["open"] },
): Promise<BankFacts> {
  const { _id } = account;
  const covering = await readCovering(read, tenant, _id);
  const { bookPaise, bankPaise, differencePaise } = await readStanding(
    read,
    tenant,
    _id,
    range.dateTo,
  );
  const known = covering.filter(({ periodFrom }) => periodFrom <= range.dateTo);
  const isIdle =
    known.length === 0 && bookPaise === 0n && !(await isMoved(read, tenant, _id, range));
  const days = known.map(({ periodTo }) => periodTo).toSorted();
  return {
    account,
    isIdle,
    open,
    difference: toRupees(differencePaise),
    balance: bankPaise === undefined ? null : toRupees(bankPaise),
    ...(await countLines(read, tenant, _id, range)),
    uncovered: findUncovered(covering, range),
    lastDay: days.at(-1) ?? "",
    by: (await findMatcher(read, tenant, _id, range)) ?? null,
  };
}

/** Reads unmatched lines up to a day, by their first statement. */
export const readOpen = (read: Read, { agencyId }: Who, accountId: string, to: string) =>
  read.all<BankFacts["open"][number]>(sql`
    WITH lines AS MATERIALIZED (SELECT id, (SELECT min(s.statement_id) FROM statement_lines s
        WHERE s.agency_id = ${agencyId} AND s.line_id = b.id) AS statement
      FROM bank_lines b WHERE b.agency_id = ${agencyId} AND b.account_id = ${accountId}
        AND b.match_id IS NULL AND b.date <= ${to})
    SELECT s.id AS "statementId", s.file, count(*) AS count
    FROM lines JOIN statements s ON s.agency_id = ${agencyId} AND s.id = lines.statement
    GROUP BY s.id ORDER BY s.period_from, s.id`);

async function countLines(
  read: Read,
  { agencyId }: Who,
  accountId: string,
  { dateFrom, dateTo }: DateRange,
): Promise<Pick<BankFacts, "lines" | "openLines">> {
  const [found] = await read.all<
    Pick<BankFacts, "lines" | "openLines">
  >(sql`SELECT count(*) AS lines,
      count(*) FILTER (WHERE match_id IS NULL) AS "openLines" FROM bank_lines
    WHERE agency_id = ${agencyId} AND account_id = ${accountId}
      AND date BETWEEN ${dateFrom} AND ${dateTo}`);
  return found ?? { lines: 0, openLines: 0 };
}

/** Returns the user who matched the month's last line. */
async function findMatcher(
  read: Read,
  { agencyId }: Who,
  accountId: string,
  { dateFrom, dateTo }: DateRange,
): Promise<DoneBy | undefined> {
  const [last] = await read.all<DoneBy>(sql`SELECT m.created_at AS at, u.name FROM matches m
    JOIN users u ON u.agency_id = m.agency_id AND u.id = m.created_by
    WHERE m.agency_id = ${agencyId} AND m.id = (SELECT max(match_id) FROM bank_lines
      WHERE agency_id = ${agencyId} AND account_id = ${accountId}
        AND date BETWEEN ${dateFrom} AND ${dateTo})`);
  return last;
}

async function isMoved(
  read: Read,
  { agencyId }: Who,
  accountId: string,
  { dateTo }: DateRange,
): Promise<boolean> {
  const found = await read.all(sql`SELECT 1 FROM account_months WHERE agency_id = ${agencyId}
    AND account_id = ${accountId} AND month <= ${dateTo.slice(0, 7)} LIMIT 1`);
  return found.length > 0;
}
