import { eq, sql } from "drizzle-orm";
import { type CalendarDate, financialYearOf, today } from "../../domain/dates.ts";
import { KIND_NAMES } from "../../domain/documents/kinds.ts";
import {
  type Counter,
  counterOf,
  formatNumber,
  movedOn,
  type NumberedKind,
  type Numbering,
  spellsYear,
} from "../../domain/documents/numbering.ts";
import { Refusal } from "../../domain/refusal.ts";
import { isOneOf } from "../engine/conditions.ts";
import { owned, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { documents } from "../schema/documents.ts";
import { documentSettings, numberSeries } from "../schema/numbering.ts";
import { receipts } from "../schema/receipts.ts";
import type { Counters, Issuer } from "./issuer.ts";

/** The numbers of documents by their ids, in the order of these. @throws Refusal "missing" */
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
    .where(owned(tenant, table, isOneOf(table.id, ids), isOne));
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
  kind: NumberedKind,
  { numbering: before, counters }: Pick<Issuer, "counters" | "numbering">,
  dates: CalendarDate[],
): Promise<string[]> {
  let numbering = before;
  const moved = new Map<string, Counter>();
  const numbers: string[] = [];
  for (const date of dates) {
    const counter = counterOf(numbering, date);
    const years = counters.get(counter.stem) ?? new Map<number, number>();
    counters.set(counter.stem, years);
    numbers.push(next(kind, counter, years));
    moved.set(`${counter.year} ${counter.stem}`, counter);
    numbering = movedOn(numbering, date);
  }
  await keepCounters(tx, tenant, kind, [...moved.values()], counters);
  if (numbering !== before) await keepNumbering(tx, tenant, kind, numbering);
  return numbers;
}

function next(kind: NumberedKind, { stem, year }: Counter, years: Map<number, number>): string {
  const sequence = nextSequence(year, years);
  const number = formatNumber(kind, stem, sequence);
  if (sequence < nextSequence(0, new Map([...years].filter(([other]) => other !== year)))) {
    throw new Refusal(
      "conflict",
      `${KIND_NAMES[kind]} number ${number} has been given already; change the series in the ` +
        `${KIND_NAMES[kind].toLowerCase()} settings`,
    );
  }
  years.set(year, sequence + 1);
  return number;
}

/** A counter of a year begins at 1; one that never restarts goes on where the others of its stem are. */
function nextSequence(year: number, years: Map<number, number>): number {
  return years.get(year) ?? (year === 0 ? Math.max(1, ...years.values()) : 1);
}

/** How documents of the kind are numbered, and the sequence that comes next in the series as it is now. */
export function numberingNow({ numbering, counters }: Pick<Issuer, "counters" | "numbering">) {
  const { series, prefix, resetPolicy } = numbering;
  const runsOn = resetPolicy === "NEVER" || spellsYear(series);
  const year = runsOn ? 0 : financialYearOf(today());
  const years = counters.get(`${series}/${prefix}`) ?? new Map<number, number>();
  return { ...numbering, nextSeq: nextSequence(year, years) };
}

async function keepCounters(
  tx: Write,
  { agencyId }: Tenant,
  kind: NumberedKind,
  moved: Counter[],
  counters: Counters,
): Promise<void> {
  const { stem, year, nextSeq } = numberSeries;
  const rows = moved.map(({ stem, year }) => ({
    ...{ agencyId, kind, stem, year },
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

export async function keepNumbering(
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
