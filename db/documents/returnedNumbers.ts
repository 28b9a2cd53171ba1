import { and, eq, sql } from "drizzle-orm";
import { type CalendarDate, toFinancialYear } from "../../domain/dates.ts";
import { formatNumber, type NumberedKind, toSequence } from "../../domain/documents/numbering.ts";
import { Refusal } from "../../domain/refusal.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { numberSeries } from "../schema/numbering.ts";

// Numbers have no gaps (Rule 46(b) of the CGST Rules: a consecutive serial number). The newest document of a
// series returns its number if it is undone or discarded before anyone outside has seen it. Every other
// document keeps its number.

export interface Numbered {
  id: string;
  kind: NumberedKind;
  number: string;
  date: CalendarDate;
}

/**
 * Returns a document's number to its series, so that the next document gets it. False if the document keeps
 * its number.
 */
export async function returnNumber(
  tx: Write,
  tenant: Tenant,
  numbered: Numbered,
): Promise<boolean> {
  const counter = await counterAt(tx, tenant, numbered);
  if (!counter?.isNewest || (await isSeen(tx, tenant, numbered.id))) return false;
  await setNext(tx, tenant, counter, counter.sequence);
  return true;
}

/**
 * Takes a restored document's number again, if it was returned.
 * @throws Refusal "conflict" if that would leave a gap before it
 */
export async function retakeNumber(tx: Write, tenant: Tenant, numbered: Numbered): Promise<void> {
  const counter = await counterAt(tx, tenant, numbered);
  if (!counter || counter.nextSeq > counter.sequence) return;
  if (counter.nextSeq < counter.sequence) {
    const { stem, nextSeq } = counter;
    const missing = formatNumber(numbered.kind, stem, nextSeq);
    throw new Refusal(
      "conflict",
      `${numbered.number} would leave a gap: ${missing} is free. Restore ${missing} first`,
    );
  }
  await setNext(tx, tenant, counter, counter.sequence + 1);
}

/** @throws Refusal "conflict" if a later receipt of the series exists */
export async function assertLastReceipt(tx: Write, tenant: Tenant, number: string): Promise<void> {
  const { stem } = toSequence(number) ?? {};
  if (stem === undefined) return;
  // "0" follows "/" in ASCII, so the range contains only this series.
  const [later] = await tx.all<{ number: string }>(sql`SELECT number FROM receipts
    WHERE agency_id = ${tenant.agencyId} AND number > ${number} AND number < ${`${stem}0`}
    ORDER BY number LIMIT 1`);
  if (later) {
    throw new Refusal("conflict", `${number} stays deleted: the later ${later.number} exists`);
  }
}

interface CounterRow {
  kind: NumberedKind;
  stem: string;
  year: number;
  nextSeq: number;
  sequence: number;
  isNewest: boolean;
}

/** Returns the counter that gave a number; undefined for an imported number. */
async function counterAt(
  tx: Write,
  tenant: Tenant,
  { kind, number, date }: Numbered,
): Promise<CounterRow | undefined> {
  const { stem, sequence } = toSequence(number) ?? {};
  if (stem === undefined || sequence === undefined) return undefined;
  const rows = await tx
    .select()
    .from(numberSeries)
    .where(
      forAgency(tenant, numberSeries, eq(numberSeries.kind, kind), eq(numberSeries.stem, stem)),
    );
  const row = rows.find(({ year }) => year === 0 || year === toFinancialYear(date));
  if (!row || row.movedIn >= sequence) return undefined;
  const { year, nextSeq } = row;
  const isNewest = rows.every((one) => one.nextSeq <= nextSeq) && nextSeq === sequence + 1;
  return { kind, stem, year, nextSeq, sequence, isNewest };
}

async function setNext(tx: Write, tenant: Tenant, counter: CounterRow, nextSeq: number) {
  const { kind, stem, year } = counter;
  const isIt = and(
    eq(numberSeries.kind, kind),
    eq(numberSeries.stem, stem),
    eq(numberSeries.year, year),
  );
  await tx
    .update(numberSeries)
    .set({ nextSeq })
    .where(forAgency(tenant, numberSeries, isIt));
}

/** Whether a document left the agency: its PDF was read, or it was mailed, shared or sent. */
async function isSeen(tx: Write, { agencyId }: Tenant, id: string): Promise<boolean> {
  const [found] = await tx.all<{ seen: number }>(sql`SELECT
    EXISTS (SELECT 1 FROM audit_log WHERE agency_id = ${agencyId} AND action = 'VIEW'
      AND payload ->> '$._id' = ${id})
    OR EXISTS (SELECT 1 FROM mails WHERE agency_id = ${agencyId} AND entity_id = ${id}
      AND entity IN ('invoice', 'note', 'receipt', 'estimate', 'voucher') AND state <> 'cancelled')
    OR EXISTS (SELECT 1 FROM share_links WHERE agency_id = ${agencyId} AND document_id = ${id})
    OR EXISTS (SELECT 1 FROM documents WHERE agency_id = ${agencyId} AND id = ${id}
      AND family IN ('INVOICES', 'NOTES', 'ESTIMATES') AND sent_at IS NOT NULL) AS seen`);
  return found?.seen === 1;
}
