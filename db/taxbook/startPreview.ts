import { sql } from "drizzle-orm";
import { type CalendarDate, today } from "../../domain/dates.ts";
import { toPeriodLabel } from "../../domain/gst/returns/periods.ts";
import type { Ledger } from "../../domain/ledger/chart.ts";
import { computeClosing } from "../../domain/ledger/statements.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import type { EarlierPayment, LedgerMoved } from "../../domain/taxbook/start.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import { readChart, readOpenings } from "../ledger/chart.ts";
import { placeOpenings } from "../reports/opened.ts";
import { listFiledPeriods, readFiler } from "../returns/readPeriod.ts";

// Preview of the tax book's first day: trial balance before and after, and earlier payments.

type Who = Pick<Tenant, "agencyId">;

export type Balances = Map<string, { ledger: Ledger; paise: bigint }>;

/** Reads closing balances on a day, by default today, debit positive. */
export async function readBalances(read: Read, { agencyId }: Who, at = today()): Promise<Balances> {
  const { chart, form, booksBegin } = await readChart(agencyId, read);
  const openings = await readOpenings({ agencyId }, read);
  const opened = { read, agencyId, chart, form, booksBegin, openings };
  const moved = await placeOpenings(opened, { dateFrom: at, dateTo: at });
  return new Map(
    moved.map((row) => [row.ledger._id, { ledger: row.ledger, paise: computeClosing(row) }]),
  );
}

export function compareBalances(before: Balances, after: Balances): LedgerMoved[] {
  const all = new Map([...before, ...after]);
  return [...all].map(([id, { ledger }]) => {
    const [was, is] = [before.get(id)?.paise ?? 0n, after.get(id)?.paise ?? 0n];
    return {
      ledger: id,
      name: ledger.name,
      before: toRupees(was),
      after: toRupees(is),
      difference: toRupees(is - was),
    };
  });
}

/** Reads earlier payments of invoices and reverse charge bills dated on or after the first day. */
export async function readEarlierPayments(
  read: Read,
  who: Who,
  startsOn: CalendarDate,
): Promise<EarlierPayment[]> {
  const { filing } = await readFiler(read, who);
  const filed = await listFiledPeriods(read, who, "GSTR3B");
  const { agencyId } = who;
  const rows = await read.all<
    Omit<EarlierPayment, "amount" | "isFiled" | "period"> & { paise: Paise }
  >(
    sql`SELECT d.id AS document, d.number, d.date, s.date AS "paidOn", s.amount_paise AS paise
      FROM documents d JOIN settlements s ON s.agency_id = d.agency_id AND s.document_id = d.id
      WHERE d.agency_id = ${agencyId} AND d.date >= ${startsOn} AND s.date < ${startsOn}
        AND s.kind = 'PAYMENT' AND (d.family = 'INVOICES' OR (d.family = 'BILLS' AND d.reverse_charge))
      ORDER BY s.date, s.id`,
  );
  return rows.map(({ paise, ...row }) => {
    const period = toPeriodLabel(row.paidOn, filing);
    return { ...row, amount: toRupees(paise), period, isFiled: filed.has(period) };
  });
}
