import { sql } from "drizzle-orm";
import { type CalendarDate, today } from "../../domain/dates.ts";
import {
  CASH_HEADS,
  CASH_KINDS,
  type CashEntry,
  type CashHead,
  type CashLedger,
  type CashLedgerQuery,
  cashLedger,
  challanCategory,
  HEAD_WORDS,
  type NewCashEntry,
} from "../../domain/gst/cashLedger.ts";
import { NewJournal } from "../../domain/ledger/journals.ts";
import { closingOf } from "../../domain/ledger/statements.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { parse } from "../../domain/refusal.ts";
import { booking, recordChanges } from "../engine/audit.ts";
import type { Read } from "../engine/books.ts";
import { atOneMoment } from "../engine/snapshot.ts";
import type { Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency } from "../engine/transaction.ts";
import { categoryNamed } from "../ledger/categories.ts";
import { readChart, readOpenings } from "../ledger/chart.ts";
import { insertTransactions } from "../ledger/insertTransactions.ts";
import { addJournalIn } from "../ledger/journals.ts";
import { mustBeActive } from "../ledger/transactions.ts";
import { movedIn } from "../reports/opened.ts";

// The portal's cash ledger in the books: each head is a ledger. A challan is an expense that posts to it, and
// accepted GST-TDS a journal, so locks, undo and exports treat them as any other entry.

type Who = Pick<Tenant, "agencyId">;

interface Booked {
  _id: string;
  type: "Journal" | "Transaction";
}

/** Records a challan, or GST-TDS that was accepted on the portal; returns the entry that booked it. */
export function addCashEntry(tenant: Tenant, input: NewCashEntry): Promise<Booked> {
  return withIdempotency(tenant, (tx) =>
    input.source === "GST_TDS" ? acceptGstTds(tx, tenant, input) : bookChallan(tx, tenant, input),
  );
}

async function bookChallan(tx: Write, tenant: Tenant, challan: NewCashEntry): Promise<Booked> {
  const { date, head, kind, amount, accountId, cin } = challan;
  const account = await mustBeActive(tx, tenant, "accountId", accountId ?? "");
  const { name, ledger } = challanCategory(head, kind);
  const category = await categoryNamed(tx, tenant, name, "Expense", ledger);
  const description = `${name}, PMT-06`;
  const [booked] = await insertTransactions(tx, tenant, [
    {
      ...{ date, type: "Expense", amountPaise: amount, description, notes: cin },
      account,
      category,
    },
  ]);
  if (!booked) throw new Error("The new challan did not come back");
  await recordChanges(tx, tenant, [booking(booked)]);
  return { _id: booked._id, type: "Transaction" };
}

async function acceptGstTds(
  tx: Write,
  tenant: Tenant,
  { date, head, amount }: NewCashEntry,
): Promise<Booked> {
  const rupees = toRupees(amount);
  const journal = parse(NewJournal, {
    ...{ date, reason: `GST-TDS accepted on the portal: ${HEAD_WORDS[head]}`, basis: "both" },
    lines: [
      { ledger: cashLedger(head), debit: rupees },
      { ledger: `gst_tds_${head}`, credit: rupees },
    ],
  });
  const { _id } = await addJournalIn(tx, tenant, journal);
  return { _id, type: "Journal" };
}

/** Returns what the cash ledger holds at the end of a day, by head, in paise. */
export async function readCashBalances(
  read: Read,
  { agencyId }: Who,
  at: CalendarDate,
): Promise<Record<CashHead, bigint>> {
  const { chart, form, booksBegin } = await readChart(agencyId, read);
  const openings = await readOpenings({ agencyId }, read);
  const opened = { read, agencyId, chart, form, booksBegin, openings };
  const moved = await movedIn(opened, { dateFrom: at, dateTo: at });
  return byHead((head) => {
    const row = moved.find(({ ledger }) => ledger._id === cashLedger(head));
    return row ? closingOf(row) : 0n;
  });
}

/** For a reader thread: the cash ledger up to a day, today by default. */
export function getCashLedger(
  { agencyId, books }: Pick<Tenant, "agencyId" | "books">,
  { at = today() }: CashLedgerQuery,
): Promise<CashLedger> {
  return atOneMoment(books, async (read) => {
    const balances = await readCashBalances(read, { agencyId }, at);
    const openings = await readOpenings({ agencyId }, read);
    return {
      at,
      openings: byHead((head) => toRupees(BigInt(openings.get(cashLedger(head)) ?? 0))),
      balances: byHead((head) => toRupees(balances[head])),
      entries: await readEntries(read, agencyId, at),
    };
  });
}

const byHead = <T>(of: (head: CashHead) => T) =>
  Object.fromEntries(CASH_HEADS.map((head) => [head, of(head)])) as Record<CashHead, T>;

interface Row extends Omit<CashEntry, "amount" | "kind"> {
  category: string;
  paise: Paise;
}

async function readEntries(read: Read, agencyId: number, at: CalendarDate): Promise<CashEntry[]> {
  const names = CASH_HEADS.flatMap((head) =>
    CASH_KINDS.map((kind) => ({ head, kind, ...challanCategory(head, kind) })),
  );
  const ledgers = JSON.stringify(
    CASH_HEADS.map((head) => [challanCategory(head, "tax").ledger.toLowerCase(), head]),
  );
  const isCash = (ledger: string) => sql.raw(`substr(${ledger}, 1, 12) = 'cash_ledger_'`);
  const rows = await read.all<Row>(sql`
    SELECT t.id AS _id, 'Transaction' AS type, t.date, h.value ->> 1 AS head, c.name AS category,
      iif(t.type = 'Income', -1, 1) * t.amount_paise AS paise, t.notes AS cin, t.description AS words
    FROM json_each(${ledgers}) h JOIN categories c ON c.agency_id = ${agencyId}
      AND lower(c.ledger) = h.value ->> 0
    JOIN transactions t ON t.agency_id = c.agency_id AND t.category_id = c.id
    WHERE t.date <= ${at}
    UNION ALL SELECT j.id, 'Journal', j.date, substr(l.ledger, 13), '', l.paise, '', j.reason
    FROM journals j JOIN journal_lines l ON l.agency_id = j.agency_id AND l.journal_id = j.id
    WHERE j.agency_id = ${agencyId} AND j.date <= ${at} AND ${isCash("l.ledger")}
    UNION ALL SELECT document, 'TaxBook', date, substr(ledger, 13), '', paise, '', reason
    FROM tax_postings WHERE agency_id = ${agencyId} AND date <= ${at} AND ${isCash("ledger")}
    ORDER BY 3, 1`);
  return rows.map(({ category, paise, ...row }) => ({
    ...row,
    kind: names.find(({ name }) => name === category)?.kind ?? "",
    amount: toRupees(paise),
  }));
}
