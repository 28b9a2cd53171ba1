import { counted } from "../counts.ts";
import { readDate } from "../dates.ts";
import type { PaymentMode } from "../documents/payments.ts";
import { findState } from "../gst/states.ts";
import { type ClientKind, type Supply, usualSupply } from "../gst/supply.ts";
import { type Paise, toDecimal } from "../money.ts";
import { nameKey } from "../names.ts";
import type { BooksField, BooksTable } from "./booksFields.ts";
import { type Cells, dateOf, given, lineOf, numberOf, paiseOf } from "./booksLines.ts";
import type { CsvRecord } from "./records.ts";
import { unguard } from "./transactions.ts";

// What the rows of other programs' files are in ours: see documents/booksFile.ts.

/** A file of books as it is sent, made of CSV files. */
export interface MappedBooks {
  file: { clients: FileClient[]; documents: FileInvoice[]; payments: FilePayment[] };
  /** What was left out, as sentences. */
  warnings: string[];
  /** Where in the CSV files what stands at a path came from: `invoices.csv, line 12`. */
  placeOf(path: string): string | undefined;
}

type FileClient = Record<string, string> & { id: string; name: string };
interface FileInvoice {
  kind: "INVOICE";
  number: string;
  date: string;
  client: string;
  lines: Record<string, string>[];
  [field: string]: unknown;
}
interface FilePayment {
  document: string;
  date: string;
  amount: string;
  mode: PaymentMode;
}

/** The books that tables hold: clients first, then those whom only an invoice names. */
export function booksOf(tables: BooksTable[]): MappedBooks {
  const places = new Map<string, string>();
  const clients = createClients(places);
  const invoices = createInvoices(places, clients.add);
  const left = new Map<string, number>();
  const byKind = (kind: BooksTable["kind"]) => tables.filter((table) => table.kind === kind);
  for (const table of byKind("clients")) {
    for (const { cells, place } of rowsOf(table)) clients.add(cells, place);
  }
  for (const table of byKind("invoices")) {
    for (const { cells, place } of rowsOf(table)) {
      const type = cells("type");
      if (type && !/^(sale|tax invoice|invoice)$/i.test(type)) {
        left.set(type, (left.get(type) ?? 0) + 1);
      } else if (cells("number")) invoices.add(cells, place);
    }
  }
  const { documents, payments } = invoices.end();
  const warnings = [...left].map(
    ([type, rows]) => `${counted(rows, "row")} of kind ${type} left out: only invoices are taken`,
  );
  const empty = documents.find(({ lines }) => lines.length === 0);
  if (empty) {
    warnings.push(`Nothing says what ${empty.number} was billed for: add the file with its items`);
  }
  return {
    file: { clients: clients.all, documents, payments },
    warnings,
    placeOf(path) {
      for (let prefix = path; prefix; prefix = prefix.slice(0, prefix.lastIndexOf("."))) {
        const place = places.get(prefix);
        if (place || !prefix.includes(".")) return place;
      }
      return undefined;
    },
  };
}

function rowsOf({ name, columns, rows }: BooksTable) {
  const at = new Map(columns.flatMap(({ field }, n) => (field ? [[field, n] as const] : [])));
  return rows.map(({ cells, line }: CsvRecord) => ({
    place: `${name}, line ${line}`,
    cells: ((field) => unguard(cells[at.get(field) ?? -1]?.trim() ?? "")) as Cells,
  }));
}

function createClients(places: Map<string, string>) {
  const all: FileClient[] = [];
  const known = new Map<string, FileClient>();
  /** The client of a row; what an earlier one did not say of them is taken from it. */
  function add(cells: Cells, place: string): string {
    const name = cells("client") || cells("billingName");
    if (!name) return "";
    const key = nameKey(name.slice(0, 1_000));
    const client: FileClient = known.get(key) ?? { id: `c${all.length + 1}`, name };
    if (!known.has(key)) {
      known.set(key, client);
      places.set(`clients.${all.length}`, place);
      all.push(client);
    }
    for (const [field, text] of Object.entries(fieldsOf(cells, name))) client[field] ??= text;
    return client.id;
  }
  return { all, add };
}

function fieldsOf(cells: Cells, name: string): Record<string, string> {
  const state = findState(cells("state"));
  return given({
    address: [cells("address"), cells("moreAddress")].filter(Boolean).join("\n"),
    billingName: cells("billingName") === name ? "" : cells("billingName"),
    gstin: cells("gstin"),
    kind: kindOf(cells("gstTreatment")) ?? "",
    stateCode: state?.code ?? "",
    state: state ? "" : cells("state"),
    city: cells("city"),
    pin: cells("pin"),
    country: /^[a-z]{2}$/i.test(cells("country")) ? cells("country") : "",
    email: cells("email"),
    phone: cells("phone"),
    notes: cells("number") ? "" : cells("notes"),
  });
}

/** What Zoho Books calls a contact's treatment: business_gst, business_sez, overseas … */
function kindOf(treatment: string): ClientKind | undefined {
  if (/overseas/i.test(treatment)) return "OVERSEAS";
  if (/sez/i.test(treatment)) return "SEZ";
  if (/composition/i.test(treatment)) return "COMPOSITION";
  if (/uin/i.test(treatment)) return "UIN";
  if (/none|consumer|unregistered/i.test(treatment)) return "UNREGISTERED";
  return /regular|business_gst/i.test(treatment) ? "REGULAR" : undefined;
}

interface Begun {
  place: string;
  client: string;
  lines: { cells: Cells; place: string }[];
  /** Of header fields, the first row that says one. */
  said: Cells;
}

function createInvoices(
  places: Map<string, string>,
  idOf: (cells: Cells, place: string) => string,
) {
  const begun = new Map<string, Begun & { rows: Cells[] }>();
  return {
    add(cells: Cells, place: string) {
      const number = cells("number");
      const date = readDate(cells("date")) ?? cells("date");
      const key = `${number}\n${date}`;
      const known = begun.get(key);
      const client = idOf(cells, place);
      const rows = known?.rows ?? [cells];
      const invoice = known ?? {
        ...{ place, rows, client, lines: [] },
        said: (field: BooksField) => rows.map((row) => row(field)).find(Boolean) ?? "",
      };
      if (known) rows.push(cells);
      if (cells("rate") || cells("taxable")) invoice.lines.push({ cells, place });
      begun.set(key, invoice);
    },
    end() {
      const documents: FileInvoice[] = [];
      const payments: FilePayment[] = [];
      for (const invoice of begun.values()) {
        const at = documents.length;
        places.set(`documents.${at}`, invoice.place);
        for (const [n, { place }] of invoice.lines.entries()) {
          places.set(`documents.${at}.lines.${n}`, place);
        }
        const document = documentOf(invoice);
        documents.push(document);
        const payment = paymentOf(invoice, document);
        if (!payment) continue;
        places.set(`payments.${payments.length}`, invoice.place);
        payments.push(payment);
      }
      return { documents, payments };
    },
  };
}

function documentOf({ said, client, lines }: Begun): FileInvoice {
  const kind = kindOf(said("gstTreatment"));
  const isTaxed = lines.some(({ cells }) => (paiseOf(cells("taxAmount")) ?? 0) > 0);
  const place = findState(said("place"));
  const currency = said("currency").toUpperCase();
  const isForeign = currency !== "" && currency !== "INR";
  const roundOff = (paiseOf(said("roundOff")) ?? 0) + (paiseOf(said("adjustment")) ?? 0);
  return {
    kind: "INVOICE",
    number: said("number"),
    date: dateOf(said("date")),
    client,
    ...given({
      dueDate: dateOf(said("dueDate")),
      placeOfSupplyCode: place?.code ?? "",
      supply: kind ? supplyOf(kind, isTaxed) : "",
      foreignCurrency: isForeign ? currency : "",
      exchangeRate: isForeign ? numberOf(said("exchangeRate")) : "",
      notes: said("notes"),
      terms: said("terms"),
      total: numberOf(said("total")),
      roundOff: roundOff === 0 ? "" : toDecimal(roundOff as Paise),
    }),
    status: statusOf(said("status")),
    roundToTotal: true,
    lines: lines.map(({ cells }) => lineOf(cells, said)),
  };
}

function supplyOf(kind: ClientKind, isTaxed: boolean): Supply {
  const usual = usualSupply(kind);
  return isTaxed ? (usual.replace("_WITHOUT_", "_WITH_") as Supply) : usual;
}

function statusOf(status: string): "CANCELLED" | "DRAFT" | "SENT" {
  if (/draft|pending approval/i.test(status)) return "DRAFT";
  return /void|cancel/i.test(status) ? "CANCELLED" : "SENT";
}

/** What was paid by then, as one payment. */
function paymentOf(
  { said }: Begun,
  { number, date, status }: FileInvoice,
): FilePayment | undefined {
  if (status !== "SENT") return undefined;
  const [total, balance, paid] = [said("total"), said("balance"), said("paid")].map(paiseOf);
  const amount =
    paid ?? (total !== undefined && balance !== undefined ? ((total - balance) as Paise) : 0);
  if (amount <= 0) return undefined;
  const on = dateOf(said("paidOn"));
  return {
    document: number,
    date: on || date,
    amount: toDecimal(amount as Paise),
    mode: modeOf(said("mode")),
  };
}

function modeOf(mode: string): PaymentMode {
  if (/upi|gpay|phonepe|paytm/i.test(mode)) return "UPI";
  if (/cash/i.test(mode)) return "Cash";
  if (/cheque|check/i.test(mode)) return "Cheque";
  if (/card/i.test(mode)) return "Card";
  return /bank|neft|imps|rtgs|transfer/i.test(mode) ? "Bank Transfer" : "Other";
}
