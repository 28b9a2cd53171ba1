import { Refusal } from "../refusal.ts";
import { type CsvRecord, csvRecords } from "./records.ts";

// The CSV files of other programs, column by column: what each is taken for, by the names that Zoho Books and
// Vyapar give them. What is not known is left out, and a person may say otherwise.

/** What a column may be taken for: as people call it, and how programs head it, the surest first. */
export const BOOKS_FIELDS = {
  client: {
    title: "Client",
    names: "customer name|contact name|display name|party name|client name|client|name",
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
  number: { title: "Invoice number", names: "invoice number|invoice no.|invoice no|invoice#" },
  date: { title: "Invoice date", names: "invoice date|date" },
  dueDate: { title: "Due date", names: "due date" },
  status: { title: "Status", names: "invoice status|status|payment status" },
  type: { title: "Kind of entry", names: "transaction type|txn type" },
  place: { title: "Place of supply", names: "place of supply|state of supply" },
  currency: { title: "Currency", names: "currency code" },
  exchangeRate: { title: "Exchange rate", names: "exchange rate" },
  item: { title: "Item", names: "item name|item" },
  details: { title: "Item’s description", names: "item desc|item description|description" },
  hsnSac: { title: "HSN/SAC", names: "hsn/sac|hsn|sac|hsn code" },
  qty: { title: "Quantity", names: "quantity|qty" },
  unit: { title: "Unit", names: "usage unit|unit" },
  rate: { title: "Rate", names: "item price|unitprice|unit price|price/unit|price|rate" },
  discountPct: { title: "Discount in %", names: "discount(%)|discount percent|discount %" },
  discount: { title: "Discount", names: "discount amount|discount" },
  wholeDiscountPct: {
    title: "Discount on the whole, in %",
    names: "entity discount percent",
  },
  taxPct: { title: "GST rate", names: "item tax %|tax percent|tax %|gst rate|gst %" },
  taxAmount: { title: "GST", names: "item tax amount|tax amount|tax" },
  taxable: { title: "Taxable value", names: "item total|taxable value|taxable amount" },
  includesTax: { title: "Rates include GST", names: "is inclusive tax" },
  total: { title: "Total", names: "total|total amount|invoice value|invoice total" },
  balance: { title: "Balance", names: "balance|balance due|balance amount" },
  paid: { title: "Paid", names: "received/paid amount|received amount|paid amount" },
  paidOn: { title: "Paid on", names: "last payment date|payment date" },
  mode: { title: "Paid by", names: "payment type|payment mode" },
  roundOff: { title: "Round off", names: "round off" },
  adjustment: { title: "Adjustment", names: "adjustment" },
  notes: { title: "Notes", names: "notes" },
  terms: { title: "Terms", names: "terms & conditions|terms" },
} as const;
export type BooksField = keyof typeof BOOKS_FIELDS;

const NAMES = Object.entries(BOOKS_FIELDS).map(
  ([field, { names }]) => [field as BooksField, names.split("|")] as const,
);

/** A column of a file, and what it is taken for; nothing where it is left out. */
export interface BooksColumn {
  name: string;
  field: BooksField | undefined;
  /** The first cell of it that says something. */
  example: string;
}

export interface BooksTable {
  /** Of the file. */
  name: string;
  /** One row an invoice, or one of its lines; or one row a client. */
  kind: "clients" | "invoices";
  columns: BooksColumn[];
  rows: CsvRecord[];
}

/** Titles and periods stand above the header of a report. */
const LOOKED_AT = 20;
const KNOWN_LEAST = 2;
const ROWS_MAX = 200_000;
const COLUMNS_MAX = 1_000;

/**
 * A file as it arrives, and what its columns are taken for.
 * @throws Refusal "invalid" for what is no CSV, or has no column that is known
 */
export async function readBooksTable(
  name: string,
  body: AsyncIterable<Uint8Array>,
): Promise<BooksTable> {
  const records: CsvRecord[] = [];
  for await (const some of csvRecords(textOnly(name, body))) {
    records.push(...some);
    if (records.length > ROWS_MAX) {
      throw new Refusal("invalid", `${name} has more than 2,00,000 rows; send it in parts`);
    }
  }
  const knownIn = ({ cells }: CsvRecord) =>
    cells.slice(0, COLUMNS_MAX).filter((cell) => isKnown(cell)).length;
  const head = records.slice(0, LOOKED_AT);
  const best = Math.max(0, ...head.map(knownIn));
  const at = head.findIndex((record) => knownIn(record) === best);
  const header = records[at];
  if (!header || best < KNOWN_LEAST || header.cells.length > COLUMNS_MAX) {
    throw new Refusal("invalid", `${name} has no header with columns of clients or invoices`);
  }
  const rows = records.slice(at + 1).filter(({ cells }) => cells.some((cell) => cell.trim()));
  const columns = taken(header.cells.map((cell) => cell.trim())).map((column, n) => ({
    ...column,
    example: rows.map(({ cells }) => cells[n]?.trim() ?? "").find(Boolean) ?? "",
  }));
  return withKind({ name, kind: "clients", columns, rows });
}

/** The table with columns taken for something else; `undefined` leaves one out. */
export function retaken(table: BooksTable, at: number, field: BooksField | undefined): BooksTable {
  const columns = table.columns.map((column, n) => {
    if (n === at) return { ...column, field };
    return field !== undefined && column.field === field ? { ...column, field: undefined } : column;
  });
  return withKind({ ...table, columns });
}

/** @throws Refusal "invalid" where nothing says what each row is */
function withKind(table: BooksTable): BooksTable {
  const has = (field: BooksField) => table.columns.some((column) => column.field === field);
  return { ...table, kind: has("number") && has("date") ? "invoices" : "clients" };
}

const plain = (cell: string) =>
  cell.normalize("NFKC").toLowerCase().replace(/[*:]$/, "").replace(/\s+/g, " ").trim();

const isKnown = (cell: string) =>
  cell.length < 100 && NAMES.some(([, names]) => names.includes(plain(cell)));

/** Each field is one column's, that of its surest name. */
function taken(header: string[]): Pick<BooksColumn, "field" | "name">[] {
  const columns: Pick<BooksColumn, "field" | "name">[] = header.map((name) => ({
    name,
    field: undefined,
  }));
  const named = header.map((name) => (name.length < 100 ? plain(name) : ""));
  for (const [field, names] of NAMES) {
    for (const name of names) {
      const column = columns[named.indexOf(name)];
      if (!column || column.field) continue;
      column.field = field;
      break;
    }
  }
  return columns;
}

async function* textOnly(name: string, body: AsyncIterable<Uint8Array>) {
  let isFirst = true;
  for await (const bytes of body) {
    // How a zip begins, which a workbook is.
    if (isFirst && bytes[0] === 0x50 && bytes[1] === 0x4b) {
      throw new Refusal("invalid", `${name} is an Excel workbook: save each of its sheets as CSV`);
    }
    isFirst = false;
    yield bytes;
  }
}
