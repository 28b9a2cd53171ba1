import * as v from "valibot";
import type { BankDetails } from "../../domain/documents/invoiceSettings.ts";
import {
  INVOICE_STATUSES,
  type Invoice,
  type InvoiceDetail,
  type InvoiceItem,
  type InvoiceList,
  type InvoiceRow,
  type Recipient,
  type Supplier,
} from "../../domain/documents/invoices.ts";
import { PAYMENT_MODES, type Payment, type Settled } from "../../domain/documents/payments.ts";
import { GST_MODES } from "../../domain/gst/figures.ts";
import { CLIENT_KINDS, LINE_TREATMENTS, SUPPLIES } from "../../domain/gst/supply.ts";
import {
  count,
  createPageShape,
  createShape,
  day,
  dayIfAny,
  id,
  isTrue,
  moment,
  percent,
  rupeeSum,
  rupees,
  text,
} from "./shapes.ts";
import { accountName, transaction } from "./transactionShapes.ts";

export const bankDetails = createShape<BankDetails>()(
  v.object({
    accountName: text,
    bankName: text,
    accountNo: text,
    ifsc: text,
    upi: text,
    branch: text,
  }),
);

const tax = v.object({ cgst: rupees, sgst: rupees, igst: rupees });
/** The amounts of every document, besides its total. */
export const summed = { taxableValue: rupees, tax };

const row = {
  _id: id,
  kind: v.picklist(["INVOICE", "BILL_OF_SUPPLY"]),
  invoiceNumber: text,
  number: text,
  ...summed,
  date: day,
  dueDate: dayIfAny,
  clientId: v.object({ _id: id, displayName: text, email: text }),
  status: v.picklist(INVOICE_STATUSES),
  grandTotal: rupees,
  received: rupees,
  tds: v.pipe(rupees, v.description("TDS deducted by the client, in rupees")),
  creditApplied: rupees,
  balance: v.pipe(rupees, v.description("Rupees: grandTotal less settlements")),
  seriesId: v.pipe(text, v.description('Id of the series that created it, or ""')),
};
const invoiceRow = createShape<InvoiceRow>()(v.object(row));

const item = createShape<InvoiceItem>()(
  v.object({
    description: text,
    hsnSac: text,
    qty: v.number(),
    rate: rupees,
    discountPct: percent,
    taxPct: percent,
    unit: text,
    treatment: v.pipe(
      v.picklist([...LINE_TREATMENTS, ""]),
      v.description('Reason for a rate of 0; "" if the rate is not 0 or no reason is given'),
    ),
    pureAgent: isTrue,
    taxable: rupees,
    cgst: rupees,
    sgst: rupees,
    igst: rupees,
  }),
);
const supplier = createShape<Supplier>()(
  v.object({
    agencyName: text,
    location: text,
    contactNumber: text,
    gstin: text,
    logoUrl: text,
    bankDetails,
    legalName: text,
    city: text,
    pin: text,
    lut: v.array(v.object({ number: text, from: day, to: day })),
    isComposition: isTrue,
  }),
);
const recipient = createShape<Recipient>()(
  v.object({
    name: text,
    address: text,
    city: text,
    pin: text,
    gstin: text,
    state: text,
    stateCode: text,
    email: text,
    phone: text,
    kind: v.picklist(CLIENT_KINDS),
    country: text,
    isAssociated: v.optional(
      v.pipe(isTrue, v.description("Vendors only: an associated enterprise abroad")),
    ),
  }),
);

export const invoice = createShape<Invoice>()(
  v.object({
    ...row,
    title: v.pipe(text, v.description("Title of the document")),
    supply: v.picklist(SUPPLIES),
    reverseCharge: isTrue,
    foreignCurrency: v.pipe(
      text,
      v.description('ISO 4217, printed next to the rupees; "" if none'),
    ),
    exchangeRate: v.pipe(v.number(), v.description("Rupees per unit; 0 if none")),
    serviceDate: v.pipe(
      dayIfAny,
      v.description("Date of the service, if the invoice is more than 30 days later"),
    ),
    deliveryAddress: v.pipe(
      text,
      v.description('If different from the place of supply; otherwise ""'),
    ),
    gstMode: v.picklist(GST_MODES),
    placeOfSupply: v.pipe(text, v.description('As entered; "" if another place applied')),
    supplyPlace: v.object({
      text,
      stateCode: v.pipe(text, v.description('"" if the place is not a state')),
    }),
    items: v.array(item),
    subTotal: rupees,
    discountTotal: rupees,
    reverseChargeTax: v.pipe(
      tax,
      v.description("Tax the client pays under reverse charge, in rupees"),
    ),
    roundOff: rupees,
    advancesUsed: rupees,
    writtenOff: rupees,
    notes: text,
    terms: text,
    supplier,
    recipient,
    createdBy: v.object({ _id: id, fullName: text }),
    createdAt: moment,
    irn: v.pipe(text, v.description('IRN of the e-invoice; "" if none')),
    einvoice: v.optional(v.object({ irn: text, ackNo: text, ackDate: text, signedQr: text })),
    warnings: v.array(v.object({ code: text, message: text })),
  }),
);

/** The fields of every issued document. */
export const issuedFields = v.pick(invoice, [
  ...(["gstMode", "supply", "supplyPlace", "supplier", "recipient"] as const),
  ...(["createdBy", "createdAt"] as const),
]).entries;
/** Further fields of a document with items. */
export const itemizedFields = v.pick(invoice, [
  ...(["reverseCharge", "reverseChargeTax", "items", "subTotal", "discountTotal"] as const),
  ...(["roundOff", "notes"] as const),
]).entries;
/** The fields of a client's document in a list. */
export const clientRow = {
  ...summed,
  ...v.pick(invoice, ["_id", "clientId", "date", "number"]).entries,
};

export const payment = createShape<Payment>()(
  v.object({
    _id: id,
    date: day,
    amount: rupees,
    tdsAmount: v.pipe(rupees, v.description("Income tax deducted")),
    gstTds: v.pipe(
      v.object({ igst: rupees, cgst: rupees, sgst: rupees }),
      v.description("GST deducted (CGST Act, s. 51)"),
    ),
    mode: v.picklist(PAYMENT_MODES),
    reference: text,
    notes: text,
    accountId: id,
    account: accountName,
    transactionId: id,
    createdAt: moment,
  }),
);
const settled = createShape<Settled>()(
  v.object({
    _id: id,
    kind: v.picklist(["ADVANCE", "CREDIT", "WRITE_OFF"]),
    sourceId: v.pipe(text, v.description('The voucher or note; "" for a write-off')),
    number: text,
    sourceDate: v.pipe(text, v.description('Number of the voucher or note; "" for a write-off')),
    date: day,
    amount: rupees,
    reason: text,
  }),
);
export const invoiceDetail = createShape<InvoiceDetail>()(
  v.object({
    invoice,
    payments: v.array(payment),
    settled: v.array(settled),
    transactions: v.array(transaction),
    summary: v.object({ totalPaid: rupees, tds: rupees, balance: rupees }),
  }),
);
export const invoiceList = createShape<InvoiceList>()(
  createPageShape(invoiceRow, {
    totals: v.object({
      grandTotal: rupeeSum,
      received: rupeeSum,
      tds: rupeeSum,
      balanceDue: rupeeSum,
      drafts: v.pipe(count, v.description("Number of drafts, which are in no total")),
    }),
  }),
);

export const invoiceSchemas = {
  Invoice: invoice,
  InvoiceItem: item,
  InvoiceRow: invoiceRow,
  InvoiceList: invoiceList,
  InvoiceDetail: invoiceDetail,
  Supplier: supplier,
  Recipient: recipient,
};
