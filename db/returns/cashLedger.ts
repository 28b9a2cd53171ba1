import { type CalendarDate, today } from "../../domain/dates.ts";
import {
  CASH_HEADS,
  type CashHead,
  type CashLedger,
  type CashLedgerQuery,
  cashLedger,
  challanCategory,
  HEAD_WORDS,
  type NewCashEntry,
} from "../../domain/gst/cashLedger.ts";
import { NewJournal } from "../../domain/ledger/journals.ts";
import type { SystemLedger } from "../../domain/ledger/kinds.ts";
import { computeClosing } from "../../domain/ledger/statements.ts";
import { toRupees } from "../../domain/money.ts";
import { parse } from "../../domain/refusal.ts";
import { recordChanges, toTransactionChange } from "../engine/audit.ts";
import type { Read } from "../engine/books.ts";
import { withSnapshot } from "../engine/snapshot.ts";
import type { Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency } from "../engine/transaction.ts";
import { getOrCreateCategory } from "../ledger/categories.ts";
import { readChart, readOpenings } from "../ledger/chart.ts";
import { insertTransactions } from "../ledger/insertTransactions.ts";
import { journalStore } from "../ledger/journals.ts";
import { getActiveAccount } from "../ledger/transactions.ts";
import { placeOpenings } from "../reports/opened.ts";
import { readCashEntries } from "./cashEntries.ts";

// The portal's cash ledger in the books: each head is a ledger. A challan is an expense and accepted GST-TDS
// a journal, so locks, undo and exports work as for other entries.

type Who = Pick<Tenant, "agencyId">;

interface Booked {
  _id: string;
  type: "Journal" | "Transaction";
}

/** Records a challan, or GST-TDS accepted on the portal. Returns its entry. */
export function addCashEntry(tenant: Tenant, input: NewCashEntry): Promise<Booked> {
  return withIdempotency(tenant, (tx) =>
    input.source === "GST_TDS" ? acceptGstTds(tenant, input) : bookChallan(tx, tenant, input),
  );
}

async function bookChallan(tx: Write, tenant: Tenant, challan: NewCashEntry): Promise<Booked> {
  const { date, head, kind, amount, accountId, cin } = challan;
  const account = await getActiveAccount(tx, tenant, "accountId", accountId ?? "");
  const { name, ledger } = challanCategory(head, kind);
  const category = await getOrCreateCategory(tx, tenant, name, "Expense", ledger);
  const description = `${name}, PMT-06`;
  const [booked] = await insertTransactions(tx, tenant, [
    {
      date,
      type: "Expense",
      amountPaise: amount,
      description,
      notes: cin,
      account,
      category,
    },
  ]);
  if (!booked) throw new Error("The new challan was not returned");
  await recordChanges(tx, tenant, [toTransactionChange(booked)]);
  return { _id: booked._id, type: "Transaction" };
}

async function acceptGstTds(tenant: Tenant, { date, head, amount }: NewCashEntry): Promise<Booked> {
  const rupees = toRupees(amount);
  const journal = parse(NewJournal, {
    date,
    reason: `GST-TDS accepted on the portal: ${HEAD_WORDS[head]}`,
    basis: "both",
    lines: [
      { ledger: cashLedger(head), debit: rupees },
      { ledger: `gst_tds_${head}`, credit: rupees },
    ],
  });
  const { _id } = await journalStore.add(tenant, journal);
  return { _id, type: "Journal" };
}

/** Returns the cash ledger's balances at the end of a day, by head, in paise. */
export async function readCashBalances(
  read: Read,
  { agencyId }: Who,
  at: CalendarDate,
): Promise<Record<CashHead, bigint>> {
  const balanceOf = await readLedgerBalances(read, { agencyId }, at);
  return mapHeads((head) => balanceOf(cashLedger(head)));
}

/** Returns a lookup of system ledgers' balances at the end of a day, in paise, debit positive. */
export async function readLedgerBalances(
  read: Read,
  { agencyId }: Who,
  at: CalendarDate,
): Promise<(ledger: SystemLedger) => bigint> {
  const { chart, form, booksBegin } = await readChart(agencyId, read);
  const openings = await readOpenings({ agencyId }, read);
  const opened = { read, agencyId, chart, form, booksBegin, openings };
  const moved = await placeOpenings(opened, { dateFrom: at, dateTo: at });
  return (id) => {
    const row = moved.find(({ ledger }) => ledger._id === id);
    return row ? computeClosing(row) : 0n;
  };
}

/** For a reader thread. Returns the cash ledger up to a day, by default today. */
export function getCashLedger(
  { agencyId, books }: Pick<Tenant, "agencyId" | "books">,
  { at = today() }: CashLedgerQuery,
): Promise<CashLedger> {
  return withSnapshot(books, async (read) => {
    const balances = await readCashBalances(read, { agencyId }, at);
    const openings = await readOpenings({ agencyId }, read);
    return {
      at,
      openings: mapHeads((head) => toRupees(BigInt(openings.get(cashLedger(head)) ?? 0))),
      balances: mapHeads((head) => toRupees(balances[head])),
      entries: await readCashEntries(read, agencyId, at),
    };
  });
}

const mapHeads = <T>(of: (head: CashHead) => T) =>
  Object.fromEntries(CASH_HEADS.map((head) => [head, of(head)])) as Record<CashHead, T>;
