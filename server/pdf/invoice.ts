import { type CalendarDate, formatDate, today } from "../../domain/dates.ts";
import { amountInWords } from "../../domain/documents/amountInWords.ts";
import {
  type Invoice,
  type InvoiceItem,
  isOverdue,
  taxesOf,
  titleOf,
  toLine,
} from "../../domain/documents/invoices.ts";
import { upiLink } from "../../domain/documents/upi.ts";
import {
  fromHundredths,
  type LineFigures,
  lineFigures,
  type TaxedAt,
  taxSummary,
} from "../../domain/gst/figures.ts";
import { ABROAD, findState, printedState } from "../../domain/gst/states.ts";
import { type Paise, toDecimal, toPaise } from "../../domain/money.ts";
import { grouped, inr } from "./amounts.ts";
import { payBlock, remark, remarks, type Sum, sums } from "./closing.ts";
import { INK } from "./ink.ts";
import {
  beside,
  drawing,
  facts,
  LABEL,
  letterhead,
  mark,
  pages,
  party,
  space,
  text,
  titles,
  WIDTH,
} from "./kit.ts";
import type { Content, Definition } from "./maker.ts";
import { PAGE } from "./sheet.ts";
import { type Column, table } from "./table.ts";
import { style } from "./type.ts";

export const FACTS = 190;

/**
 * A tax invoice with the particulars of Rule 46 of the CGST Rules, or one without GST, marked where it is
 * overdue on that day.
 */
export function invoicePaper(invoice: Invoice, logo?: Uint8Array, on = today()): Definition {
  const { supplier, invoiceNumber, status, notes, terms } = invoice;
  const title = titleOf(invoice);
  const words = amountInWords(toPaise(invoice.grandTotal) as Paise);
  return {
    title: `${title} ${invoiceNumber} of ${supplier.agencyName}`,
    author: supplier.agencyName,
    madeOn: new Date(invoice.createdAt),
    logo,
    ...pages(supplier.agencyName, `${title} ${invoiceNumber}`, `${title} ${invoiceNumber}`),
    ...(status === "CANCELLED" && { background: () => CANCELLED }),
    content: [
      ...letterhead(
        {
          name: supplier.agencyName,
          facts: [...supplier.location.split("\n"), supplier.contactNumber],
          gstin: supplier.gstin,
          hasLogo: logo !== undefined,
        },
        titles(title.toUpperCase(), invoiceNumber, [
          ...(status === "DRAFT" ? [] : [text("Original for recipient", LABEL)]),
          ...markOf(invoice, on),
        ]),
      ),
      beside(
        [
          [WIDTH - FACTS - 30, recipientOf(invoice)],
          [FACTS, factsOf(invoice)],
        ],
        30,
      ),
      ...dueOf(invoice),
      space(10),
      itemsOf(invoice),
      sums(sumsOf(invoice), remark("Amount in words", words)),
      ...taxesByCode(invoice),
      payBlock(supplier.bankDetails, linkOf(invoice), supplier.agencyName),
      ...remarks([
        ["Notes", notes],
        ["Terms & Conditions", terms],
      ]),
    ],
  };
}

/** What a note shows as an invoice does. */
export type Shown = Pick<
  Invoice,
  "gstMode" | "items" | "recipient" | "supplier" | "supplyPlace" | "tax"
>;

const STAMP = style(96, INK.stamp, "semibold");
export const CANCELLED = drawing(PAGE.width, PAGE.height, (pen) =>
  pen.stamp(pen.type.line("CANCELLED", STAMP), PAGE.width / 2 + 24, PAGE.height / 2 + 24, 45),
);

const MARKS: Partial<Record<Invoice["status"], string>> = {
  DRAFT: INK.quiet,
  PAID: INK.income,
  CANCELLED: INK.negative,
};

function markOf(invoice: Invoice, on: CalendarDate): Content[] {
  const { status } = invoice;
  if (isOverdue(invoice, on)) return [mark("OVERDUE", INK.negative)];
  const color = MARKS[status];
  return color ? [mark(status, color)] : [];
}

export function recipientOf(
  { recipient }: Pick<Invoice, "recipient">,
  label = "Bill to",
): Content[] {
  const { name, address, city, pin, gstin, state, stateCode, phone, email } = recipient;
  const home = [state, stateCode && `code ${stateCode}`].filter(Boolean).join(", ");
  const town = [city, pin].filter(Boolean).join(" – ");
  return party(
    {
      label,
      name,
      address,
      facts: [town, home && `State: ${home}`].filter(Boolean),
      gstin,
      contact: [phone, email].filter(Boolean).join("  ·  "),
    },
    WIDTH - FACTS - 30,
  );
}

/** An invoice without GST says nothing of supply. */
function factsOf(invoice: Invoice): Content[] {
  const { date, dueDate, supplyPlace } = invoice;
  const state = findState(supplyPlace.stateCode);
  const isTaxed = taxesOf(invoice).length > 0;
  return facts(
    [
      ["Invoice date", formatDate(date)],
      ["Due date", dueDate && formatDate(dueDate)],
      ["Place of supply", isTaxed ? (state ? printedState(state) : supplyPlace.text) : ""],
      ["Reverse charge", isTaxed ? "No" : ""],
    ],
    74,
    FACTS,
  );
}

/** What a client looks for first. */
function dueOf({ status, balance, dueDate }: Invoice): Content[] {
  if ((status !== "SENT" && status !== "PARTIALLY_PAID") || balance <= 0) return [];
  const due = dueDate ? ` due ${formatDate(dueDate)}` : " due";
  return [text(inr(balance) + due, style(14, INK.text, "semibold"), { margin: [0, 8, 0, 0] })];
}

interface Row {
  n: number;
  item: InvoiceItem;
  figures: LineFigures;
}

/** Rule 46 asks for each line's HSN or SAC, taxable value, and rate and amount of each tax. */
export function itemsOf(invoice: Shown): Content {
  const rows = invoice.items.map((item, n) => ({
    n: n + 1,
    item,
    figures: lineFigures(toLine(item), invoice.gstMode),
  }));
  const isDiscounted = ({ item }: Row) => item.discountPct > 0;
  const discount: Column<Row> = {
    head: "Discount",
    text: (row) => (isDiscounted(row) ? amount("discount")(row) : "–"),
    note: (row) => (isDiscounted(row) ? percent(row.item.discountPct) : ""),
  };
  const wide: Column<Row> = {
    head: "Description",
    text: ({ item }) => item.description,
    isLeft: true,
  };
  const taxes = taxColumns(invoice);
  const columns: Column<Row>[] = [
    { head: "#", text: ({ n }) => String(n), color: () => INK.faint, isLeft: true },
    wide,
    ...(taxes.length > 0 || rows.some(({ item }) => item.hsnSac)
      ? [{ head: "HSN/SAC", text: ({ item }: Row) => item.hsnSac.slice(0, 12), isLeft: true }]
      : []),
    { head: "Qty", text: ({ item }) => grouped(String(item.qty)) },
    { head: "Rate", text: ({ item }) => grouped(item.rate.toFixed(2)) },
    ...(rows.some(isDiscounted) ? [discount] : []),
    ...(taxes.length > 0 ? [{ head: "Taxable value", text: amount("taxable") }, ...taxes] : []),
    { head: "Amount", text: amount("total") },
  ];
  return table(columns, rows, { wide, room: 118 });
}

/** The rate stands in the head where it is the same for all lines. */
function taxColumns(invoice: Shown): Column<Row>[] {
  const share = invoice.gstMode === "IGST" ? 1 : 2;
  const rates = new Set(invoice.items.map(({ taxPct }) => taxPct));
  const [rate = 0] = rates;
  return taxesOf(invoice).map(({ name, part }) =>
    rates.size === 1
      ? { head: `${name} ${percent(rate / share)}`, text: amount(part) }
      : {
          head: name,
          text: amount(part),
          note: ({ item }: Row) => percent(item.taxPct / share),
        },
  );
}

const written = (paise: Paise): string => grouped(toDecimal(paise));
const amount =
  (figure: keyof LineFigures) =>
  ({ figures }: Row): string =>
    written(figures[figure]);
/** Without the noughts at its end: 9%, 2.5%, 0.125%. */
const percent = (pct: number) => `${Number(pct.toFixed(3))}%`;

function sumsOf(invoice: Invoice): Sum[] {
  const { subTotal, discountTotal, taxableValue, tax, roundOff, grandTotal } = invoice;
  const { status, received, tds, balance } = invoice;
  const isIssued = status !== "DRAFT" && status !== "CANCELLED";
  const taxes = taxesOf(invoice);
  const rows: [label: string, rupees: number, isShown: boolean, isTotal?: boolean][] = [
    ["Subtotal", subTotal, true],
    ["Discount", -discountTotal, discountTotal > 0],
    ["Taxable value", taxableValue, taxes.length > 0],
    ...taxes.map(({ name, part }): [string, number, boolean] => [name, tax[part], true]),
    ["Round off", roundOff, roundOff !== 0],
    ["Total", grandTotal, true, true],
    ["Received", -received, received > 0],
    ["TDS deducted", -tds, tds > 0],
    ["Balance due", balance, isIssued, received > 0 || tds > 0],
  ];
  return rows
    .filter(([, , isShown]) => isShown)
    .map(([label, rupees, , isTotal = false]) => ({ label, amount: inr(rupees), isTotal }));
}

/** Table 12 of GSTR-1 asks for these sums. */
function taxesByCode(invoice: Invoice): Content[] {
  const taxes = taxesOf(invoice);
  if (taxes.length === 0) return [];
  const items = invoice.items.map((item) => ({ ...toLine(item), hsnSac: item.hsnSac }));
  const rows = taxSummary(items, invoice.gstMode);
  const taxOf = ({ cgst, sgst, igst }: Pick<TaxedAt, "cgst" | "sgst" | "igst">) =>
    (cgst + sgst + igst) as Paise;
  const figure = (head: string, of: (row: TaxedAt) => Paise): Column<TaxedAt> => ({
    head,
    text: (row) => written(of(row)),
    total: rows.length > 1 ? written(rows.reduce((all, row) => all + of(row), 0) as Paise) : "",
  });
  const wide: Column<TaxedAt> = {
    head: "HSN/SAC",
    text: ({ hsnSac }) => hsnSac || "–",
    isLeft: true,
    total: rows.length > 1 ? "Total" : "",
  };
  const columns: Column<TaxedAt>[] = [
    wide,
    figure("Taxable value", ({ taxable }) => taxable),
    { head: "GST", text: ({ taxPct }) => `${fromHundredths(taxPct)}%` },
    ...taxes.map(({ name, part }) => figure(name, (row) => row[part])),
    figure("Tax", taxOf),
  ];
  return [space(6), table(columns, rows, { wide, room: 60 })];
}

/** None on a draft, which may change still, and none for a client abroad, who has no UPI. */
function linkOf(invoice: Invoice) {
  const { status, supplier, supplyPlace, invoiceNumber, balance, received, tds } = invoice;
  if (status === "DRAFT" || status === "CANCELLED") return undefined;
  if (supplyPlace.stateCode === ABROAD) return undefined;
  const { upi, accountName } = supplier.bankDetails;
  return upiLink({
    upi,
    payee: accountName || supplier.agencyName,
    invoiceNumber,
    balance: toPaise(balance) as Paise,
    isPartlyPaid: received > 0 || tds > 0,
  });
}
