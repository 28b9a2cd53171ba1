import { sql } from "drizzle-orm";
import { toFinancialYear } from "../../domain/dates.ts";
import { isNote, type PeriodBooks, type ReturnDocument } from "../../domain/gst/returns/books.ts";
import { parseNumber } from "../../domain/gst/returns/numbers.ts";
import type { Period } from "../../domain/gst/returns/periods.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";

// Data for the pre-flight from outside the period: document numbers and credit note totals.

/** Returns the last number of each series before the period, and numbers used in other periods. */
export async function readNumbers(
  read: Read,
  { agencyId }: Pick<Tenant, "agencyId">,
  { dateFrom, dateTo }: Period,
  documents: { kind: string; number: string; id: string }[],
): Promise<Pick<PeriodBooks, "numbersBefore" | "otherNumbers">> {
  const year = `${toFinancialYear(dateFrom)}-04-01`;
  const numbersBefore: Record<string, number> = {};
  const otherNumbers: string[] = [];
  const highest = new Map<string, { kind: string; number: string; least: string }>();
  for (const { kind, number } of documents) {
    const one = parseNumber(number);
    if (!one) continue;
    const key = `${kind} ${one.series}`;
    const known = highest.get(key);
    const [before = "", width = "0"] = one.series.split("\n");
    const least = `${before}${"0".repeat(Number(width))}`;
    if (!known || known.number < number) highest.set(key, { kind, number, least });
  }
  for (const { kind, number, least } of highest.values()) {
    const series = parseNumber(number)?.series ?? "";
    const ofSeries = (rows: { number: string }[]) =>
      rows.filter((row) => parseNumber(row.number)?.series === series).map((row) => row.number);
    const range = sql`agency_id = ${agencyId} AND kind = ${kind}`;
    const [last] = ofSeries(
      await read.all<{ number: string }>(sql`SELECT number FROM documents WHERE ${range}
        AND number BETWEEN ${least} AND ${number} AND date >= ${year} AND date < ${dateFrom}
        ORDER BY number DESC LIMIT 1`),
    );
    const before = last === undefined ? undefined : parseNumber(last)?.sequence;
    if (before !== undefined) {
      numbersBefore[series] = Math.max(before, numbersBefore[series] ?? 0);
    }
    otherNumbers.push(
      ...ofSeries(
        await read.all<{ number: string }>(sql`SELECT number FROM documents WHERE ${range}
          AND number BETWEEN ${last ?? least} AND ${number}
          AND NOT (date BETWEEN ${dateFrom} AND ${dateTo})`),
      ),
    );
  }
  return { numbersBefore, otherNumbers };
}

/** Returns numbers used more than once in the financial year, ignoring case. */
export async function readDuplicates(
  read: Read,
  { agencyId }: Pick<Tenant, "agencyId">,
  { dateFrom }: Period,
): Promise<string[]> {
  const year = toFinancialYear(dateFrom);
  const rows = await read.all<{ number: string }>(sql`
    SELECT lower(number) AS number FROM documents
    WHERE agency_id = ${agencyId} AND family IN ('INVOICES', 'NOTES', 'VOUCHERS')
      AND date BETWEEN ${`${year}-04-01`} AND ${`${year + 1}-03-31`}
    GROUP BY family, lower(number) HAVING count(*) > 1`);
  return rows.map(({ number }) => number);
}

/** Returns originals whose credit notes exceed their total, by id; by number for originals before bahi. */
export async function readOverCredited(
  read: Read,
  { agencyId }: Pick<Tenant, "agencyId">,
  documents: ReturnDocument[],
): Promise<string[]> {
  const notes = documents.filter((one) => isNote(one) && one.original && one.state === "ISSUED");
  const originals = new Map(
    notes.map(({ original, buyer }) => [
      original?.id || original?.number,
      [original?.id, original?.number, buyer.id, original?.totalPaise],
    ]),
  );
  if (originals.size === 0) return [];
  const rows = await read.all<{ key: string }>(sql`
    WITH wanted AS MATERIALIZED (SELECT value ->> 0 AS id, value ->> 1 AS number, value ->> 2 AS client,
      value ->> 3 AS total FROM json_each(${JSON.stringify([...originals.values()])}))
    SELECT iif(w.id = '', w.number, w.id) AS key FROM wanted w
    WHERE (SELECT sum(d.grand_total_paise) FROM documents d WHERE d.agency_id = ${agencyId}
      AND d.client_id = w.client AND d.family = 'NOTES' AND d.kind = 'CREDIT_NOTE'
      AND d.status NOT IN ('DRAFT', 'CANCELLED')
      AND iif(w.id = '', d.original ->> '$.number' = w.number, d.original_id = w.id)) > w.total`);
  return rows.map(({ key }) => key);
}
