import { eq, sql } from "drizzle-orm";
import { today } from "../../domain/dates.ts";
import type { Filer } from "../../domain/gst/returns/books.ts";
import { computeInterest, countDaysLate, dueDates } from "../../domain/gst/returns/dues.ts";
import { buildGstr1, type Gstr1 } from "../../domain/gst/returns/gstr1.ts";
import { buildGstr3b, computeNet } from "../../domain/gst/returns/gstr3b.ts";
import { type Period, parsePeriod, toPeriodLabel } from "../../domain/gst/returns/periods.ts";
import type { Paise } from "../../domain/money.ts";
import { type ByHead, mapHeads } from "../../domain/purchases/offset.ts";
import {
  type InwardTables,
  inwardTables,
  provisionalTables,
} from "../../domain/purchases/table4.ts";
import type { TaxEntry } from "../../domain/taxbook/entries.ts";
import {
  type Brought,
  computeBroughtForward,
  NOTHING_BROUGHT,
  type ReturnSums,
} from "../../domain/taxbook/settle.ts";
import type { Read } from "../engine/books.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { taxBooks, taxEntries, taxSettlements } from "../schema/taxBook.ts";
import { readEntries } from "../taxbook/entries.ts";
import { readLowestCash } from "./cashEntries.ts";
import { readCommon } from "./commonCredit.ts";
import { readNotes } from "./gstr3bNotes.ts";
import { type InwardBooks, readInward } from "./inward.ts";
import { findOpening } from "./openings.ts";
import { readPeriod } from "./readPeriod.ts";

// GSTR-3B of a period: sales and purchases, amounts carried over from the previous return, and the totals.

type Who = Pick<Tenant, "agencyId">;

export interface Gstr3bBooks extends InwardBooks {
  gstr1: Gstr1;
  /** For the portal. */
  portalTables: InwardTables;
  /** From the books if no GSTR-2B is loaded. */
  tables: InwardTables;
  /** Reversals of common credit, which a filing stores. */
  common: TaxEntry[];
  sums: ReturnSums;
  brought: Brought;
  isTyped: boolean;
  /** Amounts that the return needs but bahi does not compute. */
  notes: string[];
  lowestCash: ByHead;
  /** Reversed in 4B(2) so far, less reclaimed in 4D(1). */
  reclaimable: ByHead;
}

/**
 * @param found with the period's GSTR-1 if it is already read
 * @param filedOn the filing date, for interest; today by default
 */
export async function readGstr3b(
  read: Read,
  who: Who,
  found: { filer: Filer; period: Period; gstr1?: Gstr1 },
  filedOn = today(),
): Promise<Gstr3bBooks> {
  const gstr1 = found.gstr1 ?? buildGstr1(await readPeriod(read, who, found));
  const inward = await readInward(read, who, found);
  const { label } = found.period;
  const [filed] = await read
    .select()
    .from(taxSettlements)
    .where(forAgency(who, taxSettlements, eq(taxSettlements.period, label)));
  const common = filed ? [] : await readCommon(read, who, found, gstr1);
  const parts = { ...inward.parts, taxed: [...inward.parts.taxed, ...common] };
  const portalTables = inwardTables(parts);
  const tables = inward.isLoaded ? portalTables : provisionalTables(parts);
  const { "3.1a": taxed, "3.1b": zero } = buildGstr3b(gstr1);
  const own = tables["3.1d"];
  const sums: ReturnSums = {
    output: mapHeads((head) => taxed[head] + zero[head]),
    ownTax: mapHeads((head) => own[head]),
    credit: mapHeads((head) => tables["4C"][head]),
    interest: interestOnLate(gstr1, await readLate(read, who, found.period), found, filedOn),
  };
  const brought = await readBrought(read, who, found.period);
  const due = dueDates(found.period, found.filer.gstin).gstr3b;
  return {
    ...inward,
    gstr1,
    portalTables,
    tables,
    common,
    sums,
    brought,
    ...(filed && { sums: filed.filed.sums, brought: filed.filed.brought }),
    isTyped: (await findOpening(read, who, label)) !== undefined,
    notes: await readNotes(read, who, label, filed?.filed.filedOn ?? filedOn),
    reclaimable: await readReclaimable(read, who, label),
    lowestCash: await readLowestCash(read, who, due, filed?.filed.filedOn ?? filedOn),
  };
}

async function readReclaimable(read: Read, { agencyId }: Who, label: string): Promise<ByHead> {
  const sum = (head: string) =>
    sql.raw(`coalesce(sum(iif(cell = '4D1', -1, 1) * ${head}_paise), 0) AS ${head}`);
  const [sums] = await read.all<ByHead>(sql`
    SELECT ${sum("igst")}, ${sum("cgst")}, ${sum("sgst")} FROM tax_entries
    WHERE agency_id = ${agencyId} AND period <= ${label} AND cell IN ('4B2', '4D1')`);
  return mapHeads((head) => sums?.[head] ?? 0);
}

/** Reads reverse charge that fell due before the return's period. */
const readLate = (read: Read, who: Who, { label, dateFrom }: Period): Promise<TaxEntry[]> =>
  readEntries(
    read,
    who,
    sql`${taxEntries.period} = ${label} AND ${taxEntries.cell} = '3.1d'
      AND ${taxEntries.due} < ${dateFrom}`,
  );

/** Interest on the full tax that fell due in an earlier period (CGST Act, s. 50(1); CGST Rules, 88B(2)). */
function interestOnLate(
  gstr1: Gstr1,
  entries: TaxEntry[],
  { filer, period }: { filer: Filer; period: Period },
  filedOn: string,
): ByHead {
  const documents = gstr1.placed
    .filter(({ document }) => document.due < period.dateFrom)
    .map((placed) => ({ due: placed.document.due, ...computeNet(placed) }));
  const all = [
    ...documents,
    ...gstr1.books.taxed.filter((one) => one.due < period.dateFrom),
    ...entries,
  ];
  const rupees = (paise: number) => (Math.round(paise / 100) * 100) as Paise;
  return mapHeads((head) =>
    rupees(
      all.reduce((sum, one) => {
        if (one[head] <= 0) return sum;
        const own = parsePeriod(toPeriodLabel(one.due, period.filing), period.filing) as Period;
        const due = dueDates(own, filer.gstin).gstr3b;
        return sum + computeInterest(one[head], countDaysLate(due, filedOn), due);
      }, 0),
    ),
  );
}

/**
 * Reads what a return carries over: the credit that a user typed from the portal, else the balances of the
 * last filed return, else the opening balances of the ledgers.
 */
async function readBrought(read: Read, who: Who, { label, dateFrom }: Period): Promise<Brought> {
  const typed = await findOpening(read, who, label);
  const [last] = await read
    .select()
    .from(taxSettlements)
    .where(forAgency(who, taxSettlements, sql`${taxSettlements.period} < ${label}`))
    .orderBy(sql`${taxSettlements.period} DESC`)
    .limit(1);
  const begun = await readBegun(read, who, label);
  const isBegunSince = begun && (!last || last.period < begun.period);
  const settled = last ? computeBroughtForward(last.filed) : await readOpened(read, who, dateFrom);
  const brought = isBegunSince ? begun.brought : settled;
  return typed ? { ...brought, credit: typed } : brought;
}

/** Reads the opening of an existing agency’s tax book, if it starts before the return. */
async function readBegun(
  read: Read,
  who: Who,
  label: string,
): Promise<{ period: string; brought: Brought } | undefined> {
  const [book] = await read.select().from(taxBooks).where(forAgency(who, taxBooks));
  const period = book?.startsOn.slice(0, 7) ?? "";
  if (!book?.opening || label < period) return undefined;
  const { credit, negative } = book.opening;
  return { period, brought: { ...NOTHING_BROUGHT, credit, negative } };
}

/** Reads the opening balances. A negative one was a debit in Output before the return. */
async function readOpened(read: Read, { agencyId }: Who, before: string): Promise<Brought> {
  const of = sql`agency_id = ${agencyId}`;
  const rows = await read.all<{ id: string; paise: number }>(sql`
    SELECT id, sum(paise) AS paise FROM (
      SELECT id, paise FROM ledger_openings WHERE ${of}
        AND (id GLOB 'input_[ics]gst' OR id GLOB 'output_[ics]gst')
      UNION ALL SELECT ledger, (debit_crores - credit_crores) * 1000000000 + debit_paise - credit_paise
        FROM ledger_months WHERE ${of} AND month < ${before.slice(0, 7)}
          AND ledger GLOB 'output_[ics]gst') GROUP BY id`);
  const opened = new Map(rows.map(({ id, paise }) => [id, paise]));
  return {
    ...NOTHING_BROUGHT,
    credit: mapHeads((head) => opened.get(`input_${head}`) ?? 0),
    negative: mapHeads((head) => Math.max(0, opened.get(`output_${head}`) ?? 0)),
  };
}
