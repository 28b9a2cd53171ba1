import { and, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { resolveSupplyPlace } from "../../domain/documents/invoices.ts";
import type { DocumentKind } from "../../domain/documents/kinds.ts";
import {
  type Charge,
  chargeLines,
  type Figures,
  figuresWarning,
  type Line,
  type LineFigures,
  resolveGstMode,
} from "../../domain/gst/figures.ts";
import { ABROAD } from "../../domain/gst/states.ts";
import { defaultSupply, isExport, type Supply } from "../../domain/gst/supply.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { invalid } from "../../domain/refusal.ts";
import { recordChanges } from "../engine/audit.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { clients, documents } from "../schema/documents.ts";
import type { Parties } from "../schema/parties.ts";
import { findIssuer } from "./issuer.ts";
import { toRecipient } from "./parties.ts";
import type { WholeInvoice } from "./rows.ts";

/** The input of a document's totals, other than the parties. */
export interface Terms {
  kind: DocumentKind;
  placeOfSupply: string;
  /** Undefined to derive it from the client's kind. */
  supply?: Supply | undefined;
  reverseCharge: boolean;
  lines: Line[];
  roundOff: Paise;
}

/** Computes the columns of a document and its lines from its terms and parties. */
function assess(terms: Terms, parties: Parties, defaultPlace: string) {
  const placed = resolveSupply(terms, parties, defaultPlace);
  const { lines, totals } = chargeLines(terms.lines, toCharge(placed), terms.roundOff);
  return {
    figures: totals,
    columns: { ...placed, ...totalColumns(totals) },
    lines: lines.map(lineColumns),
  };
}

export type Placed = Pick<
  typeof documents.$inferSelect,
  "gstMode" | "isUntaxed" | "reverseCharge" | "supply" | "supplyCode" | "supplyText"
>;

/** Determines the place of supply and the resulting tax treatment. */
export function resolveSupply(
  terms: Pick<Terms, "kind" | "placeOfSupply" | "reverseCharge" | "supply">,
  { supplier, recipient }: Parties,
  byDefault: string,
): Placed {
  const supply = terms.supply ?? defaultSupply(recipient.kind);
  const isNowhere = !terms.placeOfSupply && !recipient.state && !recipient.stateCode;
  const own = isNowhere && isExport(supply) ? ABROAD : terms.placeOfSupply;
  const { text, state } = resolveSupplyPlace(own, recipient, byDefault);
  return {
    supplyText: own === ABROAD ? (state?.name ?? text) : text,
    supplyCode: state?.code ?? "",
    supply,
    reverseCharge: terms.reverseCharge,
    gstMode: resolveGstMode(supplier.gstin, state, supply),
    isUntaxed: terms.kind === "BILL_OF_SUPPLY" || supplier.isComposition,
  };
}

/** Returns how a document with this supply is taxed. */
export const toCharge = ({ gstMode: mode, supply, reverseCharge, isUntaxed }: Placed): Charge => ({
  mode,
  supply,
  reverseCharge,
  isUntaxed,
});

/** Returns a document's total columns. */
export function totalColumns({ tax, ...figures }: Figures) {
  return {
    subTotalPaise: figures.subTotalPaise,
    discountPaise: figures.discountTotalPaise,
    taxablePaise: figures.taxableValuePaise,
    cgstPaise: tax.cgst,
    sgstPaise: tax.sgst,
    igstPaise: tax.igst,
    roundOffPaise: figures.roundOffPaise,
    grandTotalPaise: figures.grandTotalPaise,
  };
}

/** Returns a line's amount columns. */
export const lineColumns = ({ taxable, cgst, sgst, igst }: LineFigures) => ({
  taxablePaise: taxable,
  cgstPaise: cgst,
  sgstPaise: sgst,
  igstPaise: igst,
});

/**
 * Computes totals with another document's place of supply and tax.
 * @throws Refusal "invalid" if a total is too large
 */
export function computeTotalsAt(
  placed: Placed,
  { lines, roundOff }: Pick<Terms, "lines" | "roundOff">,
) {
  const each = chargeLines(lines, toCharge(placed), roundOff);
  const warning = figuresWarning(each.totals);
  if (warning) throw invalid("items", warning);
  return { columns: totalColumns(each.totals), lines: each.lines.map(lineColumns) };
}

/**
 * Computes the columns of a document and of each line.
 * @throws Refusal "invalid" if a total is negative or too large
 */
export function computeValidTotals(terms: Terms, parties: Parties, defaultPlace: string) {
  const { figures, ...assessed } = assess(terms, parties, defaultPlace);
  const warning = figuresWarning(figures);
  if (warning) throw invalid(figures.grandTotalPaise < 0 ? "roundOff" : "items", warning);
  return assessed;
}

/**
 * Returns the columns that store the current agency and client when a draft is issued. Empty for other
 * invoices. @throws as `computeValidTotals`
 */
export function issuedColumns({
  record: { invoice },
  lines,
  parties,
  issuer,
}: WholeInvoice): Partial<typeof documents.$inferInsert> {
  if (invoice.status !== "DRAFT") return {};
  const { roundOffPaise, ...terms } = invoice;
  const defaultPlace = issuer?.defaults.defaultPlaceOfSupply ?? "";
  // Only a check: a draft's columns are already up to date.
  computeValidTotals({ ...terms, lines, roundOff: roundOffPaise }, parties, defaultPlace);
  return { issued: parties };
}

/**
 * Recomputes drafts whose place of supply changes. Callers have changed something it depends on (GSTIN,
 * default place, a client's state) or turned an invoice into a draft again. A draft whose new totals are not
 * allowed stays as it is: sending it reports the error.
 */
export async function refreshDrafts(
  tx: Write,
  tenant: Tenant,
  which: { id?: string; clientId?: string; supply?: { was: Supply; is: Supply } } = {},
): Promise<void> {
  const { supplier, defaults } = await findIssuer(tx, tenant, "INVOICE");
  for (let last: Draft | undefined; ; ) {
    const drafts = await findDrafts(tx, tenant, which, last);
    const moved = drafts.flatMap(({ invoice, client }) => {
      const parties = { supplier, recipient: toRecipient(client) };
      const { was, is } = which.supply ?? {};
      const supply = invoice.supply === was ? is : invoice.supply;
      const placed = resolveSupply({ ...invoice, supply }, parties, defaults.defaultPlaceOfSupply);
      const isSame = Object.entries(placed).every(
        ([column, value]) => invoice[column as keyof Placed] === value,
      );
      return isSame ? [] : [{ invoice, placed }];
    });
    if (moved.length > 0) await supplyElsewhere(tx, tenant, moved);
    if (drafts.length < DRAFTS_AT_ONCE) return;
    last = drafts.at(-1);
    await Bun.sleep(0);
  }
}

// Yields to the event loop after this many, so that a server can stop.
const DRAFTS_AT_ONCE = 100;

type Draft = Awaited<ReturnType<typeof findDrafts>>[number];

/** Returns the next drafts after the given one, by date. */
function findDrafts(
  tx: Write,
  tenant: Tenant,
  { id, clientId }: { id?: string; clientId?: string },
  last: { invoice: { date: string; id: string } } | undefined,
) {
  const conditions = forAgency(
    tenant,
    documents,
    eq(documents.status, "DRAFT"),
    inArray(documents.family, ["INVOICES", "ESTIMATES"]),
    id ? eq(documents.id, id) : undefined,
    clientId ? eq(documents.clientId, clientId) : undefined,
    last && sql`(date, id) > (${last.invoice.date}, ${last.invoice.id})`,
  );
  const keys = sql`SELECT id FROM documents WHERE ${conditions} ORDER BY date, id LIMIT ${DRAFTS_AT_ONCE}`;
  return tx
    .select({ invoice: documents, client: clients })
    .from(documents)
    .innerJoin(
      clients,
      and(eq(clients.agencyId, documents.agencyId), eq(clients.id, documents.clientId)),
    )
    .where(forAgency(tenant, documents, sql`${documents.id} IN (${keys})`))
    .orderBy(sql`+${documents.date}, +${documents.id}`);
}

interface Moved {
  invoice: typeof documents.$inferSelect;
  placed: Placed;
}

/** Updates all drafts in four statements. There may be thousands, and other writers wait. */
async function supplyElsewhere(tx: Write, tenant: Tenant, moved: Moved[]): Promise<void> {
  const lines = await listInvoiceLines(tx, tenant, moved);
  const changed = moved.flatMap(({ invoice, placed }) => {
    const charge = toCharge(placed);
    const each = chargeLines(lines.get(invoice.id) ?? [], charge, invoice.roundOffPaise);
    const columns = { ...placed, ...totalColumns(each.totals) };
    return figuresWarning(each.totals) ? [] : [{ invoice, columns, lines: each.lines }];
  });
  const [first] = changed;
  if (!first) return;

  const all = getTableColumns(documents);
  const names = Object.keys(first.columns) as (keyof typeof first.columns)[];
  const sets = names.map((name, n) => `${all[name].name} = moved.value ->> ${n + 1}`).join();
  const values = changed.map(({ invoice, columns }) => [
    invoice.id,
    ...names.map((name) => columns[name]),
  ]);
  // Materialized, or SQLite would compare every invoice with every moved one.
  await tx.run(sql`WITH moved AS MATERIALIZED (
      SELECT value ->> 0 AS id, value FROM json_each(${JSON.stringify(values)}))
    UPDATE documents SET ${sql.raw(sets)} FROM moved
    WHERE agency_id = ${tenant.agencyId} AND documents.id = moved.id`);
  const taxes = changed.flatMap(({ invoice, lines }) =>
    lines.map(({ cgst, sgst, igst }, line) => [invoice.id, line, cgst, sgst, igst]),
  );
  await tx.run(sql`WITH moved AS MATERIALIZED (SELECT value ->> 0 AS id, value ->> 1 AS at,
      value ->> 2 AS cgst, value ->> 3 AS sgst, value ->> 4 AS igst
      FROM json_each(${JSON.stringify(taxes)}))
    UPDATE document_lines SET cgst_paise = cgst, sgst_paise = sgst, igst_paise = igst FROM moved
    WHERE agency_id = ${tenant.agencyId} AND document_id = moved.id AND line = moved.at`);
  const toChange = ({
    invoice,
    columns: { gstMode, supplyText, grandTotalPaise },
  }: (typeof changed)[number]) => {
    const { id: _id, number: invoiceNumber } = invoice;
    const entity = invoice.family === "ESTIMATES" ? "Estimate" : "Invoice";
    const total = invoice.grandTotalPaise;
    const was = { gstMode: invoice.gstMode, supplyText: invoice.supplyText };
    const before = { _id, invoiceNumber, ...was, grandTotal: toRupees(total) };
    const after = { _id, gstMode, supplyText, grandTotal: toRupees(grandTotalPaise) };
    return { action: "UPDATE", entity, payload: { before, after }, follows: true } as const;
  };
  await recordChanges(tx, tenant, changed.map(toChange));
}

/** Lists the lines of many invoices. Reading them as JSON takes a fifth of the time. */
async function listInvoiceLines(
  tx: Write,
  { agencyId }: Tenant,
  moved: Moved[],
): Promise<Map<string, Line[]>> {
  const ids = JSON.stringify(moved.map(({ invoice }) => invoice.id));
  const rows = await tx.all<{ id: string; lines: string }>(sql`
    SELECT document_id AS id,
      json_group_array(json_array(qty, rate_paise, discount_pct, tax_pct)) AS lines
    FROM document_lines
    WHERE agency_id = ${agencyId} AND document_id IN (SELECT value FROM json_each(${ids}))
    GROUP BY document_id`);
  return new Map(rows.map(({ id, lines }) => [id, JSON.parse(lines).map(toLine)]));
}

type Numbers = [Line["qty"], Line["rate"], Line["discountPct"], Line["taxPct"]];
const toLine = ([qty, rate, discountPct, taxPct]: Numbers): Line => ({
  qty,
  rate,
  discountPct,
  taxPct,
});
