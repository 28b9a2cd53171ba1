import { formatDate } from "../../domain/dates.ts";
import type { Registration } from "../../domain/documents/invoices.ts";
import { qrCode } from "./closing.ts";
import { LABEL, lines, SMALL, space, text } from "./kit.ts";
import type { Content } from "./maker.ts";

// The parts of an e-invoice on the first page: IRN, acknowledgement and signed QR code (Rule 46(r)).

/** 50 mm in points, as the portal's guide requires. */
const SIDE = (50 * 72) / 25.4;

/** Lays out IRN, acknowledgement number and date. Returns nothing if the document is not registered. */
export function layOutRegistration(einvoice: Registration | undefined, width: number): Content[] {
  if (!einvoice) return [];
  const { irn, ackNo, ackDate } = einvoice;
  // Two lines of 32 characters, which are easier to read aloud.
  const halves = [irn.slice(0, irn.length / 2), irn.slice(irn.length / 2)];
  const [day = "", time = ""] = ackDate.split(" ");
  const on = /^\d{4}-\d\d-\d\d$/.test(day) ? `${formatDate(day)}, ${time}` : ackDate;
  return [
    space(8),
    text("IRN", LABEL),
    ...halves.flatMap((half) => lines(half, SMALL, width, 1)),
    text("Ack No. and date", LABEL, { margin: [0, 3, 0, 0] }),
    ...lines([ackNo, on].filter(Boolean).join("  ·  "), SMALL, width, 1),
  ];
}

/** Lays out the signed QR code with the portal's text unchanged. It is not the payment code. */
export function layOutSignedCode(einvoice: Registration | undefined): Content[] {
  if (!einvoice?.signedQr) return [];
  return [
    qrCode(einvoice.signedQr, SIDE, { margin: [-8, 2, 0, 0] }),
    text("E-invoice, signed QR code", LABEL),
  ];
}
