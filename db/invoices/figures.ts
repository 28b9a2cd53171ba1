import { and, eq, sql } from "drizzle-orm";
import { type Figures, figuresOf, figuresWarning, gstModeOf, type Line } from "../../domain/gst.ts";
import { supplyPlaceOf } from "../../domain/invoices.ts";
import type { Paise } from "../../domain/money.ts";
import { invalid } from "../../domain/refusal.ts";
import type { Write } from "../atomically.ts";
import { record } from "../audit.ts";
import { clients, invoices, type Parties } from "../invoiceSchema.ts";
import { owned, type Tenant } from "../tenant.ts";
import { findInvoiceDefaults } from "./defaults.ts";
import { findParties, findSupplier, toRecipient } from "./parties.ts";
import { findInvoice, findLines } from "./rows.ts";

/** What decides the figures of an invoice, beside who bills whom. */
export interface Terms {
  placeOfSupply: string;
  lines: Line[];
  roundOff: Paise;
}

/** The columns of an invoice that follow from its terms and parties. */
function assess({ placeOfSupply, lines, roundOff }: Terms, parties: Parties, defaultPlace: string) {
  const supply = supplyOf(placeOfSupply, parties, defaultPlace);
  const figures = figuresOf(lines, supply.gstMode, roundOff);
  return { figures, columns: { ...supply, ...figureColumns(figures) } };
}

type Supply = Pick<typeof invoices.$inferSelect, "gstMode" | "supplyCode" | "supplyText">;

function supplyOf(own: string, { supplier, recipient }: Parties, byDefault: string): Supply {
  const { text, state } = supplyPlaceOf(own, recipient, byDefault);
  return {
    supplyText: text,
    supplyCode: state?.code ?? "",
    gstMode: gstModeOf(supplier.gstin, state),
  };
}

function figureColumns({ tax, ...figures }: Figures) {
  return {
    subTotalPaise: figures.subTotal,
    discountPaise: figures.discountTotal,
    taxablePaise: figures.taxableValue,
    cgstPaise: tax.cgst,
    sgstPaise: tax.sgst,
    igstPaise: tax.igst,
    roundOffPaise: figures.roundOff,
    grandTotalPaise: figures.grandTotal,
  };
}

/** What terms come to. @throws Refusal "invalid" for a total that is negative or too large. */
export async function mustStand(tx: Write, tenant: Tenant, terms: Terms, parties: Parties) {
  const { defaultPlaceOfSupply } = await findInvoiceDefaults(tx, tenant);
  const { figures, columns } = assess(terms, parties, defaultPlaceOfSupply);
  const warning = figuresWarning(figures);
  if (warning) throw invalid(figures.grandTotal < 0 ? "roundOff" : "items", warning);
  return columns;
}

/** Keeps agency and client as they are now with a draft that is about to be one no more. */
export async function issue(tx: Write, tenant: Tenant, id: string): Promise<void> {
  const { invoice, client } = await findInvoice(tx, tenant, id);
  if (invoice.status !== "DRAFT") return;

  const parties = await findParties(tx, tenant, client);
  const lines = await findLines(tx, tenant, id);
  const { placeOfSupply, roundOffPaise: roundOff } = invoice;
  const columns = await mustStand(tx, tenant, { placeOfSupply, lines, roundOff }, parties);
  await tx
    .update(invoices)
    .set({ ...columns, issued: parties })
    .where(owned(tenant, invoices, eq(invoices.id, id)));
}

/**
 * A draft follows the present agency, client and settings, so whoever changes what its place of supply
 * follows from (GSTIN, default place, a client's state), or makes an invoice a draft again, calls this:
 * where its place of supply, and with it perhaps its taxes, comes out otherwise, the draft is changed.
 * One that could not stand so is left for whoever sends it to be told.
 */
export async function refreshDrafts(
  tx: Write,
  tenant: Tenant,
  which: { id?: string; clientId?: string } = {},
): Promise<void> {
  const supplier = await findSupplier(tx, tenant);
  const { defaultPlaceOfSupply } = await findInvoiceDefaults(tx, tenant);
  let changed = 0;
  for (let last: Draft | undefined; ; ) {
    const drafts = await findDrafts(tx, tenant, which, last);
    for (const { invoice, client } of drafts) {
      const parties = { supplier, recipient: toRecipient(client) };
      const supply = supplyOf(invoice.placeOfSupply, parties, defaultPlaceOfSupply);
      const isSame =
        invoice.gstMode === supply.gstMode &&
        invoice.supplyCode === supply.supplyCode &&
        invoice.supplyText === supply.supplyText;
      if (isSame) continue;
      await supplyElsewhere(tx, tenant, invoice, supply);
      changed += 1;
      if (changed % CHANGES_A_TURN === 0) await Bun.sleep(0);
    }
    if (drafts.length < DRAFTS_AT_ONCE) return;
    last = drafts.at(-1);
    await Bun.sleep(0);
  }
}

// Between as many the loop has a turn, for what else the clerk is asked, and for a server that is to stop.
const CHANGES_A_TURN = 20;
const DRAFTS_AT_ONCE = 200;

type Draft = Awaited<ReturnType<typeof findDrafts>>[number];

/** The next drafts after one of them, by date. */
function findDrafts(
  tx: Write,
  tenant: Tenant,
  { id, clientId }: { id?: string; clientId?: string },
  last: { invoice: { date: string; id: string } } | undefined,
) {
  const conditions = owned(
    tenant,
    invoices,
    eq(invoices.status, "DRAFT"),
    id ? eq(invoices.id, id) : undefined,
    clientId ? eq(invoices.clientId, clientId) : undefined,
    last && sql`(date, id) > (${last.invoice.date}, ${last.invoice.id})`,
  );
  const keys = sql`SELECT id FROM invoices WHERE ${conditions} ORDER BY date, id LIMIT ${DRAFTS_AT_ONCE}`;
  return tx
    .select({ invoice: invoices, client: clients })
    .from(invoices)
    .innerJoin(
      clients,
      and(eq(clients.agencyId, invoices.agencyId), eq(clients.id, invoices.clientId)),
    )
    .where(owned(tenant, invoices, sql`${invoices.id} IN (${keys})`))
    .orderBy(sql`+${invoices.date}, +${invoices.id}`);
}

async function supplyElsewhere(
  tx: Write,
  tenant: Tenant,
  { id, number: invoiceNumber, ...before }: typeof invoices.$inferSelect,
  supply: Supply,
): Promise<void> {
  const lines = await findLines(tx, tenant, id);
  const figures = figuresOf(lines, supply.gstMode, before.roundOffPaise);
  if (figuresWarning(figures)) return;

  await tx
    .update(invoices)
    .set({ ...supply, ...figureColumns(figures) })
    .where(owned(tenant, invoices, eq(invoices.id, id)));
  const { gstMode, supplyText } = supply;
  await record(tx, tenant, "UPDATE", "Invoice", {
    before: { _id: id, invoiceNumber, gstMode: before.gstMode, supplyText: before.supplyText },
    after: { _id: id, gstMode, supplyText },
  });
}
