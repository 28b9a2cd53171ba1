import { sql } from "drizzle-orm";
import { addDays, type CalendarDate } from "../../domain/dates.ts";
import { buildGstr1 } from "../../domain/gst/returns/gstr1.ts";
import { computeNet } from "../../domain/gst/returns/gstr3b.ts";
import { type Period, parsePeriod, toPeriodLabel } from "../../domain/gst/returns/periods.ts";
import { type ByHead, mapHeads, TAX_HEADS } from "../../domain/purchases/offset.ts";
import { toTaxLedger, toTaxPostings } from "../../domain/taxbook/entries.ts";
import { START, type TaxBookOpening } from "../../domain/taxbook/start.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import { readFiler, readPeriod } from "../returns/readPeriod.ts";
import { taxEntries } from "../schema/taxBook.ts";
import { readEntries } from "./entries.ts";
import { readBalances } from "./startPreview.ts";

// Postings that set the tax ledgers to the portal's balances on the first day.

type Who = Pick<Tenant, "agencyId">;

/** Replaces the opposite ledger, which is not read. */
const LATE = "late";

/** Returns the return period of a day. */
export function periodRange(day: CalendarDate, filing: "MONTHLY" | "QUARTERLY"): Period {
  const period = parsePeriod(toPeriodLabel(day, filing), filing);
  if (!period) throw new Error(`No return covers ${day}`);
  return period;
}

/** Reads amounts that set the tax ledgers to the portal's balances, debit positive. */
export async function readMoves(
  read: Read,
  who: Who,
  startsOn: CalendarDate,
  { credit, negative, cash }: TaxBookOpening,
): Promise<TaxBookOpening["moved"]> {
  const held = await readBalances(read, who, addDays(startsOn, -1));
  const at = (id: string) => Number(held.get(id)?.paise ?? 0n);
  const brought = await readBroughtIn(read, who);
  const late = await readLate(read, who, startsOn);
  const move = (ledger: "cash_ledger" | "input" | "output", to: ByHead) =>
    mapHeads((head) => {
      const id = ledger === "cash_ledger" ? `cash_ledger_${head}` : toTaxLedger(ledger, head);
      const has = at(id) + (brought.get(id) ?? 0) - (late.get(id) ?? 0);
      return to[head] - has;
    });
  return {
    output: move("output", negative),
    input: move("input", credit),
    cash_ledger: move("cash_ledger", cash),
  };
}

/** Reads amounts that earlier documents move on the first day, by ledger. */
async function readBroughtIn(read: Read, { agencyId }: Who): Promise<Map<string, number>> {
  const rows = await read.all<{ ledger: string; paise: number }>(sql`
    SELECT ledger, sum(paise) AS paise FROM tax_postings
    WHERE agency_id = ${agencyId} AND reason = ${START} GROUP BY ledger`);
  return new Map(rows.map(({ ledger, paise }) => [ledger, paise]));
}

/**
 * Reads amounts from before the first day that later returns report: late documents, amendments, and
 * differences of filed returns.
 */
async function readLate(
  read: Read,
  who: Who,
  startsOn: CalendarDate,
): Promise<Map<string, number>> {
  const { filer, filing } = await readFiler(read, who);
  const period = periodRange(startsOn, filing);
  const { placed } = buildGstr1(await readPeriod(read, who, { filer, period }));
  const late = await readEntries(
    read,
    who,
    sql`${taxEntries.period} >= ${period.label} AND ${taxEntries.posted} < ${startsOn}`,
  );
  const sums = new Map<string, number>();
  const add = (id: string, paise: number) => sums.set(id, (sums.get(id) ?? 0) + paise);
  for (const one of placed.filter(({ document }) => document.date < startsOn)) {
    for (const head of TAX_HEADS) add(toTaxLedger("output", head), -computeNet(one)[head]);
  }
  const moved = toTaxPostings(late.map((entry) => ({ ...entry, against: LATE })));
  for (const { ledger, paise } of moved) add(ledger, paise);
  return sums;
}
