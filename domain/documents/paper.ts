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

// Text of an invoice, on the screen and in the PDF.

/** Rule 5(1)(f) of the CGST Rules: printed at the top of a composition dealer's documents. */
export const COMPOSITION = "Composition taxable person, not eligible to collect tax on supplies";
export const BY_RECIPIENT = "Tax payable by the recipient under reverse charge";

type Part = "cgst" | "igst" | "sgst";

/** Fields that decide which taxes a document shows: an invoice, a note or a voucher. */
export type Taxed = Billed &
  Pick<Invoice, "gstMode" | "reverseCharge" | "supplier" | "supply" | "supplyPlace" | "tax">;

/** Fields that invoices and their notes show alike. */
export type Shown = Taxed &
  Pick<
    Invoice,
    | ("discountTotal" | "grandTotal" | "items" | "number" | "recipient" | "roundOff")
    | ("subTotal" | "taxableValue" | "title")
  >;

/** Returns the taxes at the place of supply. */
export function listTaxNames({ supplier, supplyPlace, gstMode }: Taxed) {
  if (gstMode === "IGST") return [{ name: "IGST", part: "igst" as Part }];
  const code = supplyPlace.stateCode || findStateByGstin(supplier.gstin)?.code;
  return [
    { name: "CGST", part: "cgst" as Part },
    { name: nameStateTax(code), part: "sgst" as Part },
  ];
}

/** Whether a document mentions GST at all: if the supplier is registered or there is tax. */
export const isOfGst = ({ supplier, tax }: Taxed): boolean =>
  supplier.gstin !== "" || tax.cgst + tax.sgst + tax.igst > 0;

/** Returns the taxes shown with amounts: none if the document may not charge tax. */
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

/** Returns the tax rate if all items have the same. */
export function commonRate({ items }: Pick<Shown, "items">): number | undefined {
  const rates = new Set(items.map(({ taxPct }) => taxPct));
  return rates.size === 1 ? items[0]?.taxPct : undefined;
}

/** Returns the total of a line on the document, without tax that the recipient pays. */
export function lineTotal(item: InvoiceItem, { reverseCharge }: Taxed): Rupees {
  const { taxable, cgst, sgst, igst } = item;
  const parts = reverseCharge ? [taxable] : [taxable, cgst, sgst, igst];
  return toRupees(parts.reduce((sum, part) => sum + (toPaise(part) as Paise), 0) as Paise);
}

/**
 * Returns the lines below the agency's name: legal name, address with town, and telephone. The town is
 * added only if the address does not contain it.
 */
export function supplierLines(
  supplier: Pick<
    Supplier,
    "agencyName" | "city" | "contactNumber" | "legalName" | "location" | "pin"
  >,
): string[] {
  const { agencyName, legalName, location, city, pin, contactNumber } = supplier;
  const hasPlace = location.includes(pin || city);
  return [
    legalName === agencyName ? "" : legalName,
    ...location.split("\n"),
    hasPlace ? "" : [city, pin].filter(Boolean).join(" "),
    contactNumber,
  ].filter(Boolean);
}

/** Returns the country of an export invoice, which names no state (Rule 46 of the CGST Rules), or "". */
export const findDestination = ({ supply, recipient }: Whom): string =>
  isExport(supply) ? countryName(isAbroad(recipient) ? recipient.country : "") : "";

export type Whom = Pick<Invoice, "recipient" | "supply">;

const isAbroad = ({ country }: Recipient) => country !== "" && country !== "IN";

/** Returns the endorsements that the law requires for the supply, and the letter of undertaking. */
export function listEndorsements({ supply, supplier, date }: Invoice): string[] {
  const lut = isWithoutTax(supply) ? findLut(supplier, date) : undefined;
  const period = lut && `${formatDate(lut.from)} to ${formatDate(lut.to)}`;
  return [findEndorsement(supply), lut ? `LUT ${lut.number}, valid ${period}` : ""].filter(Boolean);
}

/** Returns `USD 1,200.00 at 83.4100`, or "" if currency or rate is missing. */
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

/** An invoice with the advances that it names. */
export interface PrintedInvoice extends Invoice {
  settled: Settled[];
}

/** Returns a line for each voucher that lowers the amount due. */
export const describeAdvances = ({ settled }: PrintedInvoice): string[] =>
  settled
    .filter(({ kind }) => kind === "ADVANCE")
    .map(
      ({ number, sourceDate, amount }) =>
        `Voucher ${number} dated ${formatDate(sourceDate)}: ${formatInr(amount)}`,
    );

/** Returns the settlements other than money, without zero amounts. */
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
