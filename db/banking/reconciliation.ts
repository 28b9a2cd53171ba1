import { and, eq, lte, sql } from "drizzle-orm";
import { LOCK_AHEAD } from "../../domain/agencies/locks.ts";
import { listRefs, parseNarration } from "../../domain/banking/candidates.ts";
import { gapInWords } from "../../domain/banking/proof.ts";
import {
  Closing,
  type Reconciliation,
  type ReconciliationItem,
} from "../../domain/banking/reconciliation.ts";
import { findGaps, findUncovered, statementGapInWords } from "../../domain/closing/coverage.ts";
import { countDays, formatDate } from "../../domain/dates.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { invalid, parse, Refusal } from "../../domain/refusal.ts";
import { recordChange } from "../engine/audit.ts";
import type { Read } from "../engine/books.ts";
import { withSnapshot } from "../engine/snapshot.ts";
import { forAgency, type Tenant, todayFor } from "../engine/tenant.ts";
import { writeTransaction } from "../engine/transaction.ts";
import { bankLines } from "../schema/banking.ts";
import { getBankAccount, setAtBank } from "./atBank.ts";
import { readStatementContinuity } from "./continuity.ts";
import { readCovering } from "./covering.ts";
import { readOpeningDifference, readStanding, signedSql } from "./position.ts";

/** For a reader thread: reconciles books and bank of an account on a day. */
export function reconcile(
  tenant: Tenant,
  { accountId, at }: { accountId: string; at: string },
): Promise<Reconciliation> {
  return withSnapshot(tenant.books, (read) => reconcileIn(read, tenant, accountId, at));
}

async function reconcileIn(
  read: Read,
  tenant: Pick<Tenant, "agencyId">,
  accountId: string,
  at: string,
): Promise<Reconciliation> {
  const { _id, name, number, closedTo } = await getBankAccount(read, tenant, accountId);
  const account = { _id, name, number, closedTo };
  const accountPosition = await readStanding(read, tenant, accountId, at);
  const { bookPaise, bankPaise, since, differencePaise } = accountPosition;
  const none = { issued: [], deposited: [], bankCredits: [], bankDebits: [] };
  if (bankPaise === undefined) {
    const remarks = [`No statement for ${name} covers ${formatDate(at)}`];
    const unknown = { bank: null, openingDifference: 0, difference: 0, proof: null, remarks };
    return { account, at, book: toRupees(bookPaise), ...none, ...unknown };
  }
  const apart = await readApart(read, tenant, accountId, { since, at });
  const entries = apart.filter(({ of }) => of === "books");
  const lines = apart.filter(({ of }) => of === "bank");
  const isOut = ({ amount }: { amount: number }) => amount < 0;
  const isIn = ({ amount }: { amount: number }) => amount > 0;
  return {
    account,
    at,
    book: toRupees(bookPaise),
    bank: toRupees(bankPaise),
    issued: entries.filter(isOut).map((entry) => entryItem(entry, at)),
    deposited: entries.filter(isIn).map((entry) => entryItem(entry, at)),
    bankCredits: lines.filter(isIn).map((line) => lineItem(line, at)),
    bankDebits: lines.filter(isOut).map((line) => lineItem(line, at)),
    openingDifference: toRupees(
      await readOpeningDifference(read, tenant, accountId, accountPosition),
    ),
    difference: toRupees(differencePaise),
    ...(await proofAt(read, tenant, account, at)),
  };
}

interface Apart {
  of: "books" | "bank";
  id: string;
  date: string;
  amount: number;
  text: string;
  ref: string | null;
  clearedOn: string | null;
}

/** SQL: a match is complete on the day of its latest line or entry. */
const LAST_DAY = sql`(SELECT max(date) FROM (
  SELECT l.date FROM bank_lines l WHERE l.agency_id = m.agency_id AND l.match_id = m.id
  UNION ALL SELECT e.date FROM match_entries me JOIN transactions e
    ON e.agency_id = me.agency_id AND e.id = me.transaction_id
  WHERE me.agency_id = m.agency_id AND me.match_id = m.id))`;

/** Selects matches that were incomplete on a day, because a line or an entry is later. */
const laterMatches = (
  { agencyId }: Pick<Tenant, "agencyId">,
  accountId: string,
  at: string,
) => sql`(
  SELECT match_id AS id FROM bank_lines WHERE agency_id = ${agencyId} AND account_id = ${accountId}
    AND date > ${at} AND match_id IS NOT NULL
  UNION SELECT me.match_id FROM match_entries me CROSS JOIN transactions t
    ON t.agency_id = me.agency_id AND t.id = me.transaction_id
  WHERE me.agency_id = ${agencyId} AND me.account_id = ${accountId} AND t.date > ${at})`;

/**
 * Reads items that only one side had on a day: entries since the first statement, older entries that reached
 * the bank later, and lines.
 */
async function readApart(
  read: Read,
  { agencyId }: Pick<Tenant, "agencyId">,
  accountId: string,
  { since, at }: { since: string; at: string },
): Promise<Apart[]> {
  const entry = sql`'books' AS "of", t.id, t.date, ${signedSql(accountId)} AS amount, t.description AS text,
    t.notes AS ref`;
  const line = sql`'bank', b.id, b.date, b.amount_paise, b.narration, b.ref`;
  const mine = sql`b.agency_id = ${agencyId} AND b.account_id = ${accountId} AND b.date <= ${at}`;
  return read.all<Apart>(sql`
    WITH later AS MATERIALIZED (SELECT m.agency_id, m.id, ${LAST_DAY} AS until FROM matches m
      WHERE m.agency_id = ${agencyId} AND m.id IN ${laterMatches({ agencyId }, accountId, at)}),
    unmatched AS MATERIALIZED (SELECT entry FROM transactions INDEXED BY transactions_by_date
      WHERE agency_id = ${agencyId} AND date BETWEEN ${since} AND ${at}
        AND (account_id = ${accountId} OR to_account_id = ${accountId})
      EXCEPT SELECT t.entry FROM match_entries m JOIN transactions t
        ON t.agency_id = m.agency_id AND t.id = m.transaction_id
      WHERE m.agency_id = ${agencyId} AND m.account_id = ${accountId})
    SELECT ${entry}, NULL AS "clearedOn", 0 AS place
    FROM unmatched JOIN transactions t ON t.entry = unmatched.entry
    UNION ALL SELECT ${entry}, later.until, 0 FROM later CROSS JOIN match_entries me
      ON me.agency_id = later.agency_id AND me.match_id = later.id
      CROSS JOIN transactions t ON t.agency_id = me.agency_id AND t.id = me.transaction_id
    WHERE t.date <= ${at}
    UNION ALL SELECT ${line}, NULL, b.place FROM bank_lines b WHERE ${mine} AND b.match_id IS NULL
    UNION ALL SELECT ${line}, later.until, b.place FROM later
      CROSS JOIN bank_lines b INDEXED BY bank_lines_of_match
      ON b.agency_id = later.agency_id AND b.match_id = later.id
    WHERE ${mine} ORDER BY 3, 8, 2`);
}

const openFor = (date: string, at: string) =>
  Math.max(0, countDays({ dateFrom: date, dateTo: at }) - 1);

function entryItem(
  { id, date, amount, text, ref, clearedOn }: Apart,
  at: string,
): ReconciliationItem {
  const found = listRefs(`${text} ${ref ?? ""}`)[0] ?? null;
  return {
    _id: id,
    date,
    party: text,
    ref: found,
    days: openFor(date, at),
    clearedOn,
    amount: toRupees(Math.abs(amount) as Paise),
  };
}

function lineItem(
  { id, date, amount, text, ref, clearedOn }: Apart,
  at: string,
): ReconciliationItem {
  const { parsedNarration: narration } = parseNarration({
    id,
    date,
    amountPaise: amount as Paise,
    narration: text,
    ref,
  });
  return {
    _id: id,
    date,
    party: narration.party ?? text,
    ref: narration.ref ?? ref,
    amount: toRupees(Math.abs(amount) as Paise),
    days: openFor(date, at),
    clearedOn,
  };
}

/** Returns how far the bank's own balances verify the day. */
async function proofAt(
  read: Read,
  tenant: Pick<Tenant, "agencyId">,
  { _id, name }: { _id: string; name: string },
  at: string,
): Promise<Pick<Reconciliation, "proof" | "remarks">> {
  const all = await readCovering(read, tenant, _id);
  const rows = all.filter(({ periodFrom }) => periodFrom <= at);
  const month = { dateFrom: `${at.slice(0, 7)}-01`, dateTo: at };
  const isCovered = (findUncovered(all, month)?.dateTo ?? "") < at;
  const remarks = isCovered ? [] : [`No statement for ${name} covers ${formatDate(at)}`];
  for (const gap of findGaps(all)) {
    if (gap.after < at && gap.before <= at) remarks.push(statementGapInWords(gap));
  }
  for (const { id, gaps } of rows) {
    for (const gap of gaps) remarks.push(gapInWords(gap, await listDates(read, tenant, id)));
  }
  const covering = rows.filter((row) => row.periodTo >= at).at(-1) ?? rows.at(-1);
  if (!covering || !isCovered) return { proof: null, remarks };
  const { proof, closingPaise } = covering;
  if (proof !== "closing-only" || closingPaise === null) return { proof, remarks };
  // The previous closing is its opening, so its sum is verified.
  const continuity = await readStatementContinuity(read, tenant, covering);
  return { proof: continuity?.difference === 0 ? "totals" : proof, remarks };
}

const listDates = (read: Read, { agencyId }: Pick<Tenant, "agencyId">, statementId: string) =>
  read.all<{ date: string }>(sql`SELECT date FROM statement_lines s JOIN bank_lines b
    ON b.agency_id = s.agency_id AND b.id = s.line_id
    WHERE s.agency_id = ${agencyId} AND s.statement_id = ${statementId} ORDER BY line`);

/**
 * Closes a bank account up to a day.
 * @throws Refusal "invalid" for a day after today or a step back without a reason, "conflict" for open lines
 */
export function closeAccount(
  tenant: Tenant,
  accountId: string,
  changes: object,
): Promise<{ closedTo: string }> {
  return writeTransaction(tenant, async (tx) => {
    const account = await getBankAccount(tx, tenant, accountId);
    const { closedTo, reason } = parse(Closing, changes);
    if (closedTo > todayFor(tenant) && closedTo !== account.closedTo) {
      throw invalid("closedTo", LOCK_AHEAD);
    }
    if (closedTo < account.closedTo && !reason) {
      throw new Refusal("invalid", "Enter the reason for reopening the account", [
        { path: "reason", message: "Reason is required" },
      ]);
    }
    const isOpen = and(eq(bankLines.accountId, accountId), lte(bankLines.date, closedTo));
    const [line] = await tx
      .select({ date: bankLines.date })
      .from(bankLines)
      .where(forAgency(tenant, bankLines, isOpen, sql`match_id IS NULL`))
      .limit(1);
    if (line && closedTo > account.closedTo) {
      const day = formatDate(line.date);
      throw new Refusal("conflict", `A line dated ${day} is unmatched; match it first`);
    }
    await setAtBank(tx, tenant, accountId, { closedTo });
    const named = { _id: accountId, name: account.name };
    await recordChange(tx, tenant, "UPDATE", "BankAccount", {
      before: { ...named, closedTo: account.closedTo },
      after: { ...named, closedTo, ...(reason && { reason }) },
    });
    return { closedTo };
  });
}
