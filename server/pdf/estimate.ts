import { formatDate } from "../../domain/dates.ts";
import { amountInWords } from "../../domain/documents/amountInWords.ts";
import type { Estimate } from "../../domain/documents/estimates.ts";
import { foreignMemo } from "../../domain/documents/paper.ts";
import { type Paise, toPaise } from "../../domain/money.ts";
import { remark, remarks, sums } from "./closing.ts";
import { FACTS, layOutRecipient } from "./invoice.ts";
import { layOutItems } from "./invoiceItems.ts";
import { layOutColumns, space, WIDTH } from "./kit.ts";
import type { Definition } from "./maker.ts";
import { below, frame, layOutFacts, layOutHead, layOutSignature, listNoteSums } from "./note.ts";

/** Lays out an estimate, which states that it is not a GST document. */
export function layOutEstimate(estimate: Estimate, logo?: Uint8Array): Definition {
  const { date, dueDate, supplier, grandTotal, deliveryAddress, notes, terms } = estimate;
  const memo = foreignMemo(estimate);
  return {
    ...frame(estimate, logo),
    content: [
      ...layOutHead(estimate, logo),
      layOutColumns(
        [
          [WIDTH - FACTS - 30, layOutRecipient(estimate, "For")],
          [
            FACTS,
            layOutFacts(estimate, [
              ["Date", formatDate(date)],
              ["Valid until", dueDate && formatDate(dueDate)],
            ]),
          ],
        ],
        30,
      ),
      space(10),
      layOutItems(estimate),
      sums(listNoteSums(estimate), [
        ...remark("Amount in words", amountInWords(toPaise(grandTotal) as Paise)),
        ...(deliveryAddress ? below("Delivered at", deliveryAddress) : []),
        ...(memo ? below("In foreign currency", memo) : []),
        ...below("Please note", "This is an estimate and not a tax invoice."),
      ]),
      layOutSignature(supplier.agencyName),
      ...remarks([
        ["Notes", notes],
        ["Terms & Conditions", terms],
      ]),
    ],
  };
}
