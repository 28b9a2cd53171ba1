import { type SQL, sql } from "drizzle-orm";
import { addDays, type CalendarDate, type DateRange, today } from "../../domain/dates.ts";
import { computeUnbilledTotal } from "../../domain/documents/estimates.ts";
import { parsePeriod, periodName, toPeriodLabel } from "../../domain/gst/returns/periods.ts";
import {
  buildForecast,
  type DaySum,
  type Flow,
  type Forecast,
  forecastRange,
  type LeftOut,
  WEEK_ENTRIES_MAX,
} from "../../domain/ledger/forecast.ts";
import { sumInPaise, toRupees } from "../../domain/money.ts";
import { monthName } from "../../domain/months.ts";
import type { InvoiceTemplate, TransactionTemplate } from "../../domain/series/series.ts";
import { toTdsQuarter } from "../../domain/tds/payable.ts";
import { listEstimates } from "../documents/estimates.ts";
import { OPEN } from "../documents/rows.ts";
import type { Tenant } from "../engine/tenant.ts";
import { getBalances } from "../ledger/balances.ts";
import { readSum, sumOfAmounts, sumOfKept } from "../ledger/sums.ts";
import { getGstr3b } from "../returns/periods.ts";
import { readFiler } from "../returns/readPeriod.ts";
import { readUpcoming, readWaiting } from "../series/list.ts";
import { getTdsPayable } from "../tds/payable.ts";

/** Accepted estimates of this many days are read, newest first. */
const ESTIMATE_DAYS = 365;
const ESTIMATES_MAX = 200;

/**
 * For a reader thread: returns the money expected and due in the next six weeks. Each figure comes from the
 * list or report that shows it.
 */
export async function getForecast(tenant: Tenant): Promise<Forecast> {
  const now = today();
  const range = forecastRange(now);
  const invoices = documentsDue(tenant, "INVOICES", range);
  const bills = documentsDue(tenant, "BILLS", range);
  const [days, listed, payable, toPay, [leftOut]] = await tenant.books.read.batch([
    tenant.books.read.all<DayRow>(invoices.days),
    tenant.books.read.all<ListedRow>(invoices.listed),
    tenant.books.read.all<DayRow>(billDays(tenant, range)),
    tenant.books.read.all<ListedRow>(bills.listed),
    tenant.books.read.all<LeftOutRow>(invoicesLeftOut(tenant, now)),
  ]);
  return buildForecast({
    today: now,
    balancePaise: await readCash(tenant, now),
    flows: [
      ...(await readSeries(tenant, range)),
      ...(await readEstimates(tenant, now)),
      ...(await readTds(tenant, now)),
      ...(await readGst(tenant, now)),
    ],
    days: [...days.map((row) => toDay(row, 1n)), ...payable.map((row) => toDay(row, -1n))],
    listed: [
      ...listed.map((row) => toFlow("invoice", row)),
      ...toPay.map((row) => toFlow("bill", row)),
    ],
    overdue: toLeftOut(leftOut, "overdue"),
    undated: toLeftOut(leftOut, "undated"),
  });
}

/** Cards are debts: paying one is a transfer. */
async function readCash(tenant: Tenant, day: CalendarDate): Promise<bigint> {
  const { balances } = await getBalances(tenant, { dateFrom: day, dateTo: day });
  return balances
    .filter(({ accountType }) => accountType !== "Card")
    .reduce((sum, { closingBalance }) => sum + sumInPaise(closingBalance), 0n);
}

interface DayRow {
  date: CalendarDate;
  count: number;
  amount: string;
}

interface ListedRow {
  id: string;
  number: string;
  date: CalendarDate;
  name: string;
  paise: number;
}

const toDay = ({ date, count, amount }: DayRow, sign: bigint): DaySum => ({
  date,
  count,
  paise: sign * readSum(amount),
});

const toFlow = (kind: "bill" | "invoice", { id, number, date, name, paise }: ListedRow): Flow => ({
  kind,
  date,
  name,
  note: kind === "bill" ? `bill ${number}` : number,
  paise: BigInt(kind === "bill" ? -paise : paise),
  link: `/${kind}s/${id}`,
});

const PARTIES = {
  INVOICES: { table: sql.raw("clients"), id: sql.raw("client_id"), open: OPEN },
  BILLS: {
    table: sql.raw("vendors"),
    id: sql.raw("vendor_id"),
    open: sql`iif(is_on_hold, 0, to_pay_paise)`,
  },
};

/** Selects open documents by due date: sums of each day, and the largest of each week. */
function documentsDue(
  { agencyId }: Tenant,
  family: keyof typeof PARTIES,
  { dateFrom, dateTo }: DateRange,
) {
  const { table, id, open } = PARTIES[family];
  // Bills that are late are to be paid today; late invoices are left out.
  const from = family === "BILLS" ? "" : dateFrom;
  const found = sql`FROM documents INDEXED BY documents_due WHERE agency_id = ${agencyId}
    AND family = ${family} AND status IN ('SENT', 'PARTIALLY_PAID')
    AND due_date BETWEEN ${from} AND ${dateTo} AND ${open} > 0`;
  const week = sql`CAST(max(0, julianday(due_date) - julianday(${dateFrom})) / 7 AS INTEGER)`;
  const largest = sql`SELECT id, number, due_date AS date, ${id} AS party_id, ${open} AS paise,
    row_number() OVER (PARTITION BY coalesce(${week}, 0) ORDER BY ${open} DESC, id) AS place ${found}`;
  return {
    days: sql`SELECT due_date AS date, count(*) AS count, ${sumOfAmounts(open)} AS amount
      ${found} GROUP BY due_date`,
    listed: sql`SELECT d.id, number, date, display_name AS name, paise FROM (${largest}) d
      CROSS JOIN ${table} p ON p.agency_id = ${agencyId} AND p.id = party_id
      WHERE place <= ${WEEK_ENTRIES_MAX}`,
  };
}

/** Selects stored sums of bills, one per due day. */
const billDays = ({ agencyId }: Tenant, { dateTo }: DateRange): SQL =>
  sql`SELECT due_date AS date, sum(documents) AS count, ${sumOfKept("open")} AS amount
    FROM bill_dues WHERE agency_id = ${agencyId} AND due_date <= ${dateTo} GROUP BY due_date`;

interface LeftOutRow {
  overdue: number;
  overdueClients: number;
  overdueAmount: string;
  undated: number;
  undatedClients: number;
  undatedAmount: string;
}

function invoicesLeftOut({ agencyId }: Tenant, now: CalendarDate): SQL {
  const sums = (
    name: string,
    where: SQL,
  ) => sql`count(*) FILTER (WHERE ${where}) AS ${sql.raw(name)},
    count(DISTINCT client_id) FILTER (WHERE ${where}) AS ${sql.raw(`"${name}Clients"`)},
    ${sumOfAmounts(OPEN, where)} AS ${sql.raw(`"${name}Amount"`)}`;
  return sql`SELECT ${sums("overdue", sql`due_date <> ''`)}, ${sums("undated", sql`due_date = ''`)}
    FROM documents INDEXED BY documents_due WHERE agency_id = ${agencyId} AND family = 'INVOICES'
      AND status IN ('SENT', 'PARTIALLY_PAID') AND due_date < ${now}`;
}

function toLeftOut(row: LeftOutRow | undefined, which: "overdue" | "undated"): LeftOut {
  return {
    count: row?.[which] ?? 0,
    clients: row?.[`${which}Clients`] ?? 0,
    amount: toRupees(readSum(row?.[`${which}Amount`] ?? "0 0")),
  };
}

/** Returns recurring invoices when they fall due, recurring entries, and those that wait for a user. */
async function readSeries(tenant: Tenant, range: DateRange): Promise<Flow[]> {
  const upcoming = await readUpcoming(tenant, undefined, range);
  const waiting = await readWaiting(tenant, undefined);
  const coming = upcoming.map(({ found: { row, client }, date }): Flow => {
    const { kind, template, amountPaise, title, id } = row;
    const isInvoice = kind === "invoice";
    const { dueDays } = template as InvoiceTemplate;
    const isIncome = isInvoice || (template as TransactionTemplate).type === "Income";
    return {
      kind: isInvoice ? "series" : "entry",
      date: isInvoice ? addDays(date, dueDays ?? 0) : date,
      name: client?.displayName ?? title,
      note: isInvoice ? "recurring invoice" : "recurring",
      paise: BigInt(isIncome ? amountPaise : -amountPaise),
      link: `/series/${id}`,
    };
  });
  const unbooked = waiting.map(
    ({ invoiceId, seriesId, date, dueDate, name, paise, type }): Flow => {
      const isDraft = invoiceId !== "";
      return {
        kind: isDraft ? "draft" : "entry",
        date: dueDate || date,
        name,
        note: isDraft ? "draft" : "recurring, not booked yet",
        paise: BigInt(isDraft || type === "Income" ? paise : -paise),
        link: isDraft ? `/invoices/${invoiceId}` : `/series/${seriesId}`,
      };
    },
  );
  return [...coming, ...unbooked];
}

/** Returns the unbilled parts of accepted estimates, as if they were billed today. */
async function readEstimates(tenant: Tenant, now: CalendarDate): Promise<Flow[]> {
  const { items } = await listEstimates(tenant, {
    status: "ACCEPTED",
    dateFrom: addDays(now, -ESTIMATE_DAYS),
    page: 1,
    limit: ESTIMATES_MAX,
  });
  const unbilled = items.filter((estimate) => computeUnbilledTotal(estimate) > 0);
  if (unbilled.length === 0) return [];
  const ids = JSON.stringify(unbilled.map(({ clientId }) => clientId._id));
  const terms = await tenant.books.read.all<{ id: string; days: number }>(sql`
    SELECT id, coalesce(due_days, (SELECT default_due_days FROM invoice_settings
      WHERE agency_id = ${tenant.agencyId}), 0) AS days FROM clients
    WHERE agency_id = ${tenant.agencyId} AND id IN (SELECT value FROM json_each(${ids}))`);
  const days = new Map(terms.map((row) => [row.id, row.days]));
  return unbilled.map((estimate) => ({
    kind: "estimate",
    date: addDays(now, days.get(estimate.clientId._id) ?? 0),
    name: estimate.clientId.displayName,
    note: `estimate ${estimate.number}`,
    paise: BigInt(computeUnbilledTotal(estimate)),
    link: `/estimates/${estimate._id}`,
  }));
}

/** Returns the TDS of the current and the previous quarter that was not deposited. */
async function readTds(tenant: Tenant, now: CalendarDate): Promise<Flow[]> {
  const current = toTdsQuarter(now);
  const flows: Flow[] = [];
  for (const quarter of [toTdsQuarter(addDays(current.dateFrom, -1)), current]) {
    const { months } = await getTdsPayable(tenant, quarter);
    for (const { month, due, payable } of months) {
      if (payable <= 0) continue;
      const note = `for ${monthName(month).replace(/ \d{4}$/, "")}`;
      const link = `/tds?quarter=${quarter.quarter}`;
      flows.push({
        kind: "tds",
        date: due,
        name: "TDS deposit",
        note,
        paise: -sumInPaise(payable),
        link,
      });
    }
  }
  return flows;
}

/** Returns the GST payable in cash with the current and the previous return, unless they are filed. */
async function readGst(tenant: Tenant, now: CalendarDate): Promise<Flow[]> {
  const { filer, filing } = await readFiler(tenant.books.read, tenant);
  if (!filer.gstin || filer.isComposition) return [];
  const flows: Flow[] = [];
  let day = now;
  for (let n = 0; n < 2; n++) {
    const label = toPeriodLabel(day, filing);
    const { due, toPay, filing: filed, period } = await getGstr3b(tenant, label);
    const range = parsePeriod(period, filing);
    if (!range) break;
    const link = `/gst?period=${label}&tab=gstr3b`;
    const note = `for ${periodName(range)}`;
    if (!filed && toPay.total > 0) {
      flows.push({
        kind: "gst",
        date: due,
        name: "GST",
        note,
        paise: -sumInPaise(toPay.total),
        link,
      });
    }
    day = addDays(range.dateFrom, -1);
  }
  return flows;
}
