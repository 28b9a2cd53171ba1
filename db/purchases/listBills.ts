import { type SQL, sql } from "drizzle-orm";
import { today } from "../../domain/dates.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import type { BillQuery } from "../../domain/purchases/billInput.ts";
import { type BillList, toStoredKind, toWeekEnd } from "../../domain/purchases/bills.ts";
import { countDrafts, documentList, toFigures } from "../documents/listDocuments.ts";
import { readPage } from "../documents/listPage.ts";
import { pendingPayments } from "../engine/approvalSums.ts";
import { joinConditions } from "../engine/conditions.ts";
import type { Tenant } from "../engine/tenant.ts";
import { readSum, sumOfKept } from "../ledger/sums.ts";
import { documents } from "../schema/documents.ts";
import { vendors } from "../schema/vendors.ts";
import { type BillRecord, listCredits, toBillRow } from "./billRows.ts";
import {
  type CreditTerms,
  isInCreditState,
  readCreditStates,
  readCreditTerms,
} from "./creditStates.ts";
import { vendorsWith } from "./vendors.ts";

type Filter = Omit<BillQuery, "limit" | "page"> & { terms?: CreditTerms };
type Listed = Pick<BillRecord, "bill" | "vendor">;

const isByDueDate = ({ status }: Filter) =>
  status === "OVERDUE" || status === "THIS_WEEK" || status === "UNPAID";

const sum = (figure: string, of = sql`status IN ('SENT', 'PARTIALLY_PAID', 'PAID')`) =>
  sumOfKept(figure, of);

export const BILL_LIST = documentList<Filter, Listed>("BILLS", {
  select: (read, where, order) =>
    read
      .select({ bill: documents, vendor: vendors })
      .from(documents)
      .innerJoin(
        vendors,
        sql`${vendors.agencyId} = ${documents.agencyId} AND ${vendors.id} = ${documents.vendorId}`,
      )
      .where(where)
      .orderBy(order),
  isOfRows: (filter) =>
    [filter.q, filter.kind, filter.creditState].some((one) => one !== undefined) ||
    isByDueDate(filter),
  toStatus(filter) {
    const { status } = filter;
    const now = today();
    if (!isByDueDate(filter)) return sql`status = ${status === "OPEN" ? "SENT" : status}`;
    return joinConditions(
      sql`status IN ('SENT', 'PARTIALLY_PAID') AND NOT is_on_hold`,
      status === "OVERDUE" && sql`due_date < ${now}`,
      status === "THIS_WEEK" && sql`due_date BETWEEN ${now} AND ${toWeekEnd(now)}`,
    );
  },
  toKind: ({ kind }) => kind && toStoredKind(kind),
  search: ({ agencyId }, q) => sql`vendor_id IN (
    SELECT id FROM vendors WHERE agency_id = ${agencyId} AND ${vendorsWith(q)})`,
  onRows: ({ creditState, terms }) =>
    creditState && terms ? isInCreditState(terms, creditState) : sql`true`,
  // Chosen by hand, because the planner would scan all open bills.
  index: (filter) => {
    if (isByDueDate(filter)) return sql`INDEXED BY documents_due`;
    return filter.vendorId ? sql`INDEXED BY documents_by_vendor` : sql``;
  },
  figures: toFigures(sql`iif(is_on_hold, 0, to_pay_paise)`),
  sums: [
    countDrafts,
    sql`${sum("grand_total")} AS "grandTotal"`,
    sql`${sum("grand_total", sql`status = 'CREDIT'`)} AS credited`,
    sql`${sum("received")} AS paid`,
    sql`${sum("tds")} AS tds`,
    sql`${sum("open")} AS "toPay"`,
  ],
  otherSums: selectDues,
});

interface Sums extends Dues {
  drafts: number;
  grandTotal: string;
  /** Settled with vendors' credit notes. */
  credited: string;
  paid: string;
  tds: string;
  toPay: string;
}

/** Returns a page of bills, newest first, with totals of the whole filter and the amounts due. */
export async function listBills(tenant: Tenant, query: BillQuery): Promise<BillList> {
  const { read } = tenant.books;
  const terms = await readCreditTerms(read, tenant);
  const { rows, sums, paging } = await readPage<Filter, Listed, Sums>(tenant, BILL_LIST, {
    ...query,
    terms,
  });
  const ids = rows.map(({ bill }) => bill.id);
  const credits = await listCredits(read, tenant, ids);
  const pending = await pendingPayments(read, tenant, ids);
  const states = await readCreditStates(read, terms, ids);
  const none = { taxPaise: 0 as Paise, eligiblePaise: 0 as Paise };
  const convertToRupees = (text: string) => toRupees(readSum(text));
  const { bills, amount, vendors, lateBills, late, weekBills, week } = sums;
  return {
    items: rows.map((row) => {
      const { id } = row.bill;
      const listed = toBillRow(row, credits.get(id) ?? none, pending.get(id));
      return { ...listed, creditState: states.get(id) ?? "" };
    }),
    ...paging,
    totals: {
      grandTotal: toRupees(readSum(sums.grandTotal) - readSum(sums.credited)),
      paid: convertToRupees(sums.paid),
      tds: convertToRupees(sums.tds),
      toPay: convertToRupees(sums.toPay),
      drafts: sums.drafts,
    },
    due: {
      toPay: { bills, vendors, amount: convertToRupees(amount) },
      overdue: { bills: lateBills, amount: convertToRupees(late) },
      thisWeek: { bills: weekBills, amount: convertToRupees(week) },
    },
  };
}

interface Dues {
  bills: number;
  amount: string;
  vendors: number;
  lateBills: number;
  late: string;
  weekBills: number;
  week: string;
}

/** Uses stored sums, one per due day. */
function selectDues({ agencyId }: Tenant): SQL {
  const now = today();
  const late = sql`due_date < ${now}`;
  const week = sql`due_date BETWEEN ${now} AND ${toWeekEnd(now)}`;
  const count = (where: SQL) => sql`coalesce(sum(documents) FILTER (WHERE ${where}), 0)`;
  // Newest first, because open bills are rarely old.
  const newestToPay = sql`SELECT 1 FROM documents INDEXED BY documents_by_vendor
    WHERE agency_id = d.agency_id AND vendor_id = d.vendor_id AND family = 'BILLS'
      AND status IN ('SENT', 'PARTIALLY_PAID') AND NOT is_on_hold AND to_pay_paise > 0
    ORDER BY date DESC, id DESC LIMIT 1`;
  return sql`SELECT coalesce(sum(documents), 0) AS bills, ${sumOfKept("open")} AS amount,
    (SELECT count(*) FROM vendor_dues d WHERE agency_id = ${agencyId}
      AND (open_crores <> 0 OR open_paise <> 0) AND EXISTS (${newestToPay})) AS vendors,
    ${count(late)} AS "lateBills", ${sumOfKept("open", late)} AS late,
    ${count(week)} AS "weekBills", ${sumOfKept("open", week)} AS week
    FROM bill_dues WHERE agency_id = ${agencyId}`;
}
