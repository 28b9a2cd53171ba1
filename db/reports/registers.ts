import { sql } from "drizzle-orm";
import { addDays, today, toFinancialYear } from "../../domain/dates.ts";
import type {
  StatementOfAccount,
  StatementOfAccountQuery,
  TdsRegister,
} from "../../domain/ledger/reports.ts";
import { toRupees } from "../../domain/money.ts";
import { Refusal } from "../../domain/refusal.ts";
import { GST_TDS } from "../documents/tdsLimit.ts";
import { withSnapshot } from "../engine/snapshot.ts";
import type { Tenant } from "../engine/tenant.ts";
import { readChart } from "../ledger/chart.ts";
import { readPostings, toRow } from "./entries.ts";
import { readPartyBalances } from "./parties.ts";

interface TdsEntry {
  id: string;
  date: string;
  clientId: string;
  client: string;
  pan: string;
  number: string;
  documentId: string;
  kind: string;
  /** In paise. */
  amount: number;
  /** Income tax. GST deducted is in addition. */
  tds: number;
  gstTds: number;
}

/** Money and all deductions. */
const sumWhole = ({ amount, tds, gstTds }: TdsEntry) =>
  BigInt(amount) + BigInt(tds) + BigInt(gstTds);

/** Returns TDS deducted by clients in a financial year, by payment date, as in Form 168. */
export function getTdsRegister(
  { agencyId, books }: Tenant,
  { year = toFinancialYear(today()) }: { year?: number | undefined },
): Promise<TdsRegister> {
  return withSnapshot(books, async (read) => {
    const { booksBegin } = await readChart(agencyId, read);
    const [found] = await read.all<{
      rows: string;
    }>(sql`SELECT json_group_array(json_object('id', s.id,
        'date', s.date, 'clientId', c.id, 'client', c.display_name, 'pan', substr(c.gstin, 3, 10),
        'number', d.number, 'documentId', d.id, 'kind', d.kind,
        'amount', s.amount_paise, 'tds', s.tds_paise - ${GST_TDS}, 'gstTds', ${GST_TDS}))
        AS rows
      FROM (SELECT * FROM settlements INDEXED BY settlements_with_tds
        WHERE agency_id = ${agencyId} AND date BETWEEN ${`${year}-04-01`} AND ${`${year + 1}-03-31`}
          AND tds_paise > 0 AND tds_paise > ${GST_TDS} ORDER BY date, id) s
      CROSS JOIN documents d ON d.agency_id = s.agency_id AND d.id = s.document_id
      CROSS JOIN clients c ON c.agency_id = s.agency_id AND c.id = d.client_id`);
    const deductions: TdsEntry[] = JSON.parse(found?.rows ?? "[]");
    const rows = deductions.map((row) => ({ ...row, quarter: formatQuarter(row.date) }));
    const sumTds = (some: typeof rows) => some.reduce((sum, { tds }) => sum + BigInt(tds), 0n);
    const sumGross = (some: typeof rows) => some.reduce((sum, row) => sum + sumWhole(row), 0n);
    return {
      year,
      booksBegin,
      rows: rows.map((row) => ({
        _id: row.id,
        date: row.date,
        quarter: row.quarter,
        clientId: row.clientId,
        client: row.client,
        pan: row.pan,
        invoice: row.number,
        documentId: row.documentId,
        kind: row.kind,
        gross: toRupees(sumWhole(row)),
        tds: toRupees(BigInt(row.tds)),
      })),
      quarters: ["Q1", "Q2", "Q3", "Q4"].map((quarter) => {
        const own = rows.filter((row) => row.quarter === quarter);
        return { quarter, tds: toRupees(sumTds(own)), gross: toRupees(sumGross(own)) };
      }),
      total: toRupees(sumTds(rows)),
    };
  });
}

/** Quarter of the financial year: Q1 is April to June. */
const formatQuarter = (date: string): string =>
  `Q${Math.floor(((Number(date.slice(5, 7)) + 8) % 12) / 3) + 1}`;

/** Returns a client's invoices and payments: their part of trade receivables. @throws Refusal "missing" */
export function getStatementOfAccount(
  { agencyId, books }: Tenant,
  { clientId, dateFrom, dateTo }: StatementOfAccountQuery,
): Promise<StatementOfAccount> {
  return withSnapshot(books, async (read) => {
    const { booksBegin, chart } = await readChart(agencyId, read);
    const [client] = await read.all<{ name: string }>(sql`SELECT display_name AS name FROM clients
      WHERE agency_id = ${agencyId} AND id = ${clientId}`);
    if (!client) throw new Refusal("missing", "Client not found");
    const ledger = chart.of("receivables");
    const before = await readPartyBalances(
      { read, agencyId },
      "receivables",
      addDays(dateFrom, -1),
      clientId,
    );
    const opening = before[0] ?? 0n;
    const days = [dateFrom, dateTo];
    const rows = ledger
      ? await readPostings(read, agencyId, chart, ledger, { clientId, days })
      : [];
    const sumSide = (side: -1 | 1) =>
      rows.reduce((sum, { paise }) => (paise * side > 0 ? sum + BigInt(paise * side) : sum), 0n);
    let balance = opening;
    const statementRows = rows.map((row) => {
      balance += BigInt(row.paise);
      const { contra: _, ...statementRow } = toRow(row, balance);
      return statementRow;
    });
    return {
      client: { _id: clientId, name: client.name },
      dateFrom,
      dateTo,
      booksBegin,
      opening: toRupees(opening),
      debit: toRupees(sumSide(1)),
      credit: toRupees(sumSide(-1)),
      closing: toRupees(balance),
      rows: statementRows,
    };
  });
}
