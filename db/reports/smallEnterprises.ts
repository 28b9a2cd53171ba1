import { sql } from "drizzle-orm";
import { type CalendarDate, today } from "../../domain/dates.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import {
  computePayBy,
  type SmallEnterpriseQuery,
  type SmallEnterprises,
} from "../../domain/purchases/smallEnterprises.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";

interface Row {
  billId: string;
  number: string;
  vendorId: string;
  vendor: string;
  date: CalendarDate;
  receivedDate: string;
  agreedDays: number | null;
  unpaidPaise: Paise;
}

/** For a reader thread: returns unpaid bills of small enterprises at the end of a day, by default today. */
export const getSmallEnterprises = (
  { agencyId, books }: Pick<Tenant, "agencyId" | "books">,
  { at = today() }: SmallEnterpriseQuery,
): Promise<SmallEnterprises> => readSmallEnterprises(books.read, { agencyId }, at);

export async function readSmallEnterprises(
  read: Pick<Read, "all">,
  { agencyId }: Pick<Tenant, "agencyId">,
  at: CalendarDate,
): Promise<SmallEnterprises> {
  const rows = await read.all<Row>(sql`
    SELECT * FROM (SELECT d.id AS "billId", d.number, d.vendor_id AS "vendorId",
        v.display_name AS vendor, d.date, d.received_date AS "receivedDate",
        v.agreed_days AS "agreedDays", d.grand_total_paise
          - coalesce(sum(s.amount_paise + s.tds_paise), 0)
          - max(d.tds_due_paise - coalesce(sum(s.tds_paise), 0), 0) AS "unpaidPaise"
      FROM vendors v JOIN documents d
        ON d.agency_id = v.agency_id AND d.vendor_id = v.id AND d.family = 'BILLS'
      LEFT JOIN settlements s ON s.agency_id = d.agency_id AND s.document_id = d.id AND s.date <= ${at}
      WHERE v.agency_id = ${agencyId} AND v.is_small_enterprise AND d.kind <> 'VENDOR_CREDIT'
        AND d.status NOT IN ('DRAFT', 'CANCELLED') AND d.date <= ${at}
      GROUP BY d.id) WHERE "unpaidPaise" > 0 ORDER BY date, "billId"`);
  const views = rows.map(({ vendorId, vendor, receivedDate, agreedDays, unpaidPaise, ...row }) => {
    const payBy = computePayBy({ date: row.date, receivedDate }, agreedDays);
    return {
      ...row,
      payBy,
      isLate: payBy < at,
      paise: unpaidPaise,
      vendor: { _id: vendorId, displayName: vendor },
    };
  });
  const sumRows = (some: typeof views) =>
    toRupees(some.reduce((sum, { paise }) => sum + BigInt(paise), 0n));
  return {
    at,
    rows: views.map(({ paise, ...row }) => ({ ...row, unpaid: toRupees(paise) })),
    unpaid: sumRows(views),
    late: sumRows(views.filter(({ isLate }) => isLate)),
  };
}
