import { eq } from "drizzle-orm";
import { countDaysLate, dueDates } from "../../domain/gst/returns/dues.ts";
import { computeLateCost } from "../../domain/gst/returns/gstr3bView.ts";
import { type ByHead, mapHeads } from "../../domain/purchases/offset.ts";
import { type TaxEntry, toTaxPostings } from "../../domain/taxbook/entries.ts";
import {
  type FiledSettlement,
  NO_HEADS,
  settle,
  toSettlementPostings,
} from "../../domain/taxbook/settle.ts";
import type { Read, Write } from "../engine/books.ts";
import { insertRows } from "../engine/insertRows.ts";
import { forAgency } from "../engine/tenant.ts";
import { readLowestCash } from "../returns/cashEntries.ts";
import { type Gstr3bBooks, readGstr3b } from "../returns/gstr3b.ts";
import { findPeriod } from "../returns/readPeriod.ts";
import { filings } from "../schema/returns.ts";
import { taxEntries, taxPostings, taxSettlements } from "../schema/taxBook.ts";
import { keepLockedPostings } from "./derive.ts";
import { openFiledEntries, storeEntries, toEntryRows } from "./entries.ts";
import { readTaxRules } from "./rules.ts";

// A filed return keeps its entries, and GSTR-3B is settled. A reopened return is derived again.

interface Who {
  agencyId: number;
}

type Filing = typeof filings.$inferSelect;

export const toDocumentKey = (filingId: string): string => `filing ${filingId}`;

/** Whether a mark in tax_due is for a filing, and not for a document. */
export const isFilingMark = (mark: string): boolean => mark.startsWith("filing ");

/** Updates returns that a write has filed or reopened. */
export async function refreshFilings(tx: Write, who: Who, marks: string[]): Promise<void> {
  for (const mark of marks) {
    const [, id = "", period = ""] = mark.split(" ");
    const [filing] = await tx
      .select()
      .from(filings)
      .where(forAgency(who, filings, eq(filings.id, id)));
    await dropSettlement(tx, who, id);
    if (!filing) await openFiledEntries(tx, who, { id, period });
    else if (filing.return !== "IFF") await keep(tx, who, filing);
  }
}

async function dropSettlement(tx: Write, who: Who, filingId: string): Promise<void> {
  await tx
    .delete(taxSettlements)
    .where(forAgency(who, taxSettlements, eq(taxSettlements.filingId, filingId)));
  await tx
    .delete(taxPostings)
    .where(forAgency(who, taxPostings, eq(taxPostings.document, toDocumentKey(filingId))));
}

async function keep(tx: Write, who: Who, filing: Filing): Promise<void> {
  if (filing.return !== "GSTR3B") return storeEntries(tx, who, filing);
  const found = await findPeriod(tx, who, filing.period);
  const books = await readGstr3b(tx, who, found, filing.date);
  const filed: FiledSettlement = {
    document: toDocumentKey(filing.id),
    lastDay: found.period.dateTo,
    filedOn: filing.date,
    sums: books.sums,
    brought: books.brought,
    fromCash: await fromCashLedger(tx, who, books, filing.date),
    late: await computeLateCharges(tx, who, books, filing.date),
  };
  await insertRows(tx, taxEntries, toEntryRows(who, [], books.common));
  await storeEntries(tx, who, filing);
  const { agencyId } = who;
  await tx
    .insert(taxSettlements)
    .values({ agencyId, filingId: filing.id, period: filing.period, filed });
  await insertRows(tx, taxPostings, await toRows(tx, who, filed, books.common));
}

/** Converts a settlement and its common credit to rows. Ledgers from before the tax book get no postings. */
async function toRows(read: Read, who: Who, filed: FiledSettlement, common: TaxEntry[]) {
  const { start, lockedTo } = await readTaxRules(read, who);
  if (filed.lastDay < start.startsOn) return [];
  const all = [...toSettlementPostings(filed), ...toTaxPostings(common)];
  const documents = [...new Set(all.map(({ document }) => document))];
  const postings = await keepLockedPostings(read, who, { ids: documents, lockedTo }, all);
  const { agencyId } = who;
  return postings.map((posting, n) => ({ agencyId, n, party: null, ...posting }));
}

/** Returns the part of the tax due that the cash ledger covers on the filing day. The rest is paid later. */
async function fromCashLedger(
  read: Read,
  who: Who,
  books: Gstr3bBooks,
  on: string,
): Promise<ByHead> {
  const held = await readLowestCash(read, who, on, on);
  const { toPay } = settle(books.sums, books.brought);
  return mapHeads((head) => Math.min(held[head], toPay[head]));
}

/** Computes interest and fee for late filing, which the next return pays. */
async function computeLateCharges(
  read: Read,
  who: Who,
  { sums, brought, gstr1, tables }: Gstr3bBooks,
  filedOn: string,
): Promise<FiledSettlement["late"]> {
  const { filer, period } = gstr1.books;
  const due = dueDates(period, filer.gstin).gstr3b;
  const days = countDaysLate(due, filedOn);
  if (days === 0) return { interest: NO_HEADS, lateFee: NO_HEADS };
  const { cash, ownTax } = settle(sums, brought);
  const money = mapHeads((head) => cash[head] + ownTax[head]);
  const lowest = await readLowestCash(read, who, due, filedOn);
  return computeLateCost({ gstr1, tables, cash: money, days, due }, lowest);
}
