import { irnText } from "../../domain/gst/returns/einvoice.ts";

/** The invoice reference number of a document: a hash that anybody can tell beforehand. */
export const computeIrn = (gstin: string, document: Parameters<typeof irnText>[1]): string =>
  new Bun.CryptoHasher("sha256").update(irnText(gstin, document)).digest("hex");
