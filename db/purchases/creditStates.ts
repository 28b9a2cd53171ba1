import { eq, type SQL, sql } from "drizzle-orm";
import { addDays, today as todayInIndia, toFinancialYear } from "../../domain/dates.ts";
import { gstr2bPublishedOn } from "../../domain/gst/returns/dues.ts";
import { toPeriodLabel } from "../../domain/gst/returns/periods.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { monthAfter } from "../../domain/months.ts";
import type { Bill, BillWithCredit } from "../../domain/purchases/bills.ts";
import type { BillCredit, CreditState } from "../../domain/purchases/creditStates.ts";
import { addTaxes, HEADS, NO_TAXES, type Taxes } from "../../domain/purchases/inward.ts";
import { findOldestCreditable, RULE_37_DAYS } from "../../domain/taxbook/credit.ts";
import { findLines, type ItemRow } from "../documents/rows.ts";
import type { Read } from "../engine/books.ts";
import { joinConditions } from "../engine/conditions.ts";
import type { Tenant } from "../engine/tenant.ts";
import { agencies } from "../schema/agencies.ts";
import { taxBooks } from "../schema/taxBook.ts";
import { waitsFromStartSql } from "../taxbook/bills.ts";
import { getBill } from "./billRows.ts";

// The state of each bill's credit, from the tax book's stored entries. One SQL expression serves the list,
// its filter and the bill's page.

type Who = Pick<Tenant, "agencyId">;

/** Input of the states other than the entries. */
export interface CreditTerms {
  agencyId: number;
  filing: "MONTHLY" | "QUARTERLY";
  /** The day from which documents post their tax by the tax book; "" if always. */
  startsOn: string;
  today: string;
}

export async function readCreditTerms(read: Read, { agencyId }: Who): Promise<CreditTerms> {
  const [row] = await read
    .select({ filing: agencies.filing, startsOn: taxBooks.startsOn })
    .from(agencies)
    .leftJoin(taxBooks, eq(taxBooks.agencyId, agencies.id))
    .where(eq(agencies.id, agencyId));
  const { filing = "MONTHLY", startsOn } = row ?? {};
  return { agencyId, filing, startsOn: startsOn ?? "", today: todayInIndia() };
}

const TAX = sql.raw(HEADS.map((head) => `${head}_paise`).join(" + "));
/** Differences up to a rupee per head are rounding. */
const ROUNDING_PAISE = 100;

/** SQL: the credit state of a row of `documents`; "" for a draft or a cancelled bill. */
export function creditStateSql(terms: CreditTerms): SQL<CreditState | ""> {
  const { agencyId, filing, startsOn, today } = terms;
  const current = toPeriodLabel(today, filing);
  const entries = sql`tax_entries e WHERE e.agency_id = ${agencyId}`;
  const own = sql`${entries} AND e.document = documents.id`;
  const row = sql`tax_links l JOIN gstr2b_rows r ON r.agency_id = l.agency_id AND r.id = l.row_id
    WHERE l.agency_id = ${agencyId} AND l.bill_id = documents.id`;
  const ofRow = sql`${entries} AND e.document = (SELECT l.row_id FROM tax_links l
    WHERE l.agency_id = ${agencyId} AND l.bill_id = documents.id)`;
  const lines = sql`document_lines d WHERE d.agency_id = ${agencyId} AND d.document_id = documents.id`;
  const until = sql`AND e.period <= ${current}`;
  const differs = HEADS.map((head) => {
    const column = sql.raw(`${head}_paise`);
    return sql`abs(r.${column} - documents.${column}) > ${ROUNDING_PAISE}`;
  });
  return sql`CASE
    WHEN documents.status IN ('DRAFT', 'CANCELLED') THEN ''
    WHEN NOT EXISTS (SELECT 1 FROM ${lines} AND d.itc = 'ELIGIBLE' AND ${TAX} <> 0) THEN 'NONE'
    WHEN documents.reverse_charge AND NOT documents.is_earlier THEN iif(EXISTS (SELECT 1 FROM ${own}
      AND e.cell IN ('4A2', '4A3') AND e.filing_id IS NULL), 'READY', 'CLAIMED')
    WHEN EXISTS (SELECT 1 FROM ${own} AND e.cell = '4B2' ${until}) THEN CASE
      WHEN documents.supplier_unfiled_on <> '' AND documents.supplier_filed_on = '' THEN 'NOT_FILED'
      WHEN (SELECT sum(iif(e.cell = '4B2', 1, -1) * (${TAX})) FROM ${own} AND e.cell IN ('4B2', '4D1')
        ${until}) <> 0 THEN 'REVERSED'
      ELSE 'RECLAIMED' END
    WHEN EXISTS (SELECT 1 FROM ${row}) THEN CASE (SELECT r.available FROM ${row})
      WHEN 'T' THEN 'WAITS'
      WHEN 'N' THEN iif((SELECT r.reason FROM ${row}) = 'C', 'TOO_LATE', 'NONE')
      ELSE CASE WHEN EXISTS (SELECT 1 FROM ${row} AND (${sql.join(differs, sql` OR `)})) THEN 'DIFFERS'
        WHEN (SELECT sum(iif(e.cell = '4B2', -1, 1) * (${TAX})) FROM ${ofRow}
          AND e.filing_id IS NOT NULL AND e.cell IN ('4A5', '4B2')) <> 0 THEN 'CLAIMED'
        ELSE 'READY' END END
    WHEN documents.is_earlier OR (documents.date < ${startsOn} AND NOT ${waitsFromStartSql("documents")})
      THEN 'CLAIMED'
    WHEN documents.date < ${findOldestCreditable(today)} THEN 'TOO_LATE'
    ELSE 'WAITS' END`;
}

/** SQL: bills in a state. Rare states start from the few entries or rows they need. */
export function isInCreditState(terms: CreditTerms, state: CreditState): SQL {
  const { agencyId, today } = terms;
  const ofAgency = sql`WHERE agency_id = ${agencyId}`;
  const reversed = sql`documents.id IN (SELECT document FROM tax_entries ${ofAgency} AND cell = '4B2')`;
  const linked = (where: SQL) =>
    sql`documents.id IN (SELECT bill_id FROM gstr2b_rows ${ofAgency} AND ${where})`;
  const needed: Partial<Record<CreditState, SQL>> = {
    REVERSED: reversed,
    NOT_FILED: reversed,
    RECLAIMED: reversed,
    READY: sql`documents.id IN (SELECT coalesce(l.bill_id, e.document) FROM tax_entries e
      LEFT JOIN tax_links l ON l.agency_id = e.agency_id AND l.row_id = e.document
      WHERE e.agency_id = ${agencyId} AND e.filing_id IS NULL AND e.cell IN ('4A2', '4A3', '4A5'))`,
    // Exact matches are linked automatically.
    DIFFERS: linked(sql`bill_id IS NOT NULL AND linked_as <> 'EXACT'`),
    TOO_LATE: sql`(documents.date < ${findOldestCreditable(today)} OR documents.id IN (
      SELECT l.bill_id FROM tax_links l JOIN gstr2b_rows r ON r.agency_id = l.agency_id AND r.id = l.row_id
      WHERE l.agency_id = ${agencyId} AND r.available = 'N'))`,
  };
  return joinConditions(needed[state], sql`${creditStateSql(terms)} = ${state}`);
}

/** Returns the states of bills by id. */
export async function readCreditStates(
  read: Read,
  terms: CreditTerms,
  ids: string[],
): Promise<Map<string, CreditState | "">> {
  const rows = await read.all<{ id: string; state: CreditState | "" }>(sql`
    SELECT id, ${creditStateSql(terms)} AS state FROM documents WHERE agency_id = ${terms.agencyId}
      AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** @throws Refusal "missing" */
export async function getBillWithCredit(tenant: Tenant, id: string): Promise<BillWithCredit> {
  const { read } = tenant.books;
  const bill = await getBill(tenant, id);
  const terms = await readCreditTerms(read, tenant);
  const lines = (await findLines(read, tenant, [id])).get(id) ?? [];
  const [facts] = await read.all<Facts>(selectFacts(terms, id));
  const inputTax = toCredit(bill, lines, terms, facts as Facts); // The bill exists.
  return { ...bill, creditState: inputTax.state, inputTax };
}

interface Facts {
  state: CreditState | "";
  twoB: string | null;
  claimedIn: string;
  claimedOn: string;
  reversedIn: string;
  reclaimedIn: string;
}

function selectFacts(terms: CreditTerms, id: string): SQL<Facts> {
  const { agencyId } = terms;
  const link = sql`(SELECT row_id FROM tax_links WHERE agency_id = ${agencyId} AND bill_id = ${id})`;
  const last = (cell: string) => sql`coalesce((SELECT max(period) FROM tax_entries
    WHERE agency_id = ${agencyId} AND document = ${id} AND cell = ${cell}
      AND period <= ${toPeriodLabel(terms.today, terms.filing)}), '')`;
  const claimed = sql`FROM tax_entries e LEFT JOIN filings f
      ON f.agency_id = e.agency_id AND f.id = e.filing_id
    WHERE e.agency_id = ${agencyId} AND ((e.document = ${link} AND e.cell = '4A5')
      OR (e.document = ${id} AND e.cell IN ('4A2', '4A3'))) ORDER BY e.period DESC LIMIT 1`;
  return sql`SELECT ${creditStateSql(terms)} AS state,
    (SELECT json_object('period', period, 'igst', igst_paise, 'cgst', cgst_paise, 'sgst', sgst_paise,
      'cess', cess_paise) FROM gstr2b_rows WHERE agency_id = ${agencyId} AND id = ${link}) AS "twoB",
    coalesce((SELECT e.period ${claimed}), '') AS "claimedIn",
    coalesce((SELECT f.date ${claimed}), '') AS "claimedOn",
    ${last("4B2")} AS "reversedIn", ${last("4D1")} AS "reclaimedIn"
    FROM documents WHERE agency_id = ${agencyId} AND id = ${id}`;
}

function toCredit(bill: Bill, lines: ItemRow[], terms: CreditTerms, facts: Facts): BillCredit {
  const { filing, today } = terms;
  const { state, twoB, ...when } = facts;
  const row = twoB ? (JSON.parse(twoB) as Taxes & { period: string }) : null;
  const isToPay = bill.status !== "PAID" && bill.kind !== "CREDIT_NOTE" && !bill.reverseCharge;
  const hasCredit = state !== "" && state !== "NONE" && state !== "TOO_LATE";
  const months = filing === "QUARTERLY" ? 3 : 1;
  let period = row?.period ?? toPeriodLabel(bill.date, filing);
  while (!row && gstr2bPublishedOn(period) < today) period = monthAfter(period, months);
  return {
    state,
    onBill: sumTaxes(lines),
    toClaim: sumTaxes(lines.filter(({ itc }) => itc === "ELIGIBLE")),
    twoB: row && { period: row.period, ...convertTaxes(row) },
    publishedOn: gstr2bPublishedOn(period),
    ...when,
    payBy: isToPay && hasCredit ? addDays(bill.date, RULE_37_DAYS) : "",
    lastReturn: `${toFinancialYear(bill.date) + 1}-${filing === "QUARTERLY" ? "09" : "10"}`,
  };
}

function sumTaxes(lines: ItemRow[]) {
  const taxes = lines.map((line) => ({
    igst: line.igstPaise,
    cgst: line.cgstPaise,
    sgst: line.sgstPaise,
    cess: line.cessPaise,
  }));
  return convertTaxes(taxes.length > 0 ? addTaxes(taxes) : NO_TAXES);
}

const convertTaxes = ({ igst, cgst, sgst, cess }: Taxes) => ({
  igst: toRupees(igst),
  cgst: toRupees(cgst),
  sgst: toRupees(sgst),
  cess: toRupees(cess as Paise),
});
