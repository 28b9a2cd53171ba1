import { type CalendarDate, formatDate, today } from "../../domain/dates.ts";
import { type Invoice, isOverdue } from "../../domain/documents/invoices.ts";
import { pureAgentSentence } from "../../domain/documents/notes.ts";
import {
  BY_RECIPIENT,
  COMPOSITION,
  describeAdvances,
  foreignMemo,
  listEndorsements,
  listOtherSettlements,
  listShownTaxes,
  listTaxNames,
  type PrintedInvoice,
} from "../../domain/documents/paper.ts";
import { payLink } from "../../domain/documents/upi.ts";
import { inr } from "./amounts.ts";
import { payBlock, remarks, type Sum, sums } from "./closing.ts";
import { below, inWords, layOutDocument, listSupplyFacts, RECIPIENT, toSum } from "./document.ts";
import { layOutRegistration, layOutSignedCode } from "./einvoice.ts";
import { INK } from "./ink.ts";
import { layOutItems, taxesByCode } from "./invoiceItems.ts";
import { lines, STRONG, space, text, WIDTH } from "./kit.ts";
import type { Content, Definition } from "./maker.ts";
import { style } from "./type.ts";

/**
 * Lays out a tax invoice with the particulars of Rule 46 of the CGST Rules, or an invoice without GST.
 * Marks it if it is overdue on the given day.
 */
export function layOutInvoice(
  invoice: PrintedInvoice,
  logo?: Uint8Array,
  on: CalendarDate = today(),
): Definition {
  const { supplier, status, date, dueDate, notes, terms } = invoice;
  return layOutDocument(invoice, logo, {
    madeOn: invoice.createdAt,
    status: isOverdue(invoice, on) ? "OVERDUE" : status,
    isOriginal: status !== "DRAFT",
    above:
      supplier.isComposition && supplier.gstin
        ? [text(COMPOSITION, STRONG, { margin: [0, 0, 0, 8] })]
        : [],
    to: "Bill to",
    belowRecipient: layOutRegistration(invoice.einvoice, RECIPIENT),
    facts: [
      ["Invoice date", formatDate(date)],
      ["Due date", dueDate && formatDate(dueDate)],
      ...listSupplyFacts(invoice),
    ],
    besideFacts: layOutSignedCode(invoice.einvoice),
    content: [
      ...layOutDue(invoice),
      ...layOutEndorsements(invoice),
      space(10),
      layOutItems(invoice),
      sums(listSums(invoice), [...inWords(invoice.grandTotal), ...furtherRemarks(invoice)]),
      ...taxesByCode(invoice),
      payBlock(supplier.bankDetails, payLink(invoice), supplier.agencyName),
      ...remarks([
        ["Notes", notes],
        ["Terms & Conditions", terms],
      ]),
    ],
  });
}

function layOutEndorsements(invoice: Invoice): Content[] {
  const words = listEndorsements(invoice);
  const written = words.flatMap((line) => lines(line, style(8), WIDTH, 3));
  return words.length > 0 ? [space(6), ...written] : [];
}

/** Remarks about the total. */
function furtherRemarks(invoice: PrintedInvoice): Content[] {
  const memo = foreignMemo(invoice);
  const advances = describeAdvances(invoice);
  const agent = pureAgentSentence(invoice.items);
  const { reverseCharge, reverseChargeTax, deliveryAddress } = invoice;
  const owed = listTaxNames(invoice).map(
    ({ name, part }) => `${name} ${inr(reverseChargeTax[part])}`,
  );
  return [
    ...below("Advance received", advances.join("\n"), 4),
    ...below("Delivered at", deliveryAddress, 4),
    ...below("In foreign currency", memo, 4),
    ...below("Pure agent", agent, 4),
    ...below(BY_RECIPIENT, reverseCharge ? owed.join(", ") : "", 4),
  ];
}

/** The amount due and its date, which a client looks for first. */
function layOutDue({ status, balance, dueDate }: Invoice): Content[] {
  if ((status !== "SENT" && status !== "PARTIALLY_PAID") || balance <= 0) return [];
  const due = dueDate ? ` due ${formatDate(dueDate)}` : " due";
  return [text(inr(balance) + due, style(14, INK.text, "semibold"), { margin: [0, 8, 0, 0] })];
}

function listSums(invoice: Invoice): Sum[] {
  const { subTotal, discountTotal, taxableValue, tax, roundOff, grandTotal } = invoice;
  const { status, received, tds, balance } = invoice;
  const isIssued = status !== "DRAFT" && status !== "CANCELLED";
  const taxes = listShownTaxes(invoice);
  const others = listOtherSettlements(invoice);
  const isSettled = received > 0 || tds > 0 || others.length > 0;
  const rows: [label: string, rupees: number, isShown: boolean, isTotal?: boolean][] = [
    ["Subtotal", subTotal, true],
    ["Discount", -discountTotal, discountTotal > 0],
    ["Taxable value", taxableValue, taxes.length > 0],
    ...taxes.map(({ name, part }): [string, number, boolean] => [name, tax[part], true]),
    ["Round off", roundOff, roundOff !== 0],
    ["Total", grandTotal, true, true],
    ["Received", -received, received > 0],
    ["TDS deducted", -tds, tds > 0],
    ...others.map(([name, rupees]): [string, number, boolean] => [name, -rupees, true]),
    ["Balance due", balance, isIssued, isSettled],
  ];
  return rows
    .filter(([, , isShown]) => isShown)
    .map(([label, rupees, , isTotal]) => toSum(label, rupees, isTotal));
}
