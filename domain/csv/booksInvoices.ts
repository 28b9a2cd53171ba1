import { readDate } from "../dates.ts";
import { findState } from "../gst/states.ts";
import { defaultSupply, type Supply } from "../gst/supply.ts";
import { formatPaise, type Paise, toDecimal } from "../money.ts";
import type { BooksField } from "./booksFields.ts";
import {
  type Cells,
  convertToRupees,
  omitEmpty,
  parsePaise,
  parseRate,
  toIsoDate,
  toLine,
  toNumberText,
} from "./booksLines.ts";
import { parseClientKind } from "./booksParties.ts";
import { createSettled, type FilePayment } from "./booksSettled.ts";
import { applyTotalDiscount, shippingLine } from "./booksWhole.ts";

// Invoices in other programs' files, where each row may be a line.

export interface FileInvoice {
  kind: "INVOICE";
  number: string;
  date: string;
  client: string;
  lines: Record<string, string>[];
  [field: string]: unknown;
}

/** A row and its position in the file. */
export interface Row {
  cells: Cells;
  place: string;
  /** Whether the file has a tax column, so that a blank cell means no tax. */
  saysTax: boolean;
}

interface Begun {
  place: string;
  client: string;
  rows: Cells[];
  lines: Row[];
}

/** Returns the first non-empty cell of a header field. */
const readFirst =
  (rows: Cells[]): Cells =>
  (field: BooksField) =>
    rows.map((row) => row(field)).find(Boolean) ?? "";

export function createInvoices(
  places: Map<string, string>,
  idOf: (cells: Cells, place: string) => string,
) {
  const begun = new Map<string, Begun>();
  return {
    add(row: Row) {
      const { cells, place } = row;
      const key = `${cells("number")}\n${readDate(cells("date")) ?? cells("date")}`;
      const client = idOf(cells, place);
      const invoice = begun.get(key) ?? { place, client, rows: [], lines: [] };
      invoice.rows.push(cells);
      if (cells("rate") || cells("taxable")) invoice.lines.push(row);
      begun.set(key, invoice);
    },
    end() {
      const documents: FileInvoice[] = [];
      const payments: FilePayment[] = [];
      const warnings: string[] = [];
      const settled = createSettled();
      for (const { place, client, rows, lines } of begun.values()) {
        const written = readFirst(rows);
        const reason = reasonToLeave(written);
        if (reason) {
          warnings.push(`${place}: invoice ${written("number")} is left out: ${reason}`);
          continue;
        }
        const toRupees = (cells: Cells) =>
          isForeign(written) ? convertToRupees(cells, parseRate(written("exchangeRate"))) : cells;
        const header = toRupees(written);
        const at = documents.length;
        places.set(`documents.${at}`, place);
        for (const [n, line] of lines.entries()) {
          places.set(`documents.${at}.lines.${n}`, line.place);
        }
        const rowsInRupees = lines.map((row) => ({ ...row, cells: toRupees(row.cells) }));
        const document = toDocument(header, rowsInRupees, client);
        documents.push(document);
        const payment = document.status === "SENT" && settled.add(header, document);
        if (!payment) continue;
        places.set(`payments.${payments.length}`, place);
        payments.push(payment);
      }
      return { documents, payments, warnings: [...warnings, ...settled.warnings()] };
    },
  };
}

const isForeign = (header: Cells) => !["", "INR"].includes(header("currency").toUpperCase());

/** Returns why an invoice cannot be imported as it is, or "". */
function reasonToLeave(header: Cells): string {
  if (isForeign(header) && parseRate(header("exchangeRate")) === 0) {
    return `it is in ${header("currency")} without an exchange rate`;
  }
  const adjusted = readRoundOff(header);
  const isRoundOff = Math.abs(adjusted) <= ROUND_OFF_MAX;
  return isRoundOff ? "" : `an adjustment of ${formatPaise(adjusted)} is not a round off`;
}

const ROUND_OFF_MAX = 99_99;

const readRoundOff = (header: Cells): Paise =>
  ((parsePaise(header("roundOff")) ?? 0) + (parsePaise(header("adjustment")) ?? 0)) as Paise;

function toDocument(header: Cells, rows: Row[], client: string): FileInvoice {
  const kind = parseClientKind(header("gstTreatment"));
  const isTaxed = rows.some(({ cells }) => (parsePaise(cells("taxAmount")) ?? 0) > 0);
  const own = rows.map(({ cells, saysTax }) => toLine(cells, header, saysTax));
  const lines = [...applyTotalDiscount(own, header), ...shippingLine(own, header)];
  const roundOff = readRoundOff(header);
  return {
    kind: "INVOICE",
    number: header("number"),
    date: toIsoDate(header("date")),
    client,
    ...omitEmpty({
      dueDate: toIsoDate(header("dueDate")),
      placeOfSupplyCode: findState(header("place"))?.code ?? "",
      supply: kind ? detectSupply(kind, isTaxed) : "",
      foreignCurrency: isForeign(header) ? header("currency").toUpperCase() : "",
      exchangeRate: isForeign(header) ? toNumberText(header("exchangeRate")) : "",
      notes: header("notes"),
      terms: header("terms"),
      total: toNumberText(header("total")),
      roundOff: roundOff === 0 ? "" : toDecimal(roundOff),
    }),
    status: parseStatus(header("status")),
    roundToTotal: true,
    // A charge is not a line if the file has no other lines.
    lines: own.length > 0 ? lines : [],
  };
}

function detectSupply(kind: Parameters<typeof defaultSupply>[0], isTaxed: boolean): Supply {
  const usual = defaultSupply(kind);
  return isTaxed ? (usual.replace("_WITHOUT_", "_WITH_") as Supply) : usual;
}

function parseStatus(status: string): "CANCELLED" | "DRAFT" | "SENT" {
  if (/draft|pending approval/i.test(status)) return "DRAFT";
  return /void|cancel/i.test(status) ? "CANCELLED" : "SENT";
}
