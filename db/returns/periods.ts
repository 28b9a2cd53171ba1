import { sql } from "drizzle-orm";
import { pickEarlier, today } from "../../domain/dates.ts";
import { dueDates } from "../../domain/gst/returns/dues.ts";
import { einvoiceErrors, toEinvoice } from "../../domain/gst/returns/einvoice.ts";
import type {
  EinvoiceRow,
  FiledReturn,
  GstPeriod,
  Gstr3bView,
  PeriodRow,
} from "../../domain/gst/returns/filings.ts";
import { buildGstr1, countPlaced, type Gstr1 } from "../../domain/gst/returns/gstr1.ts";
import { buildGstr3b, computePayable } from "../../domain/gst/returns/gstr3b.ts";
import { showGstr3b } from "../../domain/gst/returns/gstr3bView.ts";
import { type Period, parsePeriod, toPeriodLabel } from "../../domain/gst/returns/periods.ts";
import {
  isToRegister,
  resolvePeriodStatus,
  showEinvoices,
  showPeriod,
} from "../../domain/gst/returns/periodView.ts";
import { preflight } from "../../domain/gst/returns/preflight.ts";
import { buildSheets } from "../../domain/gst/returns/sheets.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { monthAfter } from "../../domain/months.ts";
import type { Read } from "../engine/books.ts";
import { withSnapshot } from "../engine/snapshot.ts";
import type { Tenant } from "../engine/tenant.ts";
import { buildGstr3bFile, type GstFile, gstr1File } from "./files.ts";
import { findFiling, listFilings } from "./filings.ts";
import { readGstr3b } from "./gstr3b.ts";
import { assertFilesReturns, findPeriod, readFiler, readPeriod } from "./readPeriod.ts";

// Return periods for the API. Each is read from one snapshot, in a reader thread.

type Found = Awaited<ReturnType<typeof findPeriod>>;

const ofPeriod = <T>(
  tenant: Tenant,
  label: string,
  tell: (gstr1: Gstr1, read: Read, found: Found) => Promise<T> | T,
): Promise<T> =>
  withSnapshot(tenant.books, async (read) => {
    const found = await findPeriod(read, tenant, label);
    return tell(buildGstr1(await readPeriod(read, tenant, found)), read, found);
  });

/**
 * Returns a `GstPeriod` as JSON. Five thousand documents are megabytes, which only this thread has to
 * process.
 * @throws as `findPeriod`
 */
export const getGstPeriod = (tenant: Tenant, label: string): Promise<string> =>
  ofPeriod(tenant, label, async (gstr1, read) => {
    const shown: GstPeriod = showPeriod(gstr1, await listFilings(read, tenant, label));
    return JSON.stringify(shown);
  });

/** Returns GSTR-1 for the portal; for a filed period, the filed file. */
export const getGstr1File = (tenant: Tenant, label: string): Promise<GstFile> =>
  ofPeriod(tenant, label, async (gstr1, read) => {
    const { period } = gstr1.books;
    return (await findFiling(read, tenant, label, period.return)) ?? gstr1File(gstr1);
  });

/** Returns the sheets for the offline tool. */
export const getGstr1Sheets = (tenant: Tenant, label: string): Promise<GstFile[]> =>
  ofPeriod(tenant, label, (gstr1) =>
    Object.entries(buildSheets(gstr1)).map(([name, text]) => ({ name, text })),
  );

export const getGstr3b = (tenant: Tenant, label: string): Promise<Gstr3bView> =>
  ofPeriod(tenant, label, async (gstr1, read, found) => {
    const filings = await listFilings(read, tenant, label);
    return showGstr3b(gstr1, filings, await readGstr3b(read, tenant, { ...found, gstr1 }));
  });

/** Returns GSTR-3B for the offline utility; for a filed period, the filed file. */
export const getGstr3bFile = (tenant: Tenant, label: string): Promise<GstFile> =>
  ofPeriod(
    tenant,
    label,
    async (gstr1, read, found) =>
      (await findFiling(read, tenant, label, "GSTR3B")) ??
      buildGstr3bFile(gstr1, (await readGstr3b(read, tenant, { ...found, gstr1 })).portalTables),
  );

/** Lists documents of a period that are registered or have to be. */
export const listEinvoices = (tenant: Tenant, label: string): Promise<EinvoiceRow[]> =>
  ofPeriod(tenant, label, showEinvoices);

/** Returns INV-01 of all documents yet to register. Incomplete ones are omitted and listed as issues. */
export const getEinvoices = (tenant: Tenant, label: string): Promise<GstFile> =>
  ofPeriod(tenant, label, ({ placed, books: { filer, today: now } }) => {
    const some = placed
      .map(({ document }) => document)
      .filter((one) => isToRegister(one, filer))
      .filter((one) => einvoiceErrors(one, filer, now).length === 0);
    const text = JSON.stringify(some.map((document) => toEinvoice(document, filer)));
    return { name: `einvoices-${label}.json`, text };
  });

/** A year before the current month. */
const MONTHS_BACK = 12;

/** Lists up to thirteen months since the start of the books, newest first; none without a GSTIN. */
export async function listGstPeriods(tenant: Tenant): Promise<PeriodRow[]> {
  return withSnapshot(tenant.books, async (read) => {
    const { filer, filing } = await readFiler(read, tenant);
    if (!filer.gstin) return [];
    assertFilesReturns(filer);
    const now = today();
    const present = toPeriodLabel(now, filing);
    const oldest = await oldestMonth(read, tenant, now.slice(0, 7));
    const rows: PeriodRow[] = [];
    for (let back = 0; back <= MONTHS_BACK; back++) {
      const label = monthAfter(present, -back);
      const period = parsePeriod(label, filing) as Period;
      if (label < oldest || period.dateFrom > now) continue;
      rows.push(...(await readPeriodRows(read, tenant, { filer, period })));
    }
    return rows;
  });
}

/** Returns the oldest document's month, but at the latest the month before the current one. */
async function oldestMonth(read: Read, { agencyId }: Tenant, present: string): Promise<string> {
  const [found] = await read.all<{ date: string | null }>(sql`
    SELECT min(date) AS date FROM (SELECT min(date) AS date FROM documents
        WHERE agency_id = ${agencyId} AND family = 'INVOICES'
      UNION ALL SELECT min(date) FROM documents WHERE agency_id = ${agencyId} AND family = 'NOTES'
      UNION ALL SELECT min(date) FROM documents WHERE agency_id = ${agencyId} AND family = 'VOUCHERS')`);
  return pickEarlier(found?.date?.slice(0, 7) ?? present, monthAfter(present, -1));
}

async function readPeriodRows(read: Read, tenant: Tenant, found: Found): Promise<PeriodRow[]> {
  const { period, filer } = found;
  const gstr1 = buildGstr1(await readPeriod(read, tenant, found));
  const findings = preflight(gstr1.books);
  const filings = await listFilings(read, tenant, period.label);
  const due = dueDates(period, filer.gstin);
  const payable = computePayable(buildGstr3b(gstr1));
  const errors = findings.filter(({ level }) => level === "ERROR").length;
  const common = {
    period: period.label,
    documents: countPlaced(gstr1),
    errors,
    warnings: findings.length - errors,
    tax: toRupees((payable.igst + payable.cgst + payable.sgst) as Paise),
  };
  const row = (which: FiledReturn, due: string): PeriodRow => ({
    ...common,
    return: which,
    due,
    status: resolvePeriodStatus(
      gstr1,
      findings,
      filings.some((filing) => filing.return === which),
    ),
  });
  if (period.return === "IFF") return [row("IFF", due.gstr1)];
  return [row("GSTR1", due.gstr1), row("GSTR3B", due.gstr3b)];
}
