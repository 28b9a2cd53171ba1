import { and, eq, sql } from "drizzle-orm";
import { type CalendarDate, today, toFinancialYear } from "../../domain/dates.ts";
import { type DocumentKind, isOwnKind, KIND_NAMES } from "../../domain/documents/kinds.ts";
import {
  advanceNumbering,
  type Counter,
  formatNumber,
  hasYear,
  type NumberedKind,
  type Numbering,
  staysInYear,
  toCounter,
  toSequence,
} from "../../domain/documents/numbering.ts";
import { Refusal } from "../../domain/refusal.ts";
import { isIn } from "../engine/conditions.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { documents } from "../schema/documents.ts";
import type { MovedCounter } from "../schema/imports.ts";
import { documentSettings, numberSeries } from "../schema/numbering.ts";
import { receipts } from "../schema/receipts.ts";
import type { Counters, Issuer } from "./issuer.ts";

/** Returns document numbers in the order of the ids. @throws Refusal "missing" */
export async function getNumbers(
  tenant: Tenant,
  kind: "Invoice" | "Receipt",
  ids: string[],
): Promise<Map<string, string>> {
  const table = kind === "Invoice" ? documents : receipts;
  const isOne = kind === "Invoice" ? eq(documents.family, "INVOICES") : undefined;
  const found = await tenant.books.read
    .select({ id: table.id, number: table.number })
    .from(table)
    .where(forAgency(tenant, table, isIn(table.id, ids), isOne));
  if (found.length < ids.length) throw new Refusal("missing", `${kind} not found`);
  const numbers = new Map(found.map(({ id, number }) => [id, number]));
  return new Map(ids.map((id) => [id, numbers.get(id) as string]));
}

/**
 * Checks that a sent document stays in the financial year of its number.
 * @param what the start of the error's sentence
 * @throws Refusal "conflict" at the date, if the year differs
 */
export function assertSameYear(before: CalendarDate, after: CalendarDate, what: string): void {
  if (toFinancialYear(before) === toFinancialYear(after)) return;
  const message = staysInYear(what);
  throw new Refusal("conflict", message, [{ path: "date", message }]);
}

/**
 * Takes numbers in the transaction that inserts the documents. A failed create uses none, and writes are
 * serialized, so no number is given twice. Counters never go back, so a deleted document's number stays
 * unused.
 * @throws Refusal "conflict" if another year of the same series has used the number
 */
export async function takeNumbers(
  tx: Write,
  tenant: Tenant,
  kind: NumberedKind,
  { numbering: before, counters, isOwn }: Pick<Issuer, "counters" | "numbering"> & OwnSeries,
  dates: CalendarDate[],
): Promise<string[]> {
  let numbering = before;
  const moved = new Map<string, Counter>();
  const numbers: string[] = [];
  for (const date of dates) {
    const counter = toCounter(numbering, date);
    const years = counters.get(counter.stem) ?? new Map<number, number>();
    counters.set(counter.stem, years);
    numbers.push(next(kind, counter, years));
    moved.set(`${counter.year} ${counter.stem}`, counter);
    numbering = advanceNumbering(numbering, date);
  }
  await storeCounters(tx, tenant, kind, [...moved.values()], counters);
  if (numbering !== before && !isOwn) await storeNumbering(tx, tenant, kind, numbering);
  return numbers;
}

/** A second series of a kind, implied by the kind's settings. */
interface OwnSeries {
  isOwn?: true;
}

/** Returns the series of credit notes without GST: `26-27/FCN` instead of `26-27/CN`. */
export const useFreeSeries = ({ numbering, counters }: Pick<Issuer, "counters" | "numbering">) => ({
  numbering: { ...numbering, prefix: `F${numbering.prefix}` },
  counters,
  isOwn: true as const,
});

function next(kind: NumberedKind, { stem, year }: Counter, years: Map<number, number>): string {
  const sequence = nextSequence(year, years);
  const number = formatNumber(kind, stem, sequence);
  if (sequence < nextSequence(0, new Map([...years].filter(([other]) => other !== year)))) {
    throw new Refusal(
      "conflict",
      `${KIND_NAMES[kind]} number ${number} is already used; change the series in the ` +
        `${KIND_NAMES[kind].toLowerCase()} settings`,
    );
  }
  years.set(year, sequence + 1);
  return number;
}

/** A new year starts at 1. A series that never restarts continues its stem's highest sequence. */
function nextSequence(year: number, years: Map<number, number>): number {
  return years.get(year) ?? (year === 0 ? Math.max(1, ...years.values()) : 1);
}

/** Returns how documents of the kind are numbered now, and the next sequence. */
export function numberingNow({ numbering, counters }: Pick<Issuer, "counters" | "numbering">) {
  const { series, prefix, resetPolicy } = numbering;
  const runsOn = resetPolicy === "NEVER" || hasYear(series);
  const year = runsOn ? 0 : toFinancialYear(today());
  const years = counters.get(`${series}/${prefix}`) ?? new Map<number, number>();
  return { ...numbering, nextSeq: nextSequence(year, years) };
}

async function storeCounters(
  tx: Write,
  { agencyId }: Tenant,
  kind: NumberedKind,
  moved: Counter[],
  counters: Counters,
): Promise<void> {
  const { stem, year, nextSeq } = numberSeries;
  const rows = moved.map(({ stem, year }) => ({
    agencyId,
    kind,
    stem,
    year,
    nextSeq: counters.get(stem)?.get(year) as number,
  }));
  await tx
    .insert(numberSeries)
    .values(rows)
    .onConflictDoUpdate({
      target: [numberSeries.agencyId, numberSeries.kind, stem, year],
      set: { nextSeq: sql`excluded.${sql.identifier(nextSeq.name)}` },
    });
}

/**
 * Moves counters past imported numbers and returns their earlier values. Only numbers that end in a slash and
 * a sequence count.
 */
export async function moveCounters(
  tx: Write,
  tenant: Tenant,
  given: { kind: DocumentKind; number: string; date: CalendarDate }[],
): Promise<MovedCounter[]> {
  const { agencyId } = tenant;
  const settings = await tx
    .select()
    .from(documentSettings)
    .where(forAgency(tenant, documentSettings));
  const runsOn = new Set(
    settings.flatMap(({ kind, resetPolicy }) => (resetPolicy === "NEVER" ? [kind] : [])),
  );
  const known = await tx.select().from(numberSeries).where(forAgency(tenant, numberSeries));
  const toCounterKey = (counter: Pick<MovedCounter, "kind" | "stem" | "year">) =>
    [counter.kind, counter.year, counter.stem].join(" ");
  const before = new Map(known.map((row) => [toCounterKey(row), row]));
  const moved = new Map<string, MovedCounter & { movedIn: number }>();
  for (const { kind, number, date } of given) {
    const { stem, sequence } = toSequence(number) ?? {};
    if (!isOwnKind(kind)) continue; // Vendors number their own documents.
    if (stem === undefined || sequence === undefined) continue;
    const series = stem.slice(0, Math.max(0, stem.lastIndexOf("/")));
    const year = runsOn.has(kind) || hasYear(series) ? 0 : toFinancialYear(date);
    const key = toCounterKey({ kind, stem, year });
    const was = before.get(key);
    const now = moved.get(key) ?? {
      kind,
      stem,
      year,
      nextSeq: was?.nextSeq ?? 1,
      movedIn: was?.movedIn ?? 0,
      before: was ? { nextSeq: was.nextSeq, movedIn: was.movedIn } : null,
    };
    now.nextSeq = Math.max(now.nextSeq, sequence + 1);
    now.movedIn = Math.max(now.movedIn, sequence);
    moved.set(key, now);
  }
  for (const { kind, stem, year, nextSeq, movedIn } of moved.values()) {
    await tx
      .insert(numberSeries)
      .values({ agencyId, kind, stem, year, nextSeq, movedIn })
      .onConflictDoUpdate({
        target: [numberSeries.agencyId, numberSeries.kind, numberSeries.stem, numberSeries.year],
        set: { nextSeq, movedIn },
      });
  }
  return [...moved.values()].map(({ movedIn: _, ...counter }) => counter);
}

/** Moves counters back to earlier values, unless they have given out numbers since. */
export async function moveCountersBack(
  tx: Write,
  tenant: Pick<Tenant, "agencyId">,
  counters: MovedCounter[],
): Promise<void> {
  for (const { kind, stem, year, before, nextSeq } of counters) {
    const isIt = forAgency(
      tenant,
      numberSeries,
      and(
        eq(numberSeries.kind, kind),
        eq(numberSeries.stem, stem),
        eq(numberSeries.year, year),
        eq(numberSeries.nextSeq, nextSeq),
      ),
    );
    if (before) await tx.update(numberSeries).set(before).where(isIt);
    else await tx.delete(numberSeries).where(isIt);
  }
}

export async function storeNumbering(
  tx: Write,
  { agencyId }: Tenant,
  kind: NumberedKind,
  numbering: Numbering,
): Promise<void> {
  const { prefix, series, resetPolicy } = numbering;
  const set = { prefix, series, resetPolicy };
  await tx
    .insert(documentSettings)
    .values({ agencyId, kind, ...set })
    .onConflictDoUpdate({ target: [documentSettings.agencyId, documentSettings.kind], set });
}
