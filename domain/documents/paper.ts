import { formatDate } from "../dates.ts";
import { countryName } from "../gst/countries.ts";
import { findStateByGstin, nameStateTax } from "../gst/states.ts";
import { findEndorsement, isExport, isWithoutTax } from "../gst/supply.ts";
import { formatInr, type Paise, type Rupees, toPaise, toRupees } from "../money.ts";
import { foreignCents } from "./foreign.ts";
import type { Invoice, InvoiceItem, Recipient, Supplier } from "./invoices.ts";
import type { DocumentKind } from "./kinds.ts";
import type { Settled } from "./payments.ts";
import { findLut } from "./warnings.ts";

// What the paper of an invoice says, on the screen and in the PDF.

/** Rule 5(1)(f) of the CGST Rules, on top of the paper of a composition dealer. */
export const COMPOSITION = "Composition taxable person, not eligible to collect tax on supplies";
export const BY_RECIPIENT = "Tax payable by the recipient under reverse charge";

type Part = "cgst" | "igst" | "sgst";

/** What tells which taxes a document carries: an invoice, a note on one, a voucher. */
export type Taxed = Billed &
  Pick<Invoice, "gstMode" | "reverseCharge" | "supplier" | "supply" | "supplyPlace" | "tax">;

/** What an invoice and the notes on it show alike. */
export type Shown = Taxed &
  Pick<
    Invoice,
    | ("discountTotal" | "grandTotal" | "items" | "number" | "recipient" | "roundOff")
    | ("subTotal" | "taxableValue" | "title")
  >;

/** The taxes of where it is supplied. */
export function listTaxNames({ supplier, supplyPlace, gstMode }: Taxed) {
  if (gstMode === "IGST") return [{ name: "IGST", part: "igst" as Part }];
  const code = supplyPlace.stateCode || findStateByGstin(supplier.gstin)?.code;
  return [
    { name: "CGST", part: "cgst" as Part },
    { name: nameStateTax(code), part: "sgst" as Part },
  ];
}

/** Whether it speaks of GST at all: not where nobody is registered and nothing is taxed. */
export const isOfGst = ({ supplier, tax }: Taxed): boolean =>
  supplier.gstin !== "" || tax.cgst + tax.sgst + tax.igst > 0;

/** Which taxes it shows with their amounts: none where it may carry none. */
export function listShownTaxes(invoice: Taxed) {
  const { supply, reverseCharge } = invoice;
  const isFree = isWithoutTax(supply) || reverseCharge || isBillOfSupply(invoice);
  return isOfGst(invoice) && !isFree ? listTaxNames(invoice) : [];
}

interface Billed {
  kind: DocumentKind;
  supplier: Pick<Supplier, "isComposition">;
}

export const isBillOfSupply = ({ kind, supplier }: Billed): boolean =>
  kind === "BILL_OF_SUPPLY" || supplier.isComposition;

/** What a line comes to on the paper, without what the recipient pays himself. */
export function lineTotal(item: InvoiceItem, { reverseCharge }: Taxed): Rupees {
  const { taxable, cgst, sgst, igst } = item;
  const parts = reverseCharge ? [taxable] : [taxable, cgst, sgst, igst];
  return toRupees(parts.reduce((sum, part) => sum + (toPaise(part) as Paise), 0) as Paise);
}

/** Name, address and telephone below the agency's name, line by line; the town where it stands in none. */
export function supplierLines(supplier: Supplier): string[] {
  const { agencyName, legalName, location, city, pin, contactNumber } = supplier;
  const isTold = location.includes(pin || city);
  return [
    legalName === agencyName ? "" : legalName,
    ...location.split("\n"),
    isTold ? "" : [city, pin].filter(Boolean).join(" "),
    contactNumber,
  ].filter(Boolean);
}

/** Of an invoice that goes abroad, which names no State (Rule 46 of the CGST Rules); "" for any other. */
export const findDestination = ({ supply, recipient }: Whom): string =>
  isExport(supply) ? countryName(isAbroad(recipient) ? recipient.country : "") : "";

export type Whom = Pick<Invoice, "recipient" | "supply">;

const isAbroad = ({ country }: Recipient) => country !== "" && country !== "IN";

/** What the law wants said of its supply, and under which letter of undertaking, line by line. */
export function listEndorsements({ supply, supplier, date }: Invoice): string[] {
  const lut = isWithoutTax(supply) ? findLut(supplier, date) : undefined;
  const period = lut && `${formatDate(lut.from)} to ${formatDate(lut.to)}`;
  return [findEndorsement(supply), lut ? `LUT ${lut.number}, valid ${period}` : ""].filter(Boolean);
}

/** `USD 1,200.00 at 83.4100`; "" where currency or rate is not told. */
export function foreignMemo({
  foreignCurrency,
  exchangeRate,
  grandTotal,
}: Pick<Invoice, "exchangeRate" | "foreignCurrency" | "grandTotal">): string {
  if (!foreignCurrency || exchangeRate <= 0) return "";
  const rate = Math.round(exchangeRate * 1_000_000);
  const cents = foreignCents(toPaise(grandTotal) as Paise, rate);
  const amount = `${(cents / 100n).toLocaleString("en-US")}.${String(cents % 100n).padStart(2, "0")}`;
  return `${foreignCurrency} ${amount} at ${exchangeRate.toFixed(6).replace(/0{1,2}$/, "")}`;
}

/** An invoice with the advances that its paper names. */
export interface PrintedInvoice extends Invoice {
  settled: Settled[];
}

/** Which vouchers lower what is due, line by line. */
export const describeAdvances = ({ settled }: PrintedInvoice): string[] =>
  settled
    .filter(({ kind }) => kind === "ADVANCE")
    .map(
      ({ number, sourceDate, amount }) =>
        `Voucher ${number} dated ${formatDate(sourceDate)}: ${formatInr(amount)}`,
    );

/** What else than money settled it, of that which is not 0. */
export function listOtherSettlements(
  invoice: Pick<Invoice, "advancesUsed" | "creditApplied" | "writtenOff">,
): [label: string, rupees: Rupees][] {
  const { creditApplied, advancesUsed, writtenOff } = invoice;
  const all: [string, Rupees][] = [
    ["Less: credit applied", creditApplied],
    ["Less: advance received", advancesUsed],
    ["Written off", writtenOff],
  ];
  return all.filter(([, rupees]) => rupees !== 0);
}
