import { and, asc, between, eq, inArray, sql } from "drizzle-orm";
import { type DateRange, monthRange } from "../../domain/dates.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { type Known, REGISTRATION } from "../../domain/tally/ledgers.ts";
import type { Gone, TallyPreview } from "../../domain/tally/tally.ts";
import { isAscii } from "../../domain/tally/text.ts";
import { type Entry, toLines, VOUCHER_TYPES, voucherXml } from "../../domain/tally/vouchers.ts";
import type { Read } from "../engine/books.ts";
import { streamSnapshot, withSnapshot } from "../engine/snapshot.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { writeTransaction } from "../engine/transaction.ts";
import { documents } from "../schema/documents.ts";
import { type ExportedVoucher, tallyDays } from "../schema/tally.ts";
import { type Catalogue, readCatalogue } from "./catalogue.ts";
import { readEntries } from "./entries.ts";

/** A month's vouchers, and how they differ from the last export. */
export interface Survey {
  preview: TallyPreview;
  known: Known[];
  /** By day, as the next file will have them. */
  exported: Map<string, ExportedVoucher[]>;
  /** Ids of new and changed vouchers. */
  differing: Set<string>;
  /** Whether all vouchers can be written in ASCII. */
  isPlain: boolean;
}

const PAGE = 200;

/** Returns a preview of a month's vouchers. For a reader thread. @param month `2026-10` */
export function getTally(
  { agencyId, books }: Pick<Tenant, "agencyId" | "books">,
  month: string,
): Promise<TallyPreview> {
  return withSnapshot(books, async (read) => {
    const catalogue = await readCatalogue(read, agencyId);
    return (await readSurvey(read, agencyId, month, catalogue)).preview;
  });
}

/** Streams the vouchers as XML with the preview, from one snapshot, some hundreds at a time. */
export async function exportTally(
  { agencyId, books }: Pick<Tenant, "agencyId" | "books">,
  month: string,
  isOnlyChanged: boolean,
) {
  const moment = streamSnapshot<string | Survey>(books, async function* (read) {
    const catalogue = await readCatalogue(read, agencyId);
    const survey = await readSurvey(read, agencyId, month, catalogue);
    yield survey;
    for await (const entries of readEntries(read, agencyId, monthRange(month), catalogue)) {
      const wanted = entries.filter(({ id }) => !isOnlyChanged || survey.differing.has(id));
      yield wanted.map((entry) => voucherXml(entry, catalogue.names)).join("");
    }
  });
  const { value: survey } = (await moment.next()) as { value: Survey };
  return { survey, slices: moment as AsyncGenerator<string> };
}

async function readSurvey(
  read: Read,
  agencyId: number,
  month: string,
  catalogue: Catalogue,
): Promise<Survey> {
  const period = monthRange(month);
  const { before, file } = await readExported(read, agencyId, period);
  const exported = new Map<string, ExportedVoucher[]>();
  const differing = new Set<string>();
  const keys = new Set<string>();
  const types = new Map<string, { count: number; paise: bigint }>();
  let [isPlain, isNew, changed] = [true, 0, 0];
  for await (const entries of readEntries(read, agencyId, period, catalogue)) {
    for (const entry of entries) {
      const xml = voucherXml(entry, catalogue.names);
      isPlain &&= isAscii(xml);
      const own = toExported(entry, xml);
      const known = before.get(entry.id)?.said;
      if (known?.[1] !== own[1]) differing.add(entry.id);
      if (!known) isNew += 1;
      else if (known[1] !== own[1]) changed += 1;
      before.delete(entry.id);
      exported.set(entry.date, [...(exported.get(entry.date) ?? []), own]);
      const type = types.get(entry.type) ?? { count: 0, paise: 0n };
      types.set(entry.type, { count: type.count + 1, paise: type.paise + BigInt(own[4]) });
      for (const { key } of toLines(entry)) keys.add(key);
      if (entry.gst && catalogue.names.own) keys.add(REGISTRATION);
    }
  }
  const known = [...keys].map(catalogue.of).toSorted(byKindAndName);
  const typeRows = VOUCHER_TYPES.flatMap((type) => {
    const found = types.get(type);
    return found ? { type, count: found.count, amount: toRupees(found.paise) } : [];
  });
  const preview = {
    month,
    file,
    types: typeRows,
    new: isNew,
    changed,
    vouchers: typeRows.reduce((sum, { count }) => sum + count, 0),
    gone: await listGone(read, agencyId, before),
    cancelled: await cancelledIn(read, agencyId, period),
    ledgers: known.map(({ party: _, ...rest }) => rest),
  };
  return { preview, known, exported: exported, differing, isPlain };
}

const WHAT = ["Registration", "Account", "Ledger", "Sales", "Client", "Vendor"];
const byKindAndName = (a: Known, b: Known) =>
  WHAT.indexOf(a.what) - WHAT.indexOf(b.what) || a.ours.localeCompare(b.ours, "en");

function toExported(entry: Entry, xml: string): ExportedVoucher {
  const { id, type, number, reference, narration } = entry;
  const paise = toLines(entry).reduce((sum, line) => sum + Math.max(line.paise, 0), 0);
  const label = number || reference || narration.slice(0, 60);
  return [id, Bun.hash(xml).toString(36), type, label, paise];
}

async function readExported(read: Read, agencyId: number, { dateFrom, dateTo }: DateRange) {
  const rows = await read
    .select()
    .from(tallyDays)
    .where(and(eq(tallyDays.agencyId, agencyId), between(tallyDays.date, dateFrom, dateTo)))
    .orderBy(asc(tallyDays.date));
  const before = new Map<string, { date: string; said: ExportedVoucher }>();
  for (const { date, said: exported } of rows)
    for (const one of exported) before.set(one[0], { date, said: one });
  return { before, file: Math.max(0, ...rows.map(({ file }) => file)) };
}

/** Lists vouchers of earlier files that the month no longer has: deleted, or moved to another month. */
async function listGone(
  read: Read,
  agencyId: number,
  before: Map<string, { date: string; said: ExportedVoucher }>,
): Promise<Gone[]> {
  const ids = [...before.keys()];
  const moved = new Map<string, string>();
  for (let at = 0; at < ids.length; at += PAGE) {
    const some = JSON.stringify(ids.slice(at, at + PAGE));
    const rows = await read.all<{ id: string; date: string }>(sql`
      WITH gone AS (SELECT value AS id FROM json_each(${some}))
      SELECT id, date FROM transactions WHERE agency_id = ${agencyId} AND id IN gone
      UNION ALL SELECT split_id, date FROM transactions WHERE agency_id = ${agencyId} AND split_id IN gone
      UNION ALL SELECT id, date FROM documents WHERE agency_id = ${agencyId} AND id IN gone
        AND status IN ('SENT', 'PARTIALLY_PAID', 'PAID', 'CREDIT')
      UNION ALL SELECT id, date FROM settlements WHERE agency_id = ${agencyId} AND id IN gone
      UNION ALL SELECT id, date FROM journals WHERE agency_id = ${agencyId} AND id IN gone`);
    for (const { id, date } of rows) moved.set(id, date);
  }
  return [...before.values()].map(({ date, said: [id, , type, label, paise] }) => ({
    id,
    date,
    type,
    label,
    amount: toRupees(paise as Paise),
    movedTo: moved.get(id) ?? "",
  }));
}

async function cancelledIn(read: Read, agencyId: number, { dateFrom, dateTo }: DateRange) {
  const rows = await read
    .select({ number: documents.number })
    .from(documents)
    .where(
      and(
        eq(documents.agencyId, agencyId),
        inArray(documents.family, ["INVOICES", "NOTES"]),
        between(documents.date, dateFrom, dateTo),
        eq(documents.status, "CANCELLED"),
      ),
    )
    .orderBy(asc(documents.date), asc(documents.id));
  return rows.map(({ number }) => number);
}

/**
 * Stores the exported vouchers, so that the next export shows new, changed and missing ones. An unchanged
 * export counts as the same file.
 */
export function storeExported(tenant: Tenant, { preview, exported }: Survey): Promise<void> {
  const { month, file, changed, gone } = preview;
  if (preview.new + changed + gone.length === 0) return Promise.resolve();
  const { dateFrom, dateTo } = monthRange(month);
  return writeTransaction(tenant, async (tx) => {
    await tx
      .delete(tallyDays)
      .where(forAgency(tenant, tallyDays, between(tallyDays.date, dateFrom, dateTo)));
    for (const [date, own] of exported) {
      await tx
        .insert(tallyDays)
        .values({ agencyId: tenant.agencyId, date, file: file + 1, said: own });
    }
  });
}
