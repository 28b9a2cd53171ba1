import { type CalendarDate, formatDate, today } from "../../domain/dates.ts";
import { amountInWords } from "../../domain/documents/amountInWords.ts";
import { type Invoice, isOverdue } from "../../domain/documents/invoices.ts";
import { pureAgentSentence } from "../../domain/documents/notes.ts";
import {
  BY_RECIPIENT,
  COMPOSITION,
  describeAdvances,
  findDestination,
  foreignMemo,
  isBillOfSupply,
  isOfGst,
  listEndorsements,
  listOtherSettlements,
  listShownTaxes,
  listTaxNames,
  type PrintedInvoice,
  supplierLines,
  type Whom,
} from "../../domain/documents/paper.ts";
import { payLink } from "../../domain/documents/upi.ts";
import { findState, formatState } from "../../domain/gst/states.ts";
import { isExport } from "../../domain/gst/supply.ts";
import { type Paise, toPaise } from "../../domain/money.ts";
import { inr } from "./amounts.ts";
import { payBlock, remark, remarks, type Sum, sums } from "./closing.ts";
import { layOutRegistration, layOutSignedCode } from "./einvoice.ts";
import { INK } from "./ink.ts";
import { layOutItems, taxesByCode } from "./invoiceItems.ts";
import {
  drawing,
  facts,
  LABEL,
  layOutColumns,
  letterhead,
  lines,
  mark,
  pages,
  party,
  STRONG,
  space,
  text,
  titles,
  WIDTH,
} from "./kit.ts";
import type { Content, Definition } from "./maker.ts";
import { PAGE } from "./sheet.ts";
import { style } from "./type.ts";

export const FACTS = 190;

/**
 * Lays out a tax invoice with the particulars of Rule 46 of the CGST Rules, or an invoice without GST.
 * Marks it if it is overdue on the given day.
 */
export function layOutInvoice(
  invoice: PrintedInvoice,
  logo?: Uint8Array,
  on = today(),
): Definition {
  const { supplier, invoiceNumber, status, notes, terms } = invoice;
  const { title } = invoice;
  const words = amountInWords(toPaise(invoice.grandTotal) as Paise);
  return {
    title: `${title} ${invoiceNumber} from ${supplier.agencyName}`,
    author: supplier.agencyName,
    madeOn: new Date(invoice.createdAt),
    logo,
    ...pages(supplier.agencyName, `${title} ${invoiceNumber}`, `${title} ${invoiceNumber}`),
    ...(status === "CANCELLED" && { background: () => CANCELLED }),
    content: [
      ...(supplier.isComposition && supplier.gstin
        ? [text(COMPOSITION, STRONG, { margin: [0, 0, 0, 8] })]
        : []),
      ...letterhead(
        {
          name: supplier.agencyName,
          facts: supplierLines(supplier),
          gstin: supplier.gstin,
          hasLogo: logo !== undefined,
        },
        titles(title.toUpperCase(), invoiceNumber, [
          ...(status === "DRAFT" ? [] : [text("Original for recipient", LABEL)]),
          ...layOutMark(invoice, on),
        ]),
      ),
      layOutColumns(
        [
          [
            WIDTH - FACTS - 30,
            [
              ...layOutRecipient(invoice),
              ...layOutRegistration(invoice.einvoice, WIDTH - FACTS - 30),
            ],
          ],
          [FACTS, [...layOutInvoiceFacts(invoice), ...layOutSignedCode(invoice.einvoice)]],
        ],
        30,
      ),
      ...layOutDue(invoice),
      ...layOutEndorsements(invoice),
      space(10),
      layOutItems(invoice),
      sums(listSums(invoice), [...remark("Amount in words", words), ...furtherRemarks(invoice)]),
      ...taxesByCode(invoice),
      payBlock(supplier.bankDetails, payLink(invoice), supplier.agencyName),
      ...remarks([
        ["Notes", notes],
        ["Terms & Conditions", terms],
      ]),
    ],
  };
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
    ...(advances.length > 0 ? [space(4), ...remark("Advance received", advances.join("\n"))] : []),
    ...(deliveryAddress ? [space(4), ...remark("Delivered at", deliveryAddress)] : []),
    ...(memo ? [space(4), ...remark("In foreign currency", memo)] : []),
    ...(agent ? [space(4), ...remark("Pure agent", agent)] : []),
    ...(reverseCharge ? [space(4), ...remark(BY_RECIPIENT, owed.join(", "))] : []),
  ];
}

const STAMP = style(96, INK.stamp, "semibold");
export const CANCELLED = drawing(PAGE.width, PAGE.height, (pen) =>
  pen.stamp(pen.type.line("CANCELLED", STAMP), PAGE.width / 2 + 24, PAGE.height / 2 + 24, 45),
);

const MARKS: Partial<Record<Invoice["status"], string>> = {
  DRAFT: INK.quiet,
  PAID: INK.income,
  CANCELLED: INK.negative,
};

function layOutMark(invoice: Invoice, on: CalendarDate): Content[] {
  const { status } = invoice;
  if (isOverdue(invoice, on)) return [mark("OVERDUE", INK.negative)];
  const color = MARKS[status];
  return color ? [mark(status, color)] : [];
}

export function layOutRecipient(invoice: Whom, label = "Bill to"): Content[] {
  const { recipient, supply } = invoice;
  const { name, address, city, pin, gstin, state, stateCode, phone, email } = recipient;
  const home = [state, stateCode && `code ${stateCode}`].filter(Boolean).join(", ");
  const town = [city, pin].filter(Boolean).join(" – ");
  const destination = findDestination(invoice);
  const where = isExport(supply)
    ? destination && `Country of destination: ${destination}`
    : home && `State: ${home}`;
  return party(
    {
      label,
      name,
      address,
      facts: [town, where].filter(Boolean),
      gstin,
      contact: [phone, email].filter(Boolean).join("  ·  "),
    },
    WIDTH - FACTS - 30,
  );
}

/**
 * The facts of an invoice. Without GST there is no supply; a bill of supply does not say who pays the tax.
 */
function layOutInvoiceFacts(invoice: Invoice): Content[] {
  const { date, dueDate, supplyPlace, reverseCharge } = invoice;
  const state = findState(supplyPlace.stateCode);
  const isTaxed = isOfGst(invoice);
  const payer = reverseCharge ? "Yes" : "No";
  return facts(
    [
      ["Invoice date", formatDate(date)],
      ["Due date", dueDate && formatDate(dueDate)],
      ["Place of supply", isTaxed ? (state ? formatState(state) : supplyPlace.text) : ""],
      ["Reverse charge", isTaxed && !isBillOfSupply(invoice) ? payer : ""],
    ],
    74,
    FACTS,
  );
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
    .map(([label, rupees, , isTotal = false]) => ({ label, amount: inr(rupees), isTotal }));
}
