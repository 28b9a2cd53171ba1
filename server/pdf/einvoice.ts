import { formatDate } from "../../domain/dates.ts";
import type { Registration } from "../../domain/documents/invoices.ts";
import { qrCode } from "./closing.ts";
import { LABEL, lines, SMALL, space, text } from "./kit.ts";
import type { Content } from "./maker.ts";

// What an e-invoice shows on its first page: IRN and acknowledgement, and the signed QR code (Rule 46(r)).

/** 50 mm in points, as the portal's guide asks. */
const SIDE = (50 * 72) / 25.4;

/** IRN, acknowledgement number and date; nothing of what is not registered. */
export function layOutRegistration(einvoice: Registration | undefined, width: number): Content[] {
  if (!einvoice) return [];
  const { irn, ackNo, ackDate } = einvoice;
  // In two lines of 32, as many read it aloud.
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

/** The signed QR code, the portal's text as it came; it is not the one to pay by. */
export function layOutSignedCode(einvoice: Registration | undefined): Content[] {
  if (!einvoice?.signedQr) return [];
  return [
    qrCode(einvoice.signedQr, SIDE, { margin: [-8, 2, 0, 0] }),
    text("E-invoice, signed QR code", LABEL),
  ];
}
