import { sql } from "drizzle-orm";
import { addDays, type CalendarDate } from "../../domain/dates.ts";
import {
  CASH_HEADS,
  CASH_KINDS,
  type CashEntry,
  cashLedger,
  challanCategory,
} from "../../domain/gst/cashLedger.ts";
import { type Paise, roundToPaise, toRupees } from "../../domain/money.ts";
import { type ByHead, mapHeads } from "../../domain/purchases/offset.ts";
import type { Read } from "../engine/books.ts";

// Entries of the portal's cash ledger: challans, accepted GST-TDS, and returns paid from it.

interface Row extends Omit<CashEntry, "amount" | "kind"> {
  category: string;
  paise: Paise;
}

/** Reads the cash ledger's entries up to a day, oldest first. */
export async function readCashEntries(
  read: Read,
  agencyId: number,
  at: CalendarDate,
): Promise<CashEntry[]> {
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

/**
 * Returns the lowest end-of-day balance of each head from one day to before another (CGST Rules, 88B(1),
 * proviso). If the days are equal, returns that day's balance. Never below 0.
 */
export async function readLowestCash(
  read: Read,
  { agencyId }: { agencyId: number },
  from: CalendarDate,
  to: CalendarDate,
): Promise<ByHead> {
  const openings = await read.all<{ id: string; paise: number }>(sql`
    SELECT id, paise FROM ledger_openings WHERE agency_id = ${agencyId} AND id GLOB 'cash_ledger_*'`);
  const last = from < to ? addDays(to, -1) : to;
  const entries = await readCashEntries(read, agencyId, last);
  return mapHeads((head) => {
    let held = openings.find(({ id }) => id === cashLedger(head))?.paise ?? 0;
    let lowest = Number.POSITIVE_INFINITY;
    const days = Map.groupBy(
      entries.filter((one) => one.head === head),
      ({ date }) => date,
    );
    for (const [date, some] of days) {
      if (date > from) lowest = Math.min(lowest, held);
      held += some.reduce((sum, { amount }) => sum + roundToPaise(amount), 0);
    }
    return Math.max(0, Math.min(lowest, held));
  });
}
