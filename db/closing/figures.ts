import { sql } from "drizzle-orm";
import type { CloseDate, CloseFigures } from "../../domain/closing/closing.ts";
import type { GstFacts, MonthFacts } from "../../domain/closing/facts.ts";
import type { DateRange } from "../../domain/dates.ts";
import { computeClosing, profitAndLoss } from "../../domain/ledger/statements.ts";
import { toRupees } from "../../domain/money.ts";
import { monthAfter } from "../../domain/months.ts";
import { toTdsQuarter } from "../../domain/tds/payable.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import { readChart, readOpenings } from "../ledger/chart.ts";
import { cellsSql } from "../ledger/rollup.ts";
import { readSum, sumOfAmounts } from "../ledger/sums.ts";
import { type Opened, placeOpenings } from "../reports/opened.ts";
import { getTdsPayable } from "../tds/payable.ts";

type Who = Pick<Tenant, "agencyId">;

/** Reads the ledgers' balances and movements, for both totals and suspense. */
export async function readLedgers(read: Read, { agencyId }: Who, range: DateRange) {
  const { chart, form, booksBegin } = await readChart(agencyId, read);
  const openings = await readOpenings({ agencyId }, read);
  const opened: Opened = { read, agencyId, chart, form, booksBegin, openings };
  return { chart, booksBegin, moved: await placeOpenings(opened, range) };
}
export type Ledgers = Awaited<ReturnType<typeof readLedgers>>;

/** Returns the month's totals, as in profit and loss and the balance sheet. */
export async function readFigures(
  read: Read,
  tenant: Who,
  { moved }: Ledgers,
  { range, gst }: { range: DateRange; gst: GstFacts | undefined },
): Promise<CloseFigures> {
  const net = new Map(
    moved.map(({ ledger, debitPaise, creditPaise }) => [ledger, debitPaise - creditPaise]),
  );
  const { totalExpenses: totalExpensesPaise, profit: profitPaise } = profitAndLoss([net]);
  const receivables = moved.find(({ ledger }) => ledger._id === "receivables");
  return {
    billed: toRupees(await readBilled(read, tenant, range)),
    spent: toRupees(totalExpensesPaise[0] ?? 0n),
    profit: toRupees(profitPaise[0] ?? 0n),
    gst: gst?.isDue ? gst.cash : null,
    receivables: toRupees(receivables ? computeClosing(receivables) : 0n),
  };
}

/** Returns the amount invoiced in the month, before GST, less credit notes. */
async function readBilled(
  read: Read,
  { agencyId }: Who,
  { dateFrom, dateTo }: DateRange,
): Promise<bigint> {
  const signed = sql`iif(kind = 'CREDIT_NOTE', -taxable_paise, taxable_paise)`;
  const ofMonth = (family: string) => sql`SELECT kind, taxable_paise FROM documents
    WHERE agency_id = ${agencyId} AND family = ${family} AND date BETWEEN ${dateFrom} AND ${dateTo}
      AND status NOT IN ('DRAFT', 'CANCELLED')`;
  const [found] = await read.all<{ billed: string }>(sql`SELECT ${sumOfAmounts(signed)} AS billed
    FROM (${ofMonth("INVOICES")} UNION ALL ${ofMonth("NOTES")})`);
  return readSum(found?.billed ?? "0 0");
}

/** Returns ledgers with a suspense balance at the end of the month, with their categories' entries. */
export async function readSuspense(
  read: Read,
  { agencyId }: Who,
  { chart, moved }: Ledgers,
  { dateTo }: DateRange,
): Promise<MonthFacts["suspense"]> {
  const held = moved.filter((row) => row.ledger.kind === "suspense" && computeClosing(row) !== 0n);
  if (held.length === 0) return [];
  const rows = await read.all<{ _id: string; name: string; entries: number }>(sql`
    SELECT c.id AS _id, c.name, coalesce((SELECT sum(entries) FROM ${cellsSql(agencyId, { dateTo })} cells
      WHERE cells.category_id = c.id), 0) AS entries
    FROM categories c WHERE c.agency_id = ${agencyId} AND c.kind = 'suspense' ORDER BY c.name_key`);
  return held.map((row) => {
    const ids = chart.idsOf(row.ledger);
    return {
      ledger: { _id: row.ledger._id, name: row.ledger.name },
      balance: toRupees(computeClosing(row)),
      categories: rows.filter(({ _id }) => ids.includes(_id)),
    };
  });
}

/** Returns the due dates in the next month for payments and returns of this one, in order. */
export async function readDates(
  tenant: Tenant,
  month: string,
  gst: GstFacts | undefined,
): Promise<CloseDate[]> {
  const { months } = await getTdsPayable(tenant, toTdsQuarter(`${month}-01`));
  const tds = months.find((one) => one.month === month);
  const isFiled = (which: string) => gst?.filings.some((filing) => filing.return === which);
  const { gstr1 = "", gstr3b = "" } = gst?.due ?? {};
  const dates = [
    ...(tds && Number(tds.tds) > 0
      ? [{ date: tds.due, title: "TDS deposit", done: Number(tds.payable) > 0 ? "" : "paid" }]
      : []),
    ...(gst?.isDue
      ? [
          { date: gstr1, title: "GSTR-1", done: isFiled("GSTR1") ? "filed" : "" },
          {
            date: `${monthAfter(month)}-14`,
            title: "GSTR-2B published",
            done: gst.inward.loaded ? "loaded" : "",
          },
          { date: gstr3b, title: "GSTR-3B and payment", done: isFiled("GSTR3B") ? "filed" : "" },
        ]
      : []),
  ];
  return dates.toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
}
