import { count, sql } from "drizzle-orm";
import {
  type DocumentKind,
  KIND_NAMES,
  OWN_KINDS,
  SOLD_KINDS,
} from "../../domain/documents/kinds.ts";
import {
  advanceFigures,
  type Charge,
  chargeLines,
  type Figures,
  type GstMode,
  type Line,
  type LineFigures,
  sumLines,
} from "../../domain/gst/figures.ts";
import type { Supply } from "../../domain/gst/supply.ts";
import type { Difference } from "../../domain/ledger/booksCheck.ts";
import type { Paise } from "../../domain/money.ts";
import { sumBill } from "../../domain/purchases/billFigures.ts";
import type { Read } from "../engine/books.ts";
import { forAgency } from "../engine/tenant.ts";
import { documents } from "../schema/documents.ts";
import { settlements } from "../schema/settlements.ts";
import { gapsInNumbers, wrongCounters } from "./numbers.ts";

/**
 * Recomputes every document's totals from its lines and its settled amounts from its settlements. Also checks
 * that each payment has its entry, and that numbers have no gaps.
 */
export async function verifyInvoices(
  read: Read,
  agencyId: number,
): Promise<{ invoices: number; payments: number; differences: Difference[] }> {
  const countRows = async (table: typeof documents | typeof settlements) => {
    const [row] = await read
      .select({ count: count() })
      .from(table)
      .where(forAgency({ agencyId }, table));
    return row?.count ?? 0;
  };
  const differences = await wrongFigures(read, agencyId);
  for (const wrong of [wrongSettlements, wrongIncomes]) {
    differences.push(...(await read.all<Difference>(wrong(agencyId))));
  }
  for (const kind of OWN_KINDS) {
    differences.push(...(await read.all<Difference>(gapsInNumbers(agencyId, kind))));
    differences.push(...(await read.all<Difference>(wrongCounters(agencyId, kind))));
  }
  const [invoices, payments] = [await countRows(documents), await countRows(settlements)];
  return { invoices, payments, differences };
}

const DOCUMENTS_PER_SLICE = 1_000;

const STORED = [
  "sub_total_paise",
  "discount_paise",
  "cgst_paise",
  "sgst_paise",
  "igst_paise",
  "cess_paise",
  "grand_total_paise",
] as const;

const OF_LINES = ["taxable", "cgst", "sgst", "igst"] as const;

interface StoredDocument extends Record<(typeof STORED)[number], Paise> {
  id: string;
  kind: DocumentKind;
  number: string;
  gst_mode: GstMode;
  supply: Supply;
  reverse_charge: number;
  is_untaxed: number;
  round_off_paise: Paise;
  lines: (Line & Pick<LineFigures, (typeof OF_LINES)[number]> & { cess: Paise })[];
}

// As one JSON with its lines, a document is read in a quarter of the time.
const DOCUMENT = sql.raw(`json_object(
  ${[
    "id",
    "kind",
    "number",
    "gst_mode",
    "supply",
    "reverse_charge",
    "is_untaxed",
    "round_off_paise",
    ...STORED,
  ]
    .map((name) => `'${name}', ${name}`)
    .join()},
  'lines', json((SELECT json_group_array(json_object(
      'qty', qty, 'rate', rate_paise, 'discountPct', discount_pct, 'taxPct', tax_pct,
      'cess', cess_paise, ${OF_LINES.map((name) => `'${name}', ${name}_paise`).join()}))
    FROM document_lines l WHERE l.agency_id = i.agency_id AND l.document_id = i.id)))`);

async function wrongFigures(read: Read, agencyId: number): Promise<Difference[]> {
  const differences: Difference[] = [];
  let last = "";
  for (;;) {
    const some = sql`SELECT * FROM documents WHERE agency_id = ${agencyId} AND id > ${last}
      ORDER BY id LIMIT ${DOCUMENTS_PER_SLICE}`;
    const [found] = await read.all<{ slice: string }>(
      sql`SELECT json_group_array(${DOCUMENT}) AS slice FROM (${some}) i`,
    );
    const slice: StoredDocument[] = JSON.parse(found?.slice ?? "[]");
    differences.push(...slice.flatMap(findDifferences));
    if (slice.length < DOCUMENTS_PER_SLICE) return differences;
    last = (slice.at(-1) as StoredDocument).id;
    await Bun.sleep(0); // See proveMonths.
  }
}

function findDifferences(stored: StoredDocument): Difference[] {
  const charge = {
    mode: stored.gst_mode,
    supply: stored.supply,
    reverseCharge: stored.reverse_charge === 1,
    isUntaxed: stored.is_untaxed === 1,
  };
  const { lines, totals: figures, cess = 0 as Paise } = derive(stored, charge);
  const where = toDisplayName(stored);
  const wrong = (place: string, figure: string, stored: Paise, derived: Paise): Difference[] =>
    stored === derived
      ? []
      : [{ where: place, account: "", category: "", figure, stored, derived }];
  const ofLines = stored.lines.flatMap((line, n) =>
    OF_LINES.flatMap((name) => {
      const due = lines[n]?.[name] as Paise;
      return wrong(`${where}, line ${n + 1}`, `${name}_paise`, line[name], due);
    }),
  );
  const derived = {
    sub_total_paise: figures.subTotalPaise,
    discount_paise: figures.discountTotalPaise,
    cgst_paise: figures.tax.cgst,
    sgst_paise: figures.tax.sgst,
    igst_paise: figures.tax.igst,
    cess_paise: cess,
    grand_total_paise: (figures.grandTotalPaise + cess) as Paise,
  };
  const ofTotals = STORED.flatMap((figure) =>
    wrong(where, figure, stored[figure], derived[figure]),
  );
  return [...ofTotals, ...ofLines];
}

/**
 * A voucher's money includes the tax. A refund has what is left of another voucher. A bill has the taxes as
 * printed, which must add up.
 */
function derive(
  { kind, lines, round_off_paise, grand_total_paise }: StoredDocument,
  charge: Charge,
): { lines: LineFigures[]; totals: Figures; cess?: Paise } {
  const [line] = lines;
  if (!SOLD_KINDS.some((sold) => sold === kind)) {
    const { taxable, cess, total, ...tax } = sumBill(lines, round_off_paise, charge.reverseCharge);
    const totals = {
      subTotalPaise: taxable,
      discountTotalPaise: 0 as Paise,
      taxableValuePaise: taxable,
      tax,
    };
    const grandTotal = (total - cess) as Paise;
    const each = lines.map((one) => ({
      ...one,
      grossPaise: one.rate,
      discountPaise: 0 as Paise,
      totalPaise: one.taxable,
    }));
    return {
      lines: each,
      totals: { ...totals, roundOffPaise: round_off_paise, grandTotalPaise: grandTotal },
      cess,
    };
  }
  if (!line || (kind !== "RECEIPT_VOUCHER" && kind !== "REFUND_VOUCHER")) {
    return chargeLines(lines, charge, round_off_paise);
  }
  const { taxable, cgst, sgst, igst, taxPct } = line;
  const total = (taxable + cgst + sgst + igst) as Paise;
  const part = {
    grossPaise: taxable,
    discountPaise: 0 as Paise,
    taxable,
    cgst,
    sgst,
    igst,
    totalPaise: total,
  };
  const all = kind === "REFUND_VOUCHER" ? part : advanceFigures(grand_total_paise, taxPct, charge);
  return { lines: [all], totals: sumLines([all], round_off_paise) };
}

const toDisplayName = ({ kind, number }: Pick<StoredDocument, "kind" | "number">) =>
  `${KIND_NAMES[kind].toLowerCase()} ${number}`;

const nameOfDocument = sql.raw(
  `CASE d.kind ${Object.entries(KIND_NAMES)
    .map(([kind, name]) => `WHEN '${kind}' THEN '${name.toLowerCase()}'`)
    .join(" ")} END || ' ' || d.number`,
);

const SETTLED = "received tds tds_early advances credit written_off used refunded".split(" ");
const settled = (of: (name: string) => string, between: string) =>
  sql.raw(SETTLED.map(of).join(between));

const wrongSettlements = (agencyId: number) => sql<Difference>`
  WITH moves AS (
    SELECT document_id AS id, iif(kind = 'PAYMENT', amount_paise, 0) AS received, tds_paise AS tds,
      iif(is_tds_early, tds_paise, 0) AS tds_early,
      iif(kind = 'ADVANCE', amount_paise, 0) AS advances, iif(kind = 'CREDIT', amount_paise, 0) AS credit,
      iif(kind = 'WRITE_OFF', amount_paise, 0) AS written_off, 0 AS used,
      iif(kind = 'REFUND', amount_paise, 0) AS refunded
    FROM settlements WHERE agency_id = ${agencyId}
    UNION ALL SELECT source_id, 0, 0, 0, 0, 0, 0, amount_paise, 0
    FROM settlements WHERE agency_id = ${agencyId} AND kind IN ('ADVANCE', 'CREDIT')),
  sums AS (SELECT id, ${settled((name) => `sum(${name}) AS ${name}`, ", ")} FROM moves GROUP BY 1)
  SELECT ${nameOfDocument} AS "where", '' AS account, '' AS category, 'settled_paise' AS figure,
    ${settled((name) => `d.${name}_paise`, " + ")} AS stored,
    ${settled((name) => `coalesce(s.${name}, 0)`, " + ")} AS derived
  FROM documents d LEFT JOIN sums s ON s.id = d.id
  WHERE d.agency_id = ${agencyId}
    AND (${settled((name) => `d.${name}_paise <> coalesce(s.${name}, 0)`, " OR ")})`;

// An entry with another day, account or source is not the settlement's.
const wrongIncomes = (agencyId: number) => sql<Difference>`
  SELECT iif(s.kind = 'REFUND', 'refund', 'payment') || ' of ' || ${nameOfDocument} AS "where",
    a.name AS account, iif(s.kind = 'REFUND', 'Refunds to clients',
      iif(d.family = 'VOUCHERS', 'Advances from clients', 'Invoice Payments')) AS category,
    iif(s.kind = 'REFUND', 'expense_paise', 'income_paise') AS figure, s.amount_paise AS stored,
    coalesce(t.amount_paise, 0) AS derived
  FROM settlements s
  JOIN documents d ON d.agency_id = s.agency_id AND d.id = s.document_id
  JOIN accounts a ON a.agency_id = s.agency_id AND a.id = s.account_id
  LEFT JOIN transactions t ON t.agency_id = s.agency_id AND t.id = s.transaction_id
    AND t.type = iif((s.kind = 'REFUND') = (d.family = 'BILLS'), 'Income', 'Expense')
    AND (t.date = s.date OR t.source = 'VendorAdvance') AND t.account_id = s.account_id
    AND iif(t.source IN ('Receipt', 'VendorAdvance'), s.is_linked, t.source_id = s.document_id)
  WHERE s.agency_id = ${agencyId} AND s.amount_paise <> coalesce(t.amount_paise, 0)`;
