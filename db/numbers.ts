import { eq } from "drizzle-orm";
import { type CalendarDate, financialYearOf, today } from "../domain/dates.ts";
import {
  type Counter,
  counterOf,
  formatNumber,
  movedOn,
  type Numbering,
  RECEIPT_DIGITS,
  spellsYear,
  usualReceiptNumbering,
} from "../domain/numbering.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Write } from "./atomically.ts";
import { documentSettings, numberSeries } from "./documentSchema.ts";
import { owned, type Tenant } from "./tenant.ts";

/**
 * The numbers of new receipts, taken in the transaction that inserts them: a failed create burns none, and
 * since writes have turns no two are equal. Counters never go back, so a deleted receipt's stays out of use.
 * @throws Refusal "conflict" where another year of the same series has had the number.
 */
export async function takeReceiptNumbers(
  tx: Write,
  tenant: Tenant,
  dates: CalendarDate[],
): Promise<string[]> {
  const before = await findNumbering(tx, tenant);
  const stems = new Map<string, Map<number, number>>();
  let numbering = before;
  const numbers: string[] = [];
  for (const date of dates) {
    const counter = counterOf(numbering, date);
    const years = stems.get(counter.stem) ?? (await findCounters(tx, tenant, counter.stem));
    stems.set(counter.stem, years);
    numbers.push(next(counter, years));
    numbering = movedOn(numbering, date);
  }
  await keepCounters(tx, tenant, stems);
  if (numbering !== before) await keepNumbering(tx, tenant, numbering);
  return numbers;
}

function next({ stem, year }: Counter, years: Map<number, number>): string {
  const sequence = nextSequence(year, years);
  const number = formatNumber(stem, sequence, RECEIPT_DIGITS);
  if (sequence < nextSequence(0, new Map([...years].filter(([other]) => other !== year)))) {
    throw new Refusal(
      "conflict",
      `Receipt number ${number} has been given already; change the series in the receipt settings`,
    );
  }
  years.set(year, sequence + 1);
  return number;
}

/** A counter of a year begins at 1; one that never restarts goes on where the others of its stem are. */
function nextSequence(year: number, years: Map<number, number>): number {
  return years.get(year) ?? (year === 0 ? Math.max(1, ...years.values()) : 1);
}

/** The sequence that comes next in the series as it is now. */
export async function findNextSequence(
  from: Pick<Write, "select">,
  tenant: Tenant,
  { series, prefix, resetPolicy }: Numbering,
): Promise<number> {
  const runsOn = resetPolicy === "NEVER" || spellsYear(series);
  const year = runsOn ? 0 : financialYearOf(today());
  return nextSequence(year, await findCounters(from, tenant, `${series}/${prefix}`));
}

/** By year, what comes next in each counter of a stem. */
async function findCounters(
  from: Pick<Write, "select">,
  tenant: Tenant,
  stem: string,
): Promise<Map<number, number>> {
  const rows = await from
    .select()
    .from(numberSeries)
    .where(
      owned(tenant, numberSeries, eq(numberSeries.kind, "receipt"), eq(numberSeries.stem, stem)),
    );
  return new Map(rows.map(({ year, nextSeq }) => [year, nextSeq]));
}

async function keepCounters(
  tx: Write,
  { agencyId }: Tenant,
  stems: Map<string, Map<number, number>>,
): Promise<void> {
  const counters = [...stems].flatMap(([stem, years]) =>
    [...years].map(([year, nextSeq]) => ({ stem, year, nextSeq })),
  );
  for (const { stem, year, nextSeq } of counters) {
    await tx
      .insert(numberSeries)
      .values({ agencyId, kind: "receipt", stem, year, nextSeq })
      .onConflictDoUpdate({
        target: [numberSeries.agencyId, numberSeries.kind, numberSeries.stem, numberSeries.year],
        set: { nextSeq },
      });
  }
}

/** How receipts are numbered: as was set, else as usual in the present financial year. */
export async function findNumbering(
  from: Pick<Write, "select">,
  tenant: Tenant,
): Promise<Numbering> {
  const [row] = await from
    .select()
    .from(documentSettings)
    .where(owned(tenant, documentSettings, eq(documentSettings.kind, "receipt")));
  if (!row) return usualReceiptNumbering(today());
  const { prefix, series, resetPolicy } = row;
  return { prefix, series, resetPolicy };
}

export async function keepNumbering(
  tx: Write,
  { agencyId }: Tenant,
  numbering: Numbering,
): Promise<void> {
  const { prefix, series, resetPolicy } = numbering;
  const set = { prefix, series, resetPolicy };
  await tx
    .insert(documentSettings)
    .values({ agencyId, kind: "receipt", ...set })
    .onConflictDoUpdate({ target: [documentSettings.agencyId, documentSettings.kind], set });
}
