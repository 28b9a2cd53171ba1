import { sql } from "drizzle-orm";
import { addDays, type CalendarDate, pickLater } from "../../domain/dates.ts";
import { toLastOfMonth } from "../../domain/months.ts";
import { reverseCancelledCredit } from "../../domain/taxbook/cancelled.ts";
import { type Filed, openEntries } from "../../domain/taxbook/carry.ts";
import {
  type CreditBill,
  type CreditRow,
  computeChangedCost,
  computeRounding,
  rule37,
  rule37A,
  timeOver,
} from "../../domain/taxbook/credit.ts";
import {
  type PeriodOfDay,
  type TaxEntry,
  type TaxPosting,
  toTaxPostings,
} from "../../domain/taxbook/entries.ts";
import { bringForward, postWaitingCredit } from "../../domain/taxbook/start.ts";
import type { Read } from "../engine/books.ts";
import { taxEntries, taxPostings } from "../schema/taxBook.ts";
import type { TaxBill } from "./bills.ts";
import { toEntry } from "./entries.ts";
import { readTaxPairs, type TaxPairs } from "./pairs.ts";
import {
  isBegun,
  isOwnTax,
  isPostedFrom,
  postedBeside,
  readCreditRows,
  type Target,
  targetsOfDocuments,
  targetsOfRows,
  toCreditBill,
} from "./rows.ts";
import { readTaxRules } from "./rules.ts";

// Derives the tax book's entries for documents and GSTR-2B rows, from their rows, filed returns and locks.

interface Who {
  agencyId: number;
}

export interface DerivedTax {
  /** Ids of everything derived: the given ids and those they are paired with. */
  subjects: string[];
  pairs: TaxPairs;
  /** In open returns. */
  entries: TaxEntry[];
  /** In filed returns. */
  filed: TaxEntry[];
  postings: TaxPosting[];
}

/**
 * Derives the tax of documents and rows, and of those they are paired with.
 * @param returns the filed returns; by default the ones in the books
 */
export async function deriveTax(
  read: Read,
  who: Who,
  ids: string[],
  returns?: Filed,
): Promise<DerivedTax> {
  const { periodOf, start, lockedTo, filed: marked } = await readTaxRules(read, who);
  const { startsOn } = start;
  const pairs = await readTaxPairs(read, who, ids);
  const subjects = [
    ...new Set([...ids, ...pairs.bills.map(({ id }) => id), ...pairs.rows.map(({ id }) => id)]),
  ];
  const filed = await readFiledEntries(read, who, subjects);
  const hadBy = Map.groupBy(filed, ({ document }) => document);
  const had = (id: string) => hadBy.get(id) ?? [];
  const known = returns ?? marked;
  const open = (target: Target): Target => ({
    ...target,
    entries: openEntries(target.entries, had(target.id), known, target.changedOn),
  });

  const scope = { ids: subjects, bills: pairs.bills, periodOf, start };
  const documents = (await targetsOfDocuments(read, who, scope)).map(open);
  const creditRows = await readCreditRows(read, who, pairs, startsOn);
  const isMovedByReturn = (row: string, bill: CreditBill | undefined) =>
    bill?.waits || pairs.billBefore.get(row)?.isLive === false;
  const rows = targetsOfRows(creditRows, pairs, { periodOf, startsOn })
    .map(open)
    .map((target, n) =>
      isBegun(startsOn) && isMovedByReturn(target.id, creditRows[n]?.bill)
        ? { ...target, entries: target.entries.map(outOfWaiting({ startsOn, periodOf })) }
        : target,
    );
  const all = (id: string, entries: TaxEntry[]) => [...had(id), ...entries];
  const rounded = rows.map((target, n): Target => {
    const row = creditRows[n] as CreditRow;
    const stated = all(target.id, target.entries);
    return {
      ...target,
      postings: [...computeRounding(row, stated), ...computeChangedCost(row, stated)],
    };
  });
  const taken = new Map(
    rounded.flatMap(({ id, entries }) => {
      const bill = pairs.billOf.get(id);
      return bill ? [[bill.id, takenIn(all(id, entries))] as const] : [];
    }),
  );
  const hadRow = new Set([...pairs.billBefore.values()].map(({ id }) => id));
  const credits = pairs.bills
    .filter((bill) => !isOwnTax(bill))
    .map((bill) => {
      const found = { takenIn: taken.get(bill.id), hasRow: hadRow.has(bill.id) };
      return targetOfCredit(bill, found, { periodOf, startsOn });
    })
    .map(open);
  const targets = [...documents, ...rounded, ...credits];
  const isTarget = new Set(targets.map(({ id }) => id));
  const gone = subjects
    .filter((id) => !isTarget.has(id))
    .map((id) => open({ id, changedOn: "", entries: [], postings: [] }));
  const derived = [...targets, ...gone];
  const entries = derived.flatMap((one) => one.entries);
  const postings = derived.flatMap((one) => {
    const stated = all(one.id, one.entries);
    const brought = isBegun(startsOn) && one.broughtTo;
    return [
      ...toTaxPostings(stated),
      ...(brought ? bringForward(stated, brought, { startsOn, periodOf }) : []),
      ...one.postings,
    ];
  });
  return {
    subjects,
    pairs,
    entries,
    filed,
    postings: await keepLockedPostings(read, who, { ids: subjects, lockedTo }, postings),
  };
}

/**
 * Moves credit that a return before the tax book had, in the return that changes it: a reclaim for a waiting
 * bill, or a reversal because its bill is cancelled.
 */
const outOfWaiting =
  ({ startsOn, periodOf }: Rules) =>
  (entry: TaxEntry): TaxEntry => {
    const isOfReturn = entry.period >= periodOf(startsOn) && !entry.cell.startsWith("4D");
    if (entry.against !== "" || !isOfReturn) return entry;
    const posted = entry.posted >= startsOn ? entry.posted : toLastOfMonth(entry.period);
    return { ...entry, against: "input_wait", posted };
  };

interface Rules {
  periodOf: PeriodOfDay;
  startsOn: CalendarDate | "";
}

/** Returns how a bill's credit changes over time. */
function targetOfCredit(
  bill: TaxBill,
  { takenIn, hasRow }: { takenIn: string | undefined; hasRow: boolean },
  { periodOf, startsOn }: Rules,
): Target {
  const { id, changedOn } = bill;
  const none: Target = {
    id,
    changedOn,
    entries: [],
    broughtTo: "input_reversed",
    postings: postedBeside(bill, startsOn),
  };
  const credit = toCreditBill(bill, startsOn);
  if (!bill.isLive && bill.cancelledOn !== "") {
    const entries = hasRow ? [] : reverseCancelledCredit(credit, bill.cancelledOn, periodOf);
    const waited = bill.waitsFromStart ? postWaitingCredit(startsOn, bill) : [];
    return { ...none, entries, postings: [...none.postings, ...waited] };
  }
  if (!bill.isLive) return none;
  const period = takenIn ?? (credit.isTaken ? periodOf(bill.date) : undefined);
  const entries = [...rule37(credit, period, periodOf), ...rule37A(credit, period, periodOf)].map(
    isPostedFrom(startsOn),
  );
  const inVain = period === undefined ? timeOver(credit) : [];
  const waited = bill.waitsFromStart
    ? [
        ...postWaitingCredit(startsOn, bill),
        ...inVain.map((one) => ({ ...one, date: pickLater(one.date, startsOn) })),
      ]
    : inVain;
  return { ...none, entries, postings: [...none.postings, ...waited] };
}

/** Returns the return that claimed a row's credit; undefined while it is reversed. */
function takenIn(entries: TaxEntry[]): string | undefined {
  const again = entries.filter(({ cell }) => cell === "4D1").at(-1);
  const reversed = entries.some(({ cell }) => cell === "4B2");
  if (again || reversed) return again?.period;
  return entries.find(({ cell }) => cell === "4A5")?.period;
}

/** Reads the entries of documents in filed returns. */
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

/** Keeps postings in locked months as they are. New postings that would be there go to the first open day. */
export async function keepLockedPostings(
  read: Read,
  who: Who,
  { ids, lockedTo }: { ids: string[]; lockedTo: CalendarDate | "" },
  postings: TaxPosting[],
): Promise<TaxPosting[]> {
  if (!lockedTo) return postings;
  const locked = (await readPostings(read, who, ids)).filter(({ date }) => date <= lockedTo);
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
  for (const posting of locked) add(posting, -1);
  return [...locked, ...[...sums.values()].filter(({ paise }) => paise !== 0), ...open];
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
    document,
    date,
    ledger,
    paise,
    reason,
    ...(party && { party }),
  }));
}
