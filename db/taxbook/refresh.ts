import { sql } from "drizzle-orm";
import { addDays } from "../../domain/dates.ts";
import { periodOfDay } from "../../domain/gst/returns/periods.ts";
import { monthAfter } from "../../domain/months.ts";
import { type Filed, openEntries } from "../../domain/taxbook/carry.ts";
import { addTaxed, type TaxEntry, type TaxPosting } from "../../domain/taxbook/entries.ts";
import type { Read, Write } from "../engine/books.ts";
import { insertRows } from "../engine/insertRows.ts";
import { readLocks } from "../engine/locks.ts";
import { owned } from "../engine/tenant.ts";
import { readFiler } from "../returns/readPeriod.ts";
import { taxEntries, taxPostings } from "../schema/taxBook.ts";
import { toEntry } from "./entries.ts";
import { taxOfDocuments } from "./rows.ts";

// The tax book follows its rows: triggers mark the documents whose tax may have changed, and the write that
// changed them derives it again before it ends.

interface Who {
  agencyId: number;
}

/** Documents at once: a list of ids as JSON. */
const AT_ONCE = 1_000;

/** Derives the tax of the documents that a write has marked. */
export async function refreshTaxBook(tx: Write, who: Who): Promise<void> {
  const { agencyId } = who;
  for (;;) {
    const due = await tx.all<{ document: string }>(sql`
      DELETE FROM tax_due WHERE agency_id = ${agencyId} AND document IN (SELECT document FROM tax_due
        WHERE agency_id = ${agencyId} LIMIT ${AT_ONCE}) RETURNING document`);
    if (due.length === 0) return;
    const ids = due.map(({ document }) => document);
    const { entries, postings, filed } = await deriveTax(tx, who, ids);
    const among = sql`document IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
    await tx.delete(taxEntries).where(owned(who, taxEntries, sql`filing_id IS NULL AND ${among}`));
    await tx.delete(taxPostings).where(owned(who, taxPostings, among));
    await insertRows(tx, taxEntries, toEntryRows(who, filed, entries));
    await insertRows(tx, taxPostings, numbered(who, postings));
    if (due.length < AT_ONCE) return;
  }
}

/** What documents have in open returns, and post: by their rows, what was filed and what is locked. */
export async function deriveTax(
  read: Read,
  who: Who,
  ids: string[],
): Promise<{ entries: TaxEntry[]; postings: TaxPosting[]; filed: TaxEntry[] }> {
  const { filing } = await readFiler(read, who);
  const taxed = await taxOfDocuments(read, who, ids, (date) => periodOfDay(date, filing));
  const { entries, postings } = addTaxed(taxed);
  const filed = await readFiledEntries(read, who, ids);
  const had = Map.groupBy(filed, ({ document }) => document);
  const returns = await readFiledReturns(read, who, filing === "QUARTERLY" ? 3 : 1);
  const target = Map.groupBy(entries, ({ document }) => document);
  return {
    entries: ids.flatMap((id) => openEntries(target.get(id) ?? [], had.get(id) ?? [], returns)),
    postings: await outOfLocks(read, who, ids, postings),
    filed,
  };
}

/** Which returns are filed, and the first that is open from a period on. `months`: of one return. */
async function readFiledReturns(read: Read, { agencyId }: Who, months: number): Promise<Filed> {
  const rows = await read.all<{ of: string; period: string }>(sql`
    SELECT return AS "of", period FROM filings WHERE agency_id = ${agencyId}`);
  const filed = new Set(rows.map(({ of, period }) => `${of} ${period}`));
  const isFiled: Filed["isFiled"] = (of, period) => filed.has(`${of} ${period}`);
  return {
    isFiled,
    firstOpen(of, from) {
      let period = from;
      while (isFiled(of, period)) period = monthAfter(period, months);
      return period;
    },
  };
}

/** What filed returns have of documents. */
async function readFiledEntries(read: Read, { agencyId }: Who, ids: string[]): Promise<TaxEntry[]> {
  const rows = await read
    .select()
    .from(taxEntries)
    .where(
      sql`agency_id = ${agencyId} AND filing_id IS NOT NULL
        AND document IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    );
  return rows.map(toEntry);
}

/**
 * Locked months do not move: what was posted in them stays, and what documents would post there otherwise is
 * posted on the first open day.
 */
async function outOfLocks(
  read: Read,
  who: Who,
  ids: string[],
  postings: TaxPosting[],
): Promise<TaxPosting[]> {
  const { lockedTo } = await readLocks(read, who);
  if (!lockedTo) return postings;
  const kept = (await readPostings(read, who, ids)).filter(({ date }) => date <= lockedTo);
  const [inside, open] = [
    postings.filter(({ date }) => date <= lockedTo),
    postings.filter(({ date }) => date > lockedTo),
  ];
  const sums = new Map<string, TaxPosting>();
  const add = (posting: TaxPosting, sign: -1 | 1) => {
    const key = `${posting.document} ${posting.ledger}`;
    const before = sums.get(key)?.paise ?? 0;
    const date = addDays(lockedTo, 1);
    const reason = `${posting.reason}; its month is locked`;
    sums.set(key, { ...posting, date, reason, paise: before + sign * posting.paise });
  };
  for (const posting of inside) add(posting, 1);
  for (const posting of kept) add(posting, -1);
  return [...kept, ...[...sums.values()].filter(({ paise }) => paise !== 0), ...open];
}

export async function readPostings(
  read: Read,
  { agencyId }: Who,
  ids: string[],
): Promise<TaxPosting[]> {
  const rows = await read
    .select()
    .from(taxPostings)
    .where(
      sql`agency_id = ${agencyId} AND document IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    )
    .orderBy(taxPostings.document, taxPostings.n);
  return rows.map(({ document, date, ledger, paise, party, reason }) => ({
    ...{ document, date, ledger, paise, reason },
    ...(party && { party }),
  }));
}

function numbered({ agencyId }: Who, postings: TaxPosting[]) {
  const counts = new Map<string, number>();
  return postings.map((posting) => {
    const n = counts.get(posting.document) ?? 0;
    counts.set(posting.document, n + 1);
    return { agencyId, n, party: null, ...posting };
  });
}

/** Rows of open entries, numbered after what filed returns have of the same documents and periods. */
export function toEntryRows({ agencyId }: Who, filed: TaxEntry[], entries: TaxEntry[]) {
  const counts = new Map<string, number>();
  const next = ({ document, period }: TaxEntry) => {
    const key = `${document} ${period}`;
    const n = counts.get(key) ?? 0;
    counts.set(key, n + 1);
    return n;
  };
  for (const entry of filed) next(entry);
  return entries.map((entry) => {
    const { taxable, igst, cgst, sgst, cess, ...rest } = entry;
    return {
      ...{ agencyId, n: next(entry), ...rest, filingId: null },
      ...{ taxablePaise: taxable, igstPaise: igst, cgstPaise: cgst, sgstPaise: sgst },
      cessPaise: cess,
    };
  });
}
