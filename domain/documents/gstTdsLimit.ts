import type { CalendarDate } from "../dates.ts";
import { type GstMode, resolveGstMode } from "../gst/figures.ts";
import { type Schedule, valueOn } from "../gst/returns/law.ts";
import { resolveState } from "../gst/states.ts";
import { type ClientKind, defaultSupply } from "../gst/supply.ts";
import { formatPaise, type Paise } from "../money.ts";
import { type GstTds, sumGstTds } from "./gstTds.ts";
import { type Deductible, taxableLeft, tdsAt } from "./payments.ts";

// Limits of GST-TDS on a payment.

/** Percent of the taxable value, all heads together: Notification 50/2018-Central Tax. */
const GST_TDS_PCT: Schedule<number> = [{ fromPaise: "2018-10-01", value: 2 }];

/** Splits GST-TDS by head: half CGST and half SGST within the state, else IGST. */
export function splitGstTds(amount: Paise, mode: GstMode): GstTds {
  const none = 0 as Paise;
  if (mode === "IGST") return { igst: amount, cgst: none, sgst: none };
  const half = Math.round(amount / 2) as Paise;
  return { igst: none, cgst: half, sgst: (amount - half) as Paise };
}

/** Returns the GST mode of a client, before a document names a place of supply. */
export const findClientMode = (
  client: { kind: ClientKind; state: string; stateCode: string },
  gstin: string,
): GstMode => resolveGstMode(gstin, resolveState(client), defaultSupply(client.kind));

/** Returns the GST-TDS on the taxable value left after credit notes. */
export const usualGstTds = (
  { taxablePaise, creditedPaise, totalPaise }: Omit<Deductible, "deductedPaise">,
  date: CalendarDate,
): Paise => tdsAt(valueOn(GST_TDS_PCT, date), taxableLeft(taxablePaise, creditedPaise, totalPaise));

/**
 * Returns why a payment of an invoice cannot have this GST-TDS, or undefined.
 * @param of with the tax already deducted in `deducted`
 */
export function gstTdsFault(
  gstTds: GstTds,
  { mode, date, ...of }: Deductible & { mode: GstMode; date: CalendarDate },
): string | undefined {
  const { igst, cgst, sgst } = gstTds;
  if (mode === "IGST" ? cgst + sgst > 0 : igst > 0 || cgst !== sgst) {
    return mode === "IGST"
      ? "GST-TDS on an invoice with IGST must be IGST"
      : "GST-TDS on an invoice with CGST and SGST must be half of each";
  }
  // A deductor may round each head up to rupees.
  const most = usualGstTds(of, date) + 200 - of.deductedPaise;
  return sumGstTds(gstTds) > most
    ? `GST-TDS can be at most ${valueOn(GST_TDS_PCT, date)}% of the taxable value, ` +
        `${formatPaise(Math.max(0, most - 200) as Paise)}`
    : undefined;
}
