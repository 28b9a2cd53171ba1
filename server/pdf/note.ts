import { formatDate } from "../../domain/dates.ts";
import type { Estimate } from "../../domain/documents/estimates.ts";
import {
  isWithoutGst,
  type Note,
  pureAgentSentence,
  REASON_NAMES,
  REVERSE_CREDIT,
  reversesCredit,
  WITHOUT_GST,
} from "../../domain/documents/notes.ts";
import { listShownTaxes } from "../../domain/documents/paper.ts";
import { payBlock, remarks, type Sum, sums } from "./closing.ts";
import {
  below,
  inWords,
  layOutDocument,
  layOutSignature,
  listSupplyFacts,
  RECIPIENT,
  toSum,
} from "./document.ts";
import { layOutRegistration, layOutSignedCode } from "./einvoice.ts";
import { layOutItems } from "./invoiceItems.ts";
import { space } from "./kit.ts";
import type { Definition } from "./maker.ts";

/** Lays out a credit or debit note with the particulars of Rule 53(1A) of the CGST Rules. */
export function layOutNote(note: Note, logo?: Uint8Array): Definition {
  const { kind, status, date, dueDate, original, reason, supplier, notes } = note;
  return layOutDocument(note, logo, {
    madeOn: note.createdAt,
    // A paid note is not marked.
    status: status === "PAID" ? "" : status,
    isOriginal: status !== "DRAFT",
    to: "To",
    belowRecipient: layOutRegistration(note.einvoice, RECIPIENT),
    facts: [
      ["Date", formatDate(date)],
      ["Due date", dueDate && formatDate(dueDate)],
      ["Against invoice", original.number],
      ["Dated", original.number && formatDate(original.date)],
      ...listSupplyFacts(note),
    ],
    besideFacts: layOutSignedCode(note.einvoice),
    content: [
      space(10),
      layOutItems(note),
      sums(listNoteSums(note), [
        ...inWords(note.grandTotal),
        ...below("Reason", reason === "OTHER" ? "" : REASON_NAMES[reason]),
        ...below("To your accountant", reversesCredit(note) ? REVERSE_CREDIT : ""),
        ...below("Without GST", isWithoutGst(note) ? WITHOUT_GST : ""),
        ...below("Pure agent", pureAgentSentence(note.items)),
      ]),
      kind === "CREDIT_NOTE"
        ? layOutSignature(supplier.agencyName)
        : payBlock(supplier.bankDetails, undefined, supplier.agencyName),
      ...remarks([["Notes", notes]]),
    ],
  });
}

export function listNoteSums(note: Estimate | Note): Sum[] {
  const { kind, subTotal, discountTotal, taxableValue, tax, roundOff, grandTotal } = note;
  const taxes = listShownTaxes(note);
  const rows: [label: string, rupees: number, isShown: boolean][] = [
    ["Subtotal", subTotal, taxes.length === 0 || discountTotal > 0],
    ["Discount", -discountTotal, discountTotal > 0],
    ["Taxable value", taxableValue, taxes.length > 0],
    ...taxes.map(({ name, part }): [string, number, boolean] => [name, tax[part], true]),
    ["Round off", roundOff, roundOff !== 0],
  ];
  const label = kind === "CREDIT_NOTE" ? "Credited" : "Total";
  const shown = rows.filter(([, , isShown]) => isShown);
  return [...shown.map(([label, rupees]) => toSum(label, rupees)), toSum(label, grandTotal, true)];
}
