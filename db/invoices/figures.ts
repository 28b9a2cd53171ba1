import { eq } from "drizzle-orm";
import { type Figures, figuresOf, figuresWarning, gstModeOf, type Line } from "../../domain/gst.ts";
import { supplyPlaceOf } from "../../domain/invoices.ts";
import type { Paise } from "../../domain/money.ts";
import { invalid } from "../../domain/refusal.ts";
import type { Write } from "../atomically.ts";
import { record } from "../audit.ts";
import { invoices, type Parties } from "../invoiceSchema.ts";
import { owned, type Tenant } from "../tenant.ts";
import { findInvoiceDefaults } from "./defaults.ts";
import { findParties } from "./parties.ts";
import { findInvoice, findLines } from "./rows.ts";

/** What decides the figures of an invoice, beside who bills whom. */
export interface Terms {
  placeOfSupply: string;
  lines: Line[];
  roundOff: Paise;
}

/** The columns of an invoice that follow from its terms and parties. */
function assess(
  { placeOfSupply, lines, roundOff }: Terms,
  { supplier, recipient }: Parties,
  defaultPlace: string,
) {
  const { text, state } = supplyPlaceOf(placeOfSupply, recipient, defaultPlace);
  const gstMode = gstModeOf(supplier.gstin, state);
  const figures = figuresOf(lines, gstMode, roundOff);
  return {
    figures,
    columns: {
      supplyText: text,
      supplyCode: state?.code ?? "",
      gstMode,
      ...figureColumns(figures),
    },
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
 * A draft follows the present agency, client and settings, so whoever changes one of them, or makes an
 * invoice a draft again, calls this:
 * where its place of supply, and with it perhaps its taxes, comes out otherwise, the draft is changed.
 * One that could not stand so is left for whoever sends it to be told.
 */
export async function refreshDrafts(
  tx: Write,
  tenant: Tenant,
  { id, clientId }: { id?: string; clientId?: string } = {},
): Promise<void> {
  const drafts = await tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      owned(
        tenant,
        invoices,
        eq(invoices.status, "DRAFT"),
        id ? eq(invoices.id, id) : undefined,
        clientId ? eq(invoices.clientId, clientId) : undefined,
      ),
    );
  const { defaultPlaceOfSupply } = await findInvoiceDefaults(tx, tenant);
  for (const draft of drafts) await refreshDraft(tx, tenant, draft.id, defaultPlaceOfSupply);
}

async function refreshDraft(
  tx: Write,
  tenant: Tenant,
  id: string,
  defaultPlace: string,
): Promise<void> {
  const before = await findInvoice(tx, tenant, id);
  const { placeOfSupply, roundOffPaise: roundOff } = before.invoice;
  const lines = await findLines(tx, tenant, id);
  const parties = await findParties(tx, tenant, before.client);
  const { figures, columns } = assess({ placeOfSupply, lines, roundOff }, parties, defaultPlace);
  const { gstMode, supplyCode, supplyText } = before.invoice;
  const isSame =
    gstMode === columns.gstMode &&
    supplyCode === columns.supplyCode &&
    supplyText === columns.supplyText;
  if (isSame || figuresWarning(figures)) return;

  await tx
    .update(invoices)
    .set(columns)
    .where(owned(tenant, invoices, eq(invoices.id, id)));
  await record(tx, tenant, "UPDATE", "Invoice", {
    before: { _id: id, invoiceNumber: before.invoice.number, gstMode, supplyText },
    after: { _id: id, gstMode: columns.gstMode, supplyText: columns.supplyText },
  });
}
