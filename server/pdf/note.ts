import { formatDate } from "../../domain/dates.ts";
import { amountInWords } from "../../domain/documents/amountInWords.ts";
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
import {
  isBillOfSupply,
  isOfGst,
  listShownTaxes,
  supplierLines,
} from "../../domain/documents/paper.ts";
import type { Voucher } from "../../domain/documents/vouchers.ts";
import { findState, formatState } from "../../domain/gst/states.ts";
import { type Paise, toPaise } from "../../domain/money.ts";
import { inr } from "./amounts.ts";
import { payBlock, remark, remarks, type Sum, signature, sums } from "./closing.ts";
import { layOutRegistration, layOutSignedCode } from "./einvoice.ts";
import { INK } from "./ink.ts";
import { CANCELLED, FACTS, layOutRecipient } from "./invoice.ts";
import { layOutItems } from "./invoiceItems.ts";
import {
  facts,
  LABEL,
  layOutColumns,
  letterhead,
  mark,
  pages,
  space,
  text,
  titles,
  WIDTH,
} from "./kit.ts";
import type { Content, Definition } from "./maker.ts";

/** Lays out a credit or debit note with the particulars of Rule 53(1A) of the CGST Rules. */
export function layOutNote(note: Note, logo?: Uint8Array): Definition {
  const { kind, date, dueDate, original, reason, supplier, grandTotal, notes } = note;
  const agent = pureAgentSentence(note.items);
  return {
    ...frame(note, logo),
    content: [
      ...layOutHead(note, logo),
      layOutColumns(
        [
          [
            WIDTH - FACTS - 30,
            [
              ...layOutRecipient(note, "To"),
              ...layOutRegistration(note.einvoice, WIDTH - FACTS - 30),
            ],
          ],
          [
            FACTS,
            [
              ...layOutFacts(note, [
                ["Date", formatDate(date)],
                ["Due date", dueDate && formatDate(dueDate)],
                ["Against invoice", original.number],
                ["Dated", original.number && formatDate(original.date)],
              ]),
              ...layOutSignedCode(note.einvoice),
            ],
          ],
        ],
        30,
      ),
      space(10),
      layOutItems(note),
      sums(listNoteSums(note), [
        ...remark("Amount in words", amountInWords(toPaise(grandTotal) as Paise)),
        ...(reason === "OTHER" ? [] : below("Reason", REASON_NAMES[reason])),
        ...(reversesCredit(note) ? below("To your accountant", REVERSE_CREDIT) : []),
        ...(isWithoutGst(note) ? below("Without GST", WITHOUT_GST) : []),
        ...(agent ? below("Pure agent", agent) : []),
      ]),
      kind === "CREDIT_NOTE"
        ? layOutSignature(supplier.agencyName)
        : payBlock(supplier.bankDetails, undefined, supplier.agencyName),
      ...remarks([["Notes", notes]]),
    ],
  };
}

type NoteDocument = Estimate | Note | Voucher;

/** Returns the page setup of notes, vouchers and estimates. */
export function frame(document: NoteDocument, logo?: Uint8Array): Omit<Definition, "content"> {
  const { title, number, supplier, status, createdAt } = document;
  return {
    title: `${title} ${number} from ${supplier.agencyName}`,
    author: supplier.agencyName,
    madeOn: new Date(createdAt),
    logo,
    ...pages(supplier.agencyName, `${title} ${number}`, `${title} ${number}`),
    ...(status === "CANCELLED" && { background: () => CANCELLED }),
  };
}

export function layOutHead(
  { kind, title, number, supplier, status }: NoteDocument,
  logo?: Uint8Array,
): Content[] {
  const isOriginal = status !== "DRAFT" && kind !== "ESTIMATE";
  return letterhead(
    {
      name: supplier.agencyName,
      facts: supplierLines(supplier),
      gstin: supplier.gstin,
      hasLogo: logo !== undefined,
    },
    titles(title.toUpperCase(), number, [
      ...(isOriginal ? [text("Original for recipient", LABEL)] : []),
      ...(status === "DRAFT" ? [mark(status, INK.quiet)] : []),
      ...(status === "CANCELLED" ? [mark(status, INK.negative)] : []),
    ]),
  );
}

/** Lays out the document's own facts and those of the supply. A document without GST has no supply. */
export function layOutFacts(
  document: NoteDocument,
  own: [label: string, words: string][],
): Content[] {
  const { supplyPlace } = document;
  const state = findState(supplyPlace.stateCode);
  const reverseCharge = "reverseCharge" in document && document.reverseCharge;
  const isTaxed = isOfGst({ ...document, reverseCharge });
  const payer = reverseCharge ? "Yes" : "No";
  return facts(
    [
      ...own,
      ["Place of supply", isTaxed ? (state ? formatState(state) : supplyPlace.text) : ""],
      ["Reverse charge", isTaxed && !isBillOfSupply(document) ? payer : ""],
    ],
    74,
    FACTS,
  );
}

/** Another remark below the first. */
export const below = (label: string, words: string): Content[] => [
  space(6),
  ...remark(label, words),
];

/** The place to sign, on documents without payment details. */
export const layOutSignature = (signer: string): Content => ({
  columns: [
    { width: "*", text: "" },
    { width: 165, stack: signature(signer, 51) },
  ],
  margin: [0, 16, 0, 0],
  unbreakable: true,
});

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
  const shown = rows.filter(([, , isShown]) => isShown);
  return [
    ...shown.map(([label, rupees]) => ({ label, amount: inr(rupees) })),
    {
      label: kind === "CREDIT_NOTE" ? "Credited" : "Total",
      amount: inr(grandTotal),
      isTotal: true,
    },
  ];
}
