import type { CsvRecord } from "./records.ts";

// Fields of other programs' CSV files.

/** Fields with their title, and the headings that programs use, most specific first. */
export const BOOKS_FIELDS = {
  client: {
    title: "Client",
    names: "customer name|display name|contact name|party name|client name|client|name",
  },
  billingName: { title: "Billing name", names: "company name|billing name|legal name" },
  gstin: {
    title: "GSTIN",
    names:
      "gst identification number (gstin)|gstin|gstin no.|gstin no|gstin number|party's gstin no.|" +
      "gstin/uin|gst number|gst no",
  },
  gstTreatment: { title: "GST treatment", names: "gst treatment" },
  address: { title: "Address", names: "billing address|billing street|address" },
  moreAddress: { title: "Address, second line", names: "billing street2|billing address2" },
  city: { title: "City", names: "billing city|city" },
  state: { title: "State", names: "billing state|state|place of contact" },
  pin: { title: "PIN code", names: "billing code|billing zip|pin code|pincode|pin" },
  country: { title: "Country", names: "billing country|country" },
  email: { title: "Email", names: "emailid|email id|email|primary contact emailid" },
  phone: {
    title: "Phone",
    names: "phone|mobilephone|phone no.|phone number|party phone no.|primary contact phone",
  },
  contactType: { title: "Kind of contact", names: "contact type" },
  openingBalance: { title: "Opening balance", names: "opening balance" },
  number: {
    title: "Invoice number",
    names: "invoice number|invoice no.|invoice no|invoice#|invoice #",
  },
  date: { title: "Invoice date", names: "invoice date|date issued|date" },
  dueDate: { title: "Due date", names: "due date" },
  status: { title: "Status", names: "invoice status|status|payment status" },
  type: { title: "Kind of entry", names: "transaction type|txn type" },
  place: { title: "Place of supply", names: "place of supply|state of supply" },
  currency: { title: "Currency", names: "currency code|currency" },
  exchangeRate: { title: "Exchange rate", names: "exchange rate" },
  item: { title: "Item", names: "item name|item" },
  details: { title: "Item’s description", names: "item desc|item description|description" },
  hsnSac: { title: "HSN/SAC", names: "hsn/sac|hsn|sac|hsn code" },
  qty: { title: "Quantity", names: "quantity|qty" },
  unit: { title: "Unit", names: "usage unit|unit" },
  rate: { title: "Rate", names: "item price|unitprice|unit price|price/unit|price|rate" },
  discountPct: {
    title: "Discount in %",
    names: "discount(%)|discount percent|discount %|discount percentage",
  },
  discount: { title: "Discount", names: "discount amount|discount" },
  wholeDiscountPct: {
    title: "Discount on the whole, in %",
    names: "entity discount percent",
  },
  wholeDiscount: { title: "Discount on the whole", names: "entity discount amount" },
  shipping: { title: "Shipping", names: "shipping charge|shipping charges" },
  shippingTaxPct: { title: "GST rate for shipping", names: "shipping charge tax %" },
  taxPct: { title: "GST rate", names: "item tax %|tax percent|tax %|gst rate|gst %" },
  taxAmount: { title: "GST", names: "item tax amount|tax amount|tax 1 amount|tax" },
  moreTaxAmount: { title: "GST, second part", names: "tax 2 amount" },
  taxable: {
    title: "Taxable value",
    names: "item total|taxable value|taxable amount|line subtotal",
  },
  includesTax: { title: "Rates include GST", names: "is inclusive tax" },
  total: { title: "Total", names: "total|total amount|invoice value|invoice total" },
  balance: { title: "Balance", names: "balance|balance due|balance amount" },
  paid: { title: "Paid", names: "received/paid amount|received amount|paid amount" },
  paidOn: { title: "Paid on", names: "last payment date|payment date|date paid" },
  tds: { title: "TDS", names: "tds amount" },
  writtenOff: { title: "Written off", names: "writeoff amount|write off amount" },
  mode: { title: "Paid by", names: "payment type|payment mode" },
  roundOff: { title: "Round off", names: "round off" },
  adjustment: { title: "Adjustment", names: "adjustment" },
  notes: { title: "Notes", names: "notes" },
  terms: { title: "Terms", names: "terms & conditions|terms" },
} as const;
export type BooksField = keyof typeof BOOKS_FIELDS;

/** A column of a file and its field; undefined if it is left out. */
export interface BooksColumn {
  name: string;
  field: BooksField | undefined;
  /** Its first non-empty cell. */
  example: string;
}

export interface BooksTable {
  name: string;
  /** A row is an invoice or one of its lines; or a client; or `unknown`, amounts without context. */
  kind: "clients" | "invoices" | "unknown";
  columns: BooksColumn[];
  rows: CsvRecord[];
}
