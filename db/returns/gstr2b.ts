import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Paise } from "../../domain/money.ts";
import type { BookedRow } from "../../domain/purchases/bookedRows.ts";
import { addTaxes } from "../../domain/purchases/inward.ts";
import type { Read } from "../engine/books.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { gstr2bFiles, gstr2bRows } from "../schema/gstr2b.ts";

// The stored rows of GSTR-2B.

type Who = Pick<Tenant, "agencyId">;
type From = Pick<Read, "select">;

/** Identifies a row, also when its file is loaded again. */
export const rowKey = ({
  table,
  gstin,
  number,
  date,
}: Pick<BookedRow, "date" | "gstin" | "number" | "table">): string =>
  JSON.stringify([table, gstin, number, date]);

function toBookedRow(row: typeof gstr2bRows.$inferSelect): BookedRow {
  const { igstPaise: igst, cgstPaise: cgst, sgstPaise: sgst, cessPaise: cess } = row;
  const { id, period, table, gstin, supplier, number, date, kind, place, isReverseCharge } = row;
  const { available, reason, billId, linkedAs, linkedIn, isIgnored } = row;
  return {
    id,
    period,
    table,
    gstin,
    supplier,
    number,
    date,
    kind,
    place,
    isReverseCharge,
    taxable: row.taxablePaise,
    igst,
    cgst,
    sgst,
    cess,
    available,
    reason,
    amends: row.amends ?? undefined,
    isIgnored,
    link: billId && linkedAs ? { bill: billId, as: linkedAs, in: linkedIn ?? period } : undefined,
  };
}

export const toColumns = (row: Omit<BookedRow, "isIgnored" | "link">) => ({
  id: row.id,
  period: row.period,
  table: row.table,
  gstin: row.gstin,
  supplier: row.supplier,
  number: row.number,
  date: row.date,
  kind: row.kind,
  place: row.place,
  isReverseCharge: row.isReverseCharge,
  available: row.available,
  reason: row.reason,
  amends: row.amends ?? null,
  taxablePaise: row.taxable,
  igstPaise: row.igst,
  cgstPaise: row.cgst,
  sgstPaise: row.sgst,
  cessPaise: row.cess as Paise,
});

export async function listRows(read: From, tenant: Who, where: SQL): Promise<BookedRow[]> {
  const rows = await read
    .select()
    .from(gstr2bRows)
    .where(forAgency(tenant, gstr2bRows, where));
  return rows.map(toBookedRow);
}

/** Lists rows of a period's file, and earlier rows that are unlinked or were linked in this period. */
export const listRowsUntil = (read: From, tenant: Who, label: string, from: string) => {
  const some = (where: SQL) =>
    sql`SELECT id FROM gstr2b_rows WHERE agency_id = ${tenant.agencyId} AND ${where}`;
  const open = sql`bill_id IS NULL AND NOT is_ignored AND period >= ${from} AND period < ${label}`;
  const became = sql`linked_in = ${label} AND period < ${label}`;
  const ids = sql`${some(sql`period = ${label}`)} UNION ${some(open)} UNION ${some(became)}`;
  return listRows(read, tenant, sql`id IN (${ids})`);
};

export async function findFile(read: From, tenant: Who, label: string) {
  const [file] = await read
    .select()
    .from(gstr2bFiles)
    .where(forAgency(tenant, gstr2bFiles, and(eq(gstr2bFiles.period, label))));
  return file;
}

/**
 * Returns rows with the credit they add. An amendment adds the difference from its original in an earlier
 * file. In the same file, it replaces the original.
 */
export async function dropAmended(
  read: From,
  tenant: Who,
  rows: BookedRow[],
): Promise<BookedRow[]> {
  if (rows.length === 0) return [];
  const { period, amends } = gstr2bRows;
  const periods = JSON.stringify([...new Set(rows.map((row) => row.period))]);
  const amending = await listRows(
    read,
    tenant,
    sql`${isNotNull(amends)} AND ${period} IN (SELECT value FROM json_each(${periods}))`,
  );
  const toRowKey = (row: BookedRow, { number, date }: Pick<BookedRow, "date" | "number"> = row) =>
    JSON.stringify([row.period, row.table.slice(0, 4), row.gstin, number, date]);
  const replaced = new Set(amending.map((row) => toRowKey(row, row.amends)));
  const own = rows.filter((one) => !replaced.has(toRowKey(one)));
  const originals = await listOriginals(read, tenant, own);
  return own.map((row) => {
    const original = originals.findLast((one) => isOriginal(one, row));
    const less = original ? [{ ...addTaxes([original]), sign: -1 as const }] : [];
    return row.amends ? { ...row, ...addTaxes([row, ...less]) } : row;
  });
}

/** Lists possible originals of amendments, oldest file first. */
async function listOriginals(read: From, tenant: Who, rows: BookedRow[]): Promise<BookedRow[]> {
  const numbers = rows.flatMap(({ amends }) => amends?.number ?? []);
  if (numbers.length === 0) return [];
  const among = sql`(SELECT value FROM json_each(${JSON.stringify(numbers)}))`;
  const found = await listRows(read, tenant, sql`${gstr2bRows.number} IN ${among}`);
  return found.toSorted((a, b) => (a.period < b.period ? -1 : 1));
}

const isOriginal = (one: BookedRow, { amends, gstin, period }: BookedRow): boolean =>
  one.gstin === gstin &&
  one.number === amends?.number &&
  one.date === amends.date &&
  one.period < period;
