import { type SQL, sql } from "drizzle-orm";
import type { DraftFacts, MonthFacts } from "../../domain/closing/facts.ts";
import { addDays, type DateRange } from "../../domain/dates.ts";
import type { Family } from "../../domain/documents/kinds.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { monthAfter } from "../../domain/months.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";

type Who = Pick<Tenant, "agencyId">;

/** Counts a month's sent documents and drafts of a document type group, as its list does. */
export async function readDrafts(
  read: Read,
  { agencyId }: Who,
  family: Extract<Family, "BILLS" | "INVOICES" | "NOTES">,
  { dateFrom, dateTo }: DateRange,
): Promise<DraftFacts> {
  const [counted] = await read.all<{ sent: number; drafts: number }>(sql`
    SELECT coalesce(sum(documents) FILTER (WHERE status NOT IN ('DRAFT', 'CANCELLED')), 0) AS sent,
      coalesce(sum(documents) FILTER (WHERE status = 'DRAFT'), 0) AS drafts
    FROM document_days WHERE agency_id = ${agencyId} AND family = ${family}
      AND date BETWEEN ${dateFrom} AND ${dateTo}`);
  const { sent = 0, drafts = 0 } = counted ?? {};
  if (drafts === 0) return { sent, drafts, first: undefined };
  const party = family === "BILLS" ? sql`vendors` : sql`clients`;
  const partyId = family === "BILLS" ? sql`d.vendor_id` : sql`d.client_id`;
  const [first] = await read.all<Draft>(sql`
    SELECT d.id AS _id, d.number, p.display_name AS party, d.grand_total_paise AS "totalPaise"
    FROM documents d JOIN ${party} p ON p.agency_id = d.agency_id AND p.id = ${partyId}
    WHERE d.agency_id = ${agencyId} AND d.family = ${family} AND d.status = 'DRAFT'
      AND d.date BETWEEN ${dateFrom} AND ${dateTo} ORDER BY d.date, d.id LIMIT 1`);
  if (!first) return { sent, drafts, first: undefined };
  const { totalPaise, ...draft } = first;
  return { sent, drafts, first: { ...draft, total: toRupees(totalPaise) } };
}

interface Draft {
  _id: string;
  number: string;
  party: string;
  totalPaise: Paise;
}

const ENTERED = sql`family = 'BILLS' AND status NOT IN ('DRAFT', 'CANCELLED')`;
/** A vendor with bills in this many earlier months is expected to send one. */
const MONTHS_BEFORE = 3;

export async function readBills(
  read: Read,
  tenant: Who,
  range: DateRange,
): Promise<MonthFacts["bills"]> {
  const { agencyId } = tenant;
  const { dateFrom, dateTo } = range;
  const ofMonth = sql`agency_id = ${agencyId} AND ${ENTERED} AND date BETWEEN ${dateFrom} AND ${dateTo}`;
  const [found] = await read.all<{ unpapered: number }>(sql`
    SELECT count(*) AS unpapered FROM documents d WHERE ${ofMonth} AND NOT EXISTS (
      SELECT 1 FROM attachments a WHERE a.agency_id = ${agencyId} AND a.entity = 'bill'
        AND a.entity_id = d.id AND a.deleted_at IS NULL)`);
  const [last] = await read.all<{ at: string; name: string }>(sql`
    SELECT d.created_at AS at, u.name FROM documents d
    JOIN users u ON u.agency_id = d.agency_id AND u.id = d.created_by
    WHERE d.agency_id = ${agencyId} AND d.id = (SELECT max(id) FROM documents WHERE ${ofMonth})`);
  return {
    ...(await readDrafts(read, tenant, "BILLS", range)),
    unpapered: found?.unpapered ?? 0,
    absent: await readAbsent(read, agencyId, ofMonth, dateFrom),
    by: last ?? null,
  };
}

const readAbsent = (read: Read, agencyId: number, ofMonth: SQL, dateFrom: string) =>
  read.all<{ _id: string; name: string }>(sql`
    SELECT v.id AS _id, v.display_name AS name FROM vendors v
    JOIN (SELECT vendor_id FROM documents WHERE agency_id = ${agencyId} AND ${ENTERED}
      AND date BETWEEN ${`${monthAfter(dateFrom.slice(0, 7), -MONTHS_BEFORE)}-01`}
        AND ${addDays(dateFrom, -1)}
      GROUP BY vendor_id HAVING count(DISTINCT substr(date, 1, 7)) = ${MONTHS_BEFORE}) often
      ON often.vendor_id = v.id
    WHERE v.agency_id = ${agencyId}
      AND v.id NOT IN (SELECT vendor_id FROM documents WHERE ${ofMonth} AND vendor_id IS NOT NULL)
    ORDER BY v.display_name, v.id`);
