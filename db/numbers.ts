import { eq } from "drizzle-orm";
import { type CalendarDate, financialYearOf, today } from "../domain/dates.ts";
import {
  type Counter,
  counterOf,
  type DocumentKind,
  formatNumber,
  movedOn,
  type Numbering,
  spellsYear,
  usualNumbering,
} from "../domain/numbering.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Write } from "./atomically.ts";
import { isOneOf } from "./conditions.ts";
import { documentSettings, numberSeries, receipts } from "./documentSchema.ts";
import { invoices } from "./invoiceSchema.ts";
import { owned, type Tenant } from "./tenant.ts";

/** The numbers of documents by their ids, in the order of these. @throws Refusal "missing" */
export async function getNumbers(
  tenant: Tenant,
  kind: "Invoice" | "Receipt",
  ids: string[],
): Promise<Map<string, string>> {
  const table = kind === "Invoice" ? invoices : receipts;
  const found = await tenant.books.read
    .select({ id: table.id, number: table.number })
    .from(table)
    .where(owned(tenant, table, isOneOf(table.id, ids)));
  if (found.length < ids.length) throw new Refusal("missing", `${kind} not found`);
  const numbers = new Map(found.map(({ id, number }) => [id, number]));
  return new Map(ids.map((id) => [id, numbers.get(id) as string]));
}

/**
 * The numbers of new documents, taken in the transaction that inserts them: a failed create burns none, and
 * since writes have turns no two are equal. Counters never go back, so a deleted document's stays out of use.
 * @throws Refusal "conflict" where another year of the same series has had the number.
 */
export async function takeNumbers(
  tx: Write,
  tenant: Tenant,
  kind: DocumentKind,
  dates: CalendarDate[],
): Promise<string[]> {
  const before = await findNumbering(tx, tenant, kind);
  const stems = new Map<string, Map<number, number>>();
  let numbering = before;
  const numbers: string[] = [];
  for (const date of dates) {
    const counter = counterOf(numbering, date);
    const years = stems.get(counter.stem) ?? (await findCounters(tx, tenant, kind, counter.stem));
    stems.set(counter.stem, years);
    numbers.push(next(kind, counter, years));
    numbering = movedOn(numbering, date);
  }
  await keepCounters(tx, tenant, kind, stems);
  if (numbering !== before) await keepNumbering(tx, tenant, kind, numbering);
  return numbers;
}

function next(kind: DocumentKind, { stem, year }: Counter, years: Map<number, number>): string {
  const sequence = nextSequence(year, years);
  const number = formatNumber(kind, stem, sequence);
  if (sequence < nextSequence(0, new Map([...years].filter(([other]) => other !== year)))) {
    throw new Refusal(
      "conflict",
      `${title(kind)} number ${number} has been given already; change the series in the ${kind} settings`,
    );
  }
  years.set(year, sequence + 1);
  return number;
}

const title = (kind: DocumentKind) => `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;

/** A counter of a year begins at 1; one that never restarts goes on where the others of its stem are. */
function nextSequence(year: number, years: Map<number, number>): number {
  return years.get(year) ?? (year === 0 ? Math.max(1, ...years.values()) : 1);
}

/** The sequence that comes next in the series as it is now. */
export async function findNextSequence(
  from: Pick<Write, "select">,
  tenant: Tenant,
  kind: DocumentKind,
  { series, prefix, resetPolicy }: Numbering,
): Promise<number> {
  const runsOn = resetPolicy === "NEVER" || spellsYear(series);
  const year = runsOn ? 0 : financialYearOf(today());
  return nextSequence(year, await findCounters(from, tenant, kind, `${series}/${prefix}`));
}

/** By year, what comes next in each counter of a stem. */
async function findCounters(
  from: Pick<Write, "select">,
  tenant: Tenant,
  kind: DocumentKind,
  stem: string,
): Promise<Map<number, number>> {
  const rows = await from
    .select()
    .from(numberSeries)
    .where(owned(tenant, numberSeries, eq(numberSeries.kind, kind), eq(numberSeries.stem, stem)));
  return new Map(rows.map(({ year, nextSeq }) => [year, nextSeq]));
}

async function keepCounters(
  tx: Write,
  { agencyId }: Tenant,
  kind: DocumentKind,
  stems: Map<string, Map<number, number>>,
): Promise<void> {
  const counters = [...stems].flatMap(([stem, years]) =>
    [...years].map(([year, nextSeq]) => ({ stem, year, nextSeq })),
  );
  for (const { stem, year, nextSeq } of counters) {
    await tx
      .insert(numberSeries)
      .values({ agencyId, kind, stem, year, nextSeq })
      .onConflictDoUpdate({
        target: [numberSeries.agencyId, numberSeries.kind, numberSeries.stem, numberSeries.year],
        set: { nextSeq },
      });
  }
}

/** How documents are numbered: as was set, else as usual in the present financial year. */
export async function findNumbering(
  from: Pick<Write, "select">,
  tenant: Tenant,
  kind: DocumentKind,
): Promise<Numbering> {
  const [row] = await from
    .select()
    .from(documentSettings)
    .where(owned(tenant, documentSettings, eq(documentSettings.kind, kind)));
  if (!row) return usualNumbering(kind, today());
  const { prefix, series, resetPolicy } = row;
  return { prefix, series, resetPolicy };
}

export async function keepNumbering(
  tx: Write,
  { agencyId }: Tenant,
  kind: DocumentKind,
  numbering: Numbering,
): Promise<void> {
  const { prefix, series, resetPolicy } = numbering;
  const set = { prefix, series, resetPolicy };
  await tx
    .insert(documentSettings)
    .values({ agencyId, kind, ...set })
    .onConflictDoUpdate({ target: [documentSettings.agencyId, documentSettings.kind], set });
}
