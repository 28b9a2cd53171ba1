import { type SQL, sql } from "drizzle-orm";
import type { Difference } from "../../domain/check.ts";
import { figuresOf, type GstMode, type Line } from "../../domain/gst.ts";
import type { Paise } from "../../domain/money.ts";
import { gapsInInvoices, wrongCounters } from "./numbers.ts";
import type { Read } from "./rollups.ts";

/**
 * Derives the figures of every invoice again from its lines and payments, and those of every day from
 * its invoices; says whether each payment has the income that it booked, and whether numbers have gaps.
 */
export async function checkInvoices(
  read: Read,
  agencyId: number,
): Promise<{ invoices: number; payments: number; differences: Difference[] }> {
  const [counted] = await read.all<{ invoices: number; payments: number }>(sql`SELECT
    (SELECT count(*) FROM invoices WHERE agency_id = ${agencyId}) AS invoices,
    (SELECT count(*) FROM payments WHERE agency_id = ${agencyId}) AS payments`);
  const differences = await wrongFigures(read, agencyId);
  for (const wrong of [wrongSettlements, wrongIncomes, wrongDays, gapsInInvoices]) {
    differences.push(...(await read.all<Difference>(wrong(agencyId))));
  }
  differences.push(...(await read.all<Difference>(wrongCounters(agencyId, "invoice"))));
  const { invoices, payments } = counted as NonNullable<typeof counted>; // An aggregate answers one row.
  return { invoices, payments, differences };
}

const INVOICES_PER_SLICE = 1_000;

interface LineOfInvoice extends Line {
  id: string;
  number: string;
  gst_mode: GstMode;
  round_off_paise: Paise;
  sub_total_paise: Paise;
  discount_paise: Paise;
  cgst_paise: Paise;
  sgst_paise: Paise;
  igst_paise: Paise;
  grand_total_paise: Paise;
}

async function wrongFigures(read: Read, agencyId: number): Promise<Difference[]> {
  const differences: Difference[] = [];
  let last = "";
  for (;;) {
    const lines = await read.all<LineOfInvoice>(sql`SELECT i.*, qty, rate_paise AS rate,
        discount_pct AS "discountPct", tax_pct AS "taxPct"
      FROM (SELECT * FROM invoices WHERE agency_id = ${agencyId} AND id > ${last}
        ORDER BY id LIMIT ${INVOICES_PER_SLICE}) i
      JOIN invoice_items l ON l.agency_id = ${agencyId} AND l.invoice_id = i.id
      ORDER BY i.id`);
    if (lines.length === 0) return differences;
    for (const ofOne of Map.groupBy(lines, ({ id }) => id).values()) {
      differences.push(...differencesOf(ofOne));
    }
    last = (lines.at(-1) as LineOfInvoice).id;
  }
}

function differencesOf(lines: LineOfInvoice[]): Difference[] {
  const stored = lines[0] as LineOfInvoice;
  const figures = figuresOf(lines, stored.gst_mode, stored.round_off_paise);
  const derived = {
    sub_total_paise: figures.subTotal,
    discount_paise: figures.discountTotal,
    cgst_paise: figures.tax.cgst,
    sgst_paise: figures.tax.sgst,
    igst_paise: figures.tax.igst,
    grand_total_paise: figures.grandTotal,
  };
  return Object.entries(derived).flatMap(([figure, paise]) => {
    const kept = stored[figure as keyof typeof derived];
    if (kept === paise) return [];
    const where = `invoice ${stored.number}`;
    return [{ where, account: "", category: "", figure, stored: kept, derived: paise }];
  });
}

const wrongSettlements = (agencyId: number) => sql<Difference>`
  SELECT 'invoice ' || number AS "where", '' AS account, '' AS category, 'settled_paise' AS figure,
    i.received_paise + i.tds_paise AS stored, coalesce(received + tds, 0) AS derived
  FROM invoices i LEFT JOIN (
    SELECT invoice_id, sum(amount_paise) AS received, sum(tds_paise) AS tds FROM payments
    WHERE agency_id = ${agencyId} GROUP BY 1) p ON p.invoice_id = i.id
  WHERE i.agency_id = ${agencyId}
    AND (i.received_paise <> coalesce(received, 0) OR i.tds_paise <> coalesce(tds, 0))`;

// What is on another day, in another account or not from this invoice is not the payment's income.
const wrongIncomes = (agencyId: number) => sql<Difference>`
  SELECT 'payment of invoice ' || i.number AS "where", a.name AS account,
    'Invoice Payments' AS category, 'income_paise' AS figure, p.amount_paise AS stored,
    coalesce(t.amount_paise, 0) AS derived
  FROM payments p
  JOIN invoices i ON i.agency_id = p.agency_id AND i.id = p.invoice_id
  JOIN accounts a ON a.agency_id = p.agency_id AND a.id = p.account_id
  LEFT JOIN transactions t ON t.agency_id = p.agency_id AND t.id = p.transaction_id
    AND t.type = 'Income' AND t.date = p.date AND t.account_id = p.account_id
    AND t.source = 'Invoice' AND t.source_id = p.invoice_id
  WHERE p.agency_id = ${agencyId} AND p.amount_paise <> coalesce(t.amount_paise, 0)`;

const DAY_FIGURES = ["invoices", "grand_total_paise", "received_paise", "tds_paise"];

function wrongDays(agencyId: number): SQL<Difference> {
  const each = (write: (figure: string) => string, separator: string) =>
    sql.raw(DAY_FIGURES.map(write).join(separator));
  const both = (figure: string) =>
    `sum(stored_${figure}) AS s_${figure}, sum(${figure}) AS d_${figure}`;
  const cells = sql`SELECT date, status, ${each(both, ", ")}
    FROM (
      SELECT date, status, ${each((figure) => `${figure} AS stored_${figure}, 0 AS ${figure}`, ", ")}
      FROM invoice_days WHERE agency_id = ${agencyId}
      UNION ALL
      SELECT date, status, 0, 1, 0, grand_total_paise, 0, received_paise, 0, tds_paise
      FROM invoices WHERE agency_id = ${agencyId})
    GROUP BY date, status`;
  const wrong = DAY_FIGURES.map(
    (figure) => sql`SELECT 'invoices of ' || date || ', ' || status AS "where", '' AS account,
      '' AS category, ${figure} AS figure, ${sql.raw(`s_${figure}`)} AS stored,
      ${sql.raw(`d_${figure}`)} AS derived
    FROM cells WHERE ${sql.raw(`s_${figure} <> d_${figure}`)}`,
  );
  return sql<Difference>`WITH cells AS (${cells}) ${sql.join(wrong, sql` UNION ALL `)}`;
}
