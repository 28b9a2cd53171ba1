import type { DayBookEntry } from "../../domain/csv/dayBook.ts";
import type { DateRange } from "../../domain/dates.ts";
import { toSides } from "../../domain/ledger/postings.ts";
import type { DayBook, DayBookQuery, DayBookRow } from "../../domain/ledger/registers.ts";
import { streamSnapshot } from "../engine/snapshot.ts";
import type { Tenant } from "../engine/tenant.ts";
import { readCatalogue } from "./catalogue.ts";
import { readEntries } from "./entries.ts";

/** Lists the ledgers that a period's entries post to, in the order of the day book. For a reader thread. */
export async function listBookedLedgers(
  tenant: Pick<Tenant, "agencyId" | "books">,
  period: DateRange,
): Promise<string[]> {
  const names = new Set<string>();
  for await (const entries of exportDayBook(tenant, period)) {
    for (const { lines } of entries) for (const [ledger] of lines) names.add(ledger);
  }
  return [...names];
}

/** Streams a period's entries with their ledgers from one snapshot, some hundreds at a time. */
export function exportDayBook(
  { agencyId, books }: Pick<Tenant, "agencyId" | "books">,
  period: DateRange,
): AsyncGenerator<DayBookEntry[]> {
  return streamSnapshot(books, async function* (read) {
    const { of, ledgerOf, keyOf } = await readCatalogue(read, agencyId);
    const findLedgerName = (key: string) => ledgerOf(key) ?? of(keyOf(key)).ours;
    for await (const entries of readEntries(read, agencyId, period, { keyOf })) {
      yield entries.map(({ date, type, number, reference, narration, party, postings, source }) => {
        const sums = new Map<string, number>();
        for (const { ledger, paise } of postings) {
          const name = findLedgerName(ledger);
          sums.set(name, (sums.get(name) ?? 0) + paise);
        }
        const lines = [...sums].filter(([, paise]) => paise !== 0);
        const by = party ? of(party.key).ours : "";
        return { date, type, number: number || reference, narration, party: by, lines, source };
      });
    }
  });
}

const PAGE = 200;

/**
 * Returns a page of the day book, oldest first. `next` holds the day to continue on and how many of its
 * entries were returned, so a page costs as much as its own days. For a reader thread.
 */
export async function getDayBook(
  tenant: Pick<Tenant, "agencyId" | "books">,
  { dateFrom, dateTo, after }: DayBookQuery,
): Promise<DayBook> {
  const [day = "", shown = "0"] = after.split(".");
  const from = day > dateFrom ? day : dateFrom;
  let place = { day: from, shown: 0 };
  const rows: DayBookRow[] = [];
  for await (const entries of exportDayBook(tenant, { dateFrom: from, dateTo })) {
    for (const { date, lines, narration, ...entry } of entries) {
      if (date !== place.day) place = { day: date, shown: 0 };
      if (rows.length === PAGE) {
        return { dateFrom, dateTo, rows, next: `${place.day}.${place.shown}` };
      }
      place.shown += 1;
      if (date === day && place.shown <= Number(shown)) continue;
      rows.push({
        date,
        ...entry,
        particulars: narration,
        lines: lines.map(([ledger, paise]) => ({ ledger, ...toSides(paise) })),
      });
    }
  }
  return { dateFrom, dateTo, rows, next: "" };
}
