import { type SQL, sql } from "drizzle-orm";
import { today } from "../../domain/dates.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import type { BillQuery } from "../../domain/purchases/billInput.ts";
import { type BillList, toStoredKind, toWeekEnd } from "../../domain/purchases/bills.ts";
import { pendingPayments } from "../engine/approvalSums.ts";
import { joinConditions } from "../engine/conditions.ts";
import { isUsual, orderBy, sortSql } from "../engine/sorting.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import {
  countDays,
  findRowWindow,
  isOnAnyDay,
  OFFSET_WORTH_COUNTING,
  type Window,
} from "../ledger/rollup.ts";
import { pairSql, readSum, sumOfKept } from "../ledger/sums.ts";
import { documents } from "../schema/documents.ts";
import { vendors } from "../schema/vendors.ts";
import { listCredits, toBillRow } from "./billRows.ts";
import {
  type CreditTerms,
  isInCreditState,
  readCreditStates,
  readCreditTerms,
} from "./creditStates.ts";
import { vendorsWith } from "./vendors.ts";

type Filter = Omit<BillQuery, "limit" | "page"> & { terms: CreditTerms };

/** Whether the query may read every bill. A reader thread then runs it, not the event loop. */
export function mayTakeLong({ q, status, kind, sort, creditState }: BillQuery): boolean {
  if (creditState !== undefined) return true;
  return q !== undefined || kind !== undefined || isByDueDate(status) || !isUsual(sort);
}

/** Returns a page of bills, newest first, with totals of the whole filter and the amounts due. */
export async function listBills(tenant: Tenant, query: BillQuery): Promise<BillList> {
  const { page, limit, ...rest } = query;
  const { read } = tenant.books;
  const filter = { ...rest, terms: await readCreditTerms(read, tenant) };
  const window = await findBillWindow(tenant, filter, { offset: (page - 1) * limit, limit });
  const [[sums], [due], rows] = await read.batch([
    read.all<Sums>(selectSums(tenant, filter)),
    read.all<Dues>(selectDues(tenant)),
    selectPage(tenant, filter, window, limit),
  ]);
  const { total, drafts, ...texts } = sums as Sums; // An aggregate always returns one row.
  const ids = rows.map(({ bill }) => bill.id);
  const credits = await listCredits(read, tenant, ids);
  const pending = await pendingPayments(read, tenant, ids);
  const states = await readCreditStates(read, filter.terms, ids);
  const none = { taxPaise: 0 as Paise, eligiblePaise: 0 as Paise };
  const convertToRupees = (text: string) => toRupees(readSum(text));
  const { bills, amount, vendors, lateBills, late, weekBills, week } = due as Dues;
  return {
    items: rows.map((row) => {
      const { id } = row.bill;
      const listed = toBillRow(row, credits.get(id) ?? none, pending.get(id));
      return { ...listed, creditState: states.get(id) ?? "" };
    }),
    total,
    page,
    totalPages: Math.ceil(total / limit),
    totals: {
      grandTotal: toRupees(readSum(texts.grandTotal) - readSum(texts.credited)),
      paid: convertToRupees(texts.paid),
      tds: convertToRupees(texts.tds),
      toPay: convertToRupees(texts.toPay),
      drafts,
    },
    due: {
      toPay: { bills, vendors, amount: convertToRupees(amount) },
      overdue: { bills: lateBills, amount: convertToRupees(late) },
      thisWeek: { bills: weekBills, amount: convertToRupees(week) },
    },
  };
}

/** Finds the days of a page from daily sums, so that earlier rows are not read and skipped. */
async function findBillWindow(
  tenant: Tenant,
  filter: Filter,
  page: { offset: number; limit: number },
): Promise<Window> {
  if (!isOfDays(filter) || !isUsual(filter.sort) || page.offset <= OFFSET_WORTH_COUNTING)
    return page;
  const where = onDays(tenant, filter);
  return findRowWindow(
    await countDays(tenant.books.read, "document_days", "documents", where),
    page,
  );
}

const isByDueDate = (status: Filter["status"]) =>
  status === "OVERDUE" || status === "THIS_WEEK" || status === "UNPAID";

/** Whether daily sums cover all of the filter. */
const isOfDays = ({ q, vendorId, kind, status, creditState }: Filter) =>
  [q, vendorId, kind, creditState].every((one) => one === undefined) && !isByDueDate(status);

const onDays = ({ agencyId }: Tenant, { status, dateFrom, dateTo }: Filter) =>
  sql`agency_id = ${agencyId} AND family = 'BILLS' AND ${narrowing({ status, dateFrom, dateTo })}`;

function selectPage(tenant: Tenant, filter: Filter, { days, offset }: Window, limit: number) {
  const { sort } = filter;
  const order = orderBy(sort, sortSql(SORTED, sort), NEWEST);
  const keys = sql`SELECT id FROM documents ${chooseIndex(filter)}
    WHERE ${matching(tenant, filter)} AND ${isOnAnyDay(days)}
    ORDER BY ${isUsual(sort) ? sql`date DESC, id DESC` : order} LIMIT ${limit} OFFSET ${offset}`;
  return tenant.books.read
    .select({ bill: documents, vendor: vendors })
    .from(documents)
    .innerJoin(
      vendors,
      sql`${vendors.agencyId} = ${documents.agencyId} AND ${vendors.id} = ${documents.vendorId}`,
    )
    .where(forAgency(tenant, documents, sql`${documents.id} IN (${keys})`))
    .orderBy(order);
}

const NEWEST = { date: sql`${documents.date}`, id: sql`${documents.id}` };

const SORTED = {
  number: sql`${documents.number}`,
  date: sql`${documents.date}`,
  vendor: sql`(SELECT v.display_name FROM vendors v WHERE v.agency_id = ${documents.agencyId}
    AND v.id = ${documents.vendorId}) COLLATE NOCASE`,
  dueDate: sql`${documents.dueDate}`,
  total: sql`${documents.grandTotalPaise}`,
  toPay: sql`${documents.toPayPaise}`,
};

interface Sums {
  total: number;
  drafts: number;
  grandTotal: string;
  /** Settled with vendors' credit notes. */
  credited: string;
  paid: string;
  tds: string;
  toPay: string;
}

/** Selects the count and the totals, which exclude drafts and cancelled bills. */
function selectSums(tenant: Tenant, filter: Filter): SQL<Sums> {
  const open = sql`iif(is_on_hold, 0, to_pay_paise)`;
  const columns = FIGURES.map((figure) => pairSql(figure, figure === "open" ? open : undefined));
  const from = isOfDays(filter)
    ? sql`document_days WHERE ${onDays(tenant, filter)}`
    : sql`(SELECT status, 1 AS documents, ${sql.join(columns, sql`, `)}
        FROM documents ${chooseIndex(filter)} WHERE ${matching(tenant, filter)})`;
  const sum = (figure: string, of = sql`status IN ('SENT', 'PARTIALLY_PAID', 'PAID')`) =>
    sumOfKept(figure, of);
  return sql<Sums>`SELECT coalesce(sum(documents), 0) AS total,
    coalesce(sum(documents) FILTER (WHERE status = 'DRAFT'), 0) AS drafts,
    ${sum("grand_total")} AS "grandTotal", ${sum("grand_total", sql`status = 'CREDIT'`)} AS credited,
    ${sum("received")} AS paid, ${sum("tds")} AS tds, ${sum("open")} AS "toPay" FROM ${from}`;
}

const FIGURES = ["grand_total", "received", "tds", "open"];

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
function selectDues({ agencyId }: Tenant): SQL<Dues> {
  const now = today();
  const late = sql`due_date < ${now}`;
  const week = sql`due_date BETWEEN ${now} AND ${toWeekEnd(now)}`;
  const count = (where: SQL) => sql`coalesce(sum(documents) FILTER (WHERE ${where}), 0)`;
  // Newest first, because open bills are rarely old.
  const newestToPay = sql`SELECT 1 FROM documents INDEXED BY documents_by_vendor
    WHERE agency_id = d.agency_id AND vendor_id = d.vendor_id AND family = 'BILLS'
      AND status IN ('SENT', 'PARTIALLY_PAID') AND NOT is_on_hold AND to_pay_paise > 0
    ORDER BY date DESC, id DESC LIMIT 1`;
  return sql<Dues>`SELECT coalesce(sum(documents), 0) AS bills, ${sumOfKept("open")} AS amount,
    (SELECT count(*) FROM vendor_dues d WHERE agency_id = ${agencyId}
      AND (open_crores <> 0 OR open_paise <> 0) AND EXISTS (${newestToPay})) AS vendors,
    ${count(late)} AS "lateBills", ${sumOfKept("open", late)} AS late,
    ${count(week)} AS "weekBills", ${sumOfKept("open", week)} AS week
    FROM bill_dues WHERE agency_id = ${agencyId}`;
}

/** Builds the WHERE clause; `q` searches bill number and vendor. */
function matching({ agencyId }: Tenant, { q, vendorId, kind, ...rest }: Filter): SQL {
  const { creditState, terms } = rest;
  const isNamed =
    q &&
    sql`(instr(lower(number), ${q.toLowerCase()}) > 0 OR vendor_id IN (
      SELECT id FROM vendors WHERE agency_id = ${agencyId} AND ${vendorsWith(q)}))`;
  return joinConditions(
    sql`agency_id = ${agencyId} AND family = 'BILLS'`,
    narrowing(rest),
    vendorId && sql`vendor_id = ${vendorId}`,
    kind && sql`kind = ${toStoredKind(kind)}`,
    isNamed,
    creditState && isInCreditState(terms, creditState),
  );
}

/** Chosen by hand, because the planner would scan all open bills. */
const chooseIndex = ({ status, vendorId }: Filter) => {
  if (isByDueDate(status)) return sql`INDEXED BY documents_due`;
  return vendorId ? sql`INDEXED BY documents_by_vendor` : sql``;
};

function narrowing({
  status,
  dateFrom,
  dateTo,
}: Pick<Filter, "dateFrom" | "dateTo" | "status">): SQL {
  const isDue = isByDueDate(status);
  const now = today();
  return joinConditions(
    isDue && sql`status IN ('SENT', 'PARTIALLY_PAID') AND NOT is_on_hold`,
    status === "OVERDUE" && sql`due_date < ${now}`,
    status === "THIS_WEEK" && sql`due_date BETWEEN ${now} AND ${toWeekEnd(now)}`,
    status && !isDue && sql`status = ${status === "OPEN" ? "SENT" : status}`,
    dateFrom && sql`date >= ${dateFrom}`,
    dateTo && sql`date <= ${dateTo}`,
  );
}
