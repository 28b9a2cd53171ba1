import { irnText } from "../../domain/gst/returns/einvoice.ts";

/** Computes a document's invoice reference number, a hash that does not need the portal. */
export const computeIrn = (gstin: string, document: Parameters<typeof irnText>[1]): string =>
  new Bun.CryptoHasher("sha256").update(irnText(gstin, document)).digest("hex");
