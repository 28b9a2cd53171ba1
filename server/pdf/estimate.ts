import { formatDate } from "../../domain/dates.ts";
import type { Estimate } from "../../domain/documents/estimates.ts";
import { foreignMemo } from "../../domain/documents/paper.ts";
import { remarks, sums } from "./closing.ts";
import { below, inWords, layOutDocument, layOutSignature, listSupplyFacts } from "./document.ts";
import { layOutItems } from "./invoiceItems.ts";
import { space } from "./kit.ts";
import type { Definition } from "./maker.ts";
import { listNoteSums } from "./note.ts";

/** Lays out an estimate, which states that it is not a GST document. */
export function layOutEstimate(estimate: Estimate, logo?: Uint8Array): Definition {
  const { status, date, dueDate, supplier, notes, terms } = estimate;
  return layOutDocument(estimate, logo, {
    madeOn: estimate.createdAt,
    status,
    to: "For",
    facts: [
      ["Date", formatDate(date)],
      ["Valid until", dueDate && formatDate(dueDate)],
      ...listSupplyFacts(estimate),
    ],
    content: [
      space(10),
      layOutItems(estimate),
      sums(listNoteSums(estimate), [
        ...inWords(estimate.grandTotal),
        ...below("Delivered at", estimate.deliveryAddress),
        ...below("In foreign currency", foreignMemo(estimate)),
        ...below("Please note", "This is an estimate and not a tax invoice."),
      ]),
      layOutSignature(supplier.agencyName),
      ...remarks([
        ["Notes", notes],
        ["Terms & Conditions", terms],
      ]),
    ],
  });
}
