import { sql } from "drizzle-orm";
import type { DateRange } from "../../domain/dates.ts";
import type { Ledger } from "../../domain/ledger/chart.ts";
import type { ByParty, PartyAmount } from "../../domain/ledger/registers.ts";
import type { PeriodQuery } from "../../domain/ledger/reports.ts";
import { toRupees } from "../../domain/money.ts";
import { isIn } from "../engine/conditions.ts";
import type { Tenant } from "../engine/tenant.ts";
import { cellsSql } from "../ledger/rollup.ts";
import { readSum, sumOfAmounts, sumOfKept } from "../ledger/sums.ts";
import { groupByLedger, readMoves, selectLedgerCells } from "./moves.ts";
import { type Opened, openStatements } from "./opened.ts";

// Profit and loss by client or vendor. For a reader thread.

/** Returns the income of a period by client, without GST, and what no client's document has. */
export const getIncomeByClient = (tenant: Tenant, period: PeriodQuery) =>
  readByParty(tenant, period, { table: "clients", id: "client_id", section: "income", sign: -1n });

/** Returns the expenses of a period by vendor, without GST that is credited, and the other expenses. */
export const getExpensesByVendor = (tenant: Tenant, period: PeriodQuery) =>
  readByParty(tenant, period, { table: "vendors", id: "vendor_id", section: "expenses", sign: 1n });

interface Side {
  table: "clients" | "vendors";
  id: "client_id" | "vendor_id";
  section: "expenses" | "income";
  /** Makes the amounts of its section positive. */
  sign: -1n | 1n;
}

function readByParty(tenant: Tenant, period: PeriodQuery, side: Side): Promise<ByParty> {
  return openStatements(tenant, async (opened) => {
    const { read, agencyId, chart, booksBegin } = opened;
    const { section, sign } = side;
    const ledgers = chart.ledgers.filter((ledger) => ledger.section === section);
    const ids = ledgers.flatMap(chart.idsOf);
    const posted = await readPosted(opened, period, side, ids);
    const parties = new Map<string, PartyAmount & { paise: bigint }>();
    const others = new Map<Ledger, bigint>();
    for (const { party, name, ledger, documents, paise } of posted) {
      if (party) parties.set(party, { _id: party, name, documents, amount: 0, paise });
      else addTo(others, chart.of(ledger), paise);
    }
    for (const [id, paise] of await readOutside(opened, period, ids)) {
      addTo(others, chart.of(id), paise);
    }
    const sum = (amounts: Iterable<bigint>) => [...amounts].reduce((all, one) => all + one, 0n);
    const moves = groupByLedger(chart, await readMoves(read, agencyId, period));
    const net = ledgers.map((ledger) => {
      const { debitPaise = 0n, creditPaise = 0n } = moves.get(ledger) ?? {};
      return debitPaise - creditPaise;
    });
    const rows = [...parties.values()].filter(({ paise }) => paise !== 0n);
    const total = sum(rows.map(({ paise }) => paise)) + sum(others.values());
    return {
      dateFrom: period.dateFrom,
      dateTo: period.dateTo,
      booksBegin,
      rows: rows
        .toSorted((a, b) => Number(sign * (b.paise - a.paise)))
        .map(({ paise, ...row }) => ({ ...row, amount: toRupees(sign * paise) })),
      others: [...others]
        .filter(([, paise]) => paise !== 0n)
        .map(([{ _id, name }, paise]) => ({ _id, name, amount: toRupees(sign * paise) })),
      total: toRupees(sign * total),
      profitAndLoss: toRupees(sign * sum(net)),
    };
  });
}

function addTo(sums: Map<Ledger, bigint>, ledger: Ledger | undefined, paise: bigint): void {
  if (ledger) sums.set(ledger, (sums.get(ledger) ?? 0n) + paise);
}

interface Posted {
  /** "" without a party. */
  party: string;
  name: string;
  ledger: string;
  documents: number;
  paise: bigint;
}

/** Sums what documents, their settlements and the tax book post: by party, or by ledger without one. */
async function readPosted(
  { read, agencyId }: Opened,
  { dateFrom, dateTo }: DateRange,
  { table, id }: Side,
  ids: string[],
): Promise<Posted[]> {
  const party = sql.raw(`d.${id}`);
  const own = sql`p.agency_id = ${agencyId} AND p.date BETWEEN ${dateFrom} AND ${dateTo}
    AND ${isIn(sql`p.ledger`, ids)}`;
  const rows = await read.all<Omit<Posted, "paise"> & { sum: string }>(sql`
    SELECT coalesce(x.party, '') AS party, coalesce(n.display_name, '') AS name,
      iif(x.party IS NULL, x.ledger, '') AS ledger, count(DISTINCT x.document) AS documents,
      ${sumOfAmounts(sql`x.paise`)} AS sum
    FROM (
      SELECT ${party} AS party, p.ledger, d.id AS document, p.paise FROM document_postings p
      CROSS JOIN documents d ON d.agency_id = p.agency_id AND d.id = p.document_id WHERE ${own}
      UNION ALL SELECT ${party}, p.ledger, d.id, p.paise FROM settlement_postings p
      CROSS JOIN documents d ON d.agency_id = p.agency_id AND d.id = p.document_id
      WHERE ${own} AND p.origin = 'D'
      UNION ALL SELECT ${party}, p.ledger, d.id, p.paise FROM tax_postings p
      LEFT JOIN tax_links k ON k.agency_id = p.agency_id AND k.row_id = p.document
      LEFT JOIN documents d ON d.agency_id = p.agency_id AND d.id = coalesce(k.bill_id, p.document)
      WHERE ${own}) x
    LEFT JOIN ${sql.raw(table)} n ON n.agency_id = ${agencyId} AND n.id = x.party
    GROUP BY 1, 2, 3`);
  return rows.map(({ sum, ...row }) => ({ ...row, paise: readSum(sum) }));
}

/** Sums what other entries post, by id of its ledger: transactions without their settlements, journals. */
async function readOutside(
  { read, agencyId }: Opened,
  period: DateRange,
  ids: string[],
): Promise<[string, bigint][]> {
  const rows = await read.all<{ id: string; debit: string; credit: string }>(sql`
    SELECT category_id AS id, ${sumOfKept("expense")} AS debit, ${sumOfKept("income")} AS credit
    FROM ${cellsSql(agencyId, period)} WHERE ${isIn(sql`category_id`, ids)} GROUP BY 1
    UNION ALL SELECT ledger, ${sumOfKept("debit")}, ${sumOfKept("credit")}
    FROM ${selectLedgerCells(agencyId, period)}
    WHERE ${isIn(sql`ledger`, ids)} AND origin <> 'D' GROUP BY 1`);
  return rows.map(({ id, debit, credit }) => [id, readSum(debit) - readSum(credit)]);
}
