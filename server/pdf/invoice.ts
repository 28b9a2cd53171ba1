import { type Invoice, titleOf } from "../../domain/invoices.ts";
import { openFlow } from "./invoice/flow.ts";
import { drawPayTo, drawRemarks } from "./invoice/foot.ts";
import { drawHead, drawRunningHead } from "./invoice/head.ts";
import { drawItems } from "./invoice/items.ts";
import { drawTotals } from "./invoice/totals.ts";
import { style } from "./opening.ts";
import { INK, openSheet, PAGE, type Sheet } from "./sheet.ts";

/**
 * A tax invoice with the particulars of Rule 46 of the CGST Rules, or an invoice where the agency has no
 * GSTIN. The same invoice gives the same bytes. The logo is a whole PNG or JPEG.
 */
export async function invoicePdf(
  invoice: Invoice,
  logo?: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const { supplier, invoiceNumber, createdAt } = invoice;
  const sheet = openSheet({
    title: `${titleOf(invoice)} ${invoiceNumber} of ${supplier.agencyName}`,
    author: supplier.agencyName,
    madeOn: new Date(createdAt),
    foot: `${titleOf(invoice)} ${invoiceNumber}`,
  });
  const flow = await openFlow(sheet, (page) => {
    if (invoice.status === "CANCELLED") drawCancelled(sheet);
    return page === 1 ? drawHead(sheet, invoice, logo) : drawRunningHead(sheet, invoice);
  });
  await drawItems(flow, invoice);
  await drawTotals(flow, invoice);
  await drawPayTo(flow, invoice);
  await drawRemarks(flow, invoice);
  return flow.end();
}

const STAMP = style(96, INK.stamp, "semibold");

function drawCancelled(sheet: Sheet): void {
  const word = sheet.type.line("CANCELLED", STAMP);
  const [across, down] = [(word.width / 2) * Math.SQRT1_2, PAGE.height / 2];
  sheet.stamp(word, PAGE.width / 2 - across + 24, down + across + 24, 45);
}
