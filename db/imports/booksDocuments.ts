import { formatDate } from "../../domain/dates.ts";
import type { FileDocument, FileVoucher } from "../../domain/documents/booksSchema.ts";
import { defaultTax } from "../../domain/documents/invoices.ts";
import { KIND_NAMES } from "../../domain/documents/kinds.ts";
import { advanceFigures } from "../../domain/gst/figures.ts";
import { formatPaise, type Paise, toRupees } from "../../domain/money.ts";
import { nameKey } from "../../domain/names.ts";
import { invalid } from "../../domain/refusal.ts";
import { computeDocument } from "../documents/documents.ts";
import { resolveSupply, toCharge } from "../documents/figures.ts";
import { UNKNOWN_RATE, voucherColumns } from "../documents/vouchers.ts";
import { computeIrn } from "../returns/irn.ts";
import type { documents } from "../schema/documents.ts";
import type { Resolved } from "./booksClients.ts";
import { BILLS, type Draft, type Made } from "./booksDraft.ts";
import type { Present } from "./booksPresent.ts";

/**
 * Computes a document of a file.
 * @throws Refusal "invalid" if it is not allowed, or its total differs from the file's
 */
export function computeFileDocument(one: FileDocument, client: Resolved, draft: Draft): Made {
  const { kind, number, lines, total, roundToTotal, status, reason, original, ...rest } = one;
  const { placeOfSupplyCode: placeOfSupply, client: _, adjusts: __, irn: typed, ...fields } = rest;
  const isNote = kind.endsWith("_NOTE");
  // Drafts use current details. Notes use the parties of their original, even as drafts.
  const isDraft = status === "DRAFT" && !isNote;
  const { supplier, defaults } = draft.present.issuer;
  const parties = { supplier, recipient: isDraft ? client.asKept : client.asWritten };
  const own = { placeOfSupply, clientId: client.id, kind: undefined, serviceDate: "" };
  const compute = (roundOff: Paise) =>
    computeDocument(kind, { ...fields, ...own, items: lines, roundOff }, parties, defaults);
  let { columns, items } = compute(fields.roundOff);
  const missing = total === undefined ? 0 : total - columns.grandTotalPaise;
  if (roundToTotal && missing !== 0 && Math.abs(missing) <= 1_00) {
    ({ columns, items } = compute((fields.roundOff + missing) as Paise));
  }
  if (total !== undefined && total !== columns.grandTotalPaise) {
    const [ours, theirs] = [columns.grandTotalPaise, total].map(formatPaise);
    throw invalid("total", `Its lines total ${ours}, but its total is ${theirs}`);
  }
  const irn = typed.toLowerCase();
  if (irn) assertIrn(one, irn, supplier.gstin);
  const of = isNote && original && draft.find(BILLS, original.number, original.date);
  const isIt = of && of.clientId === client.id && of.date === original.date;
  return {
    columns: {
      ...columns,
      number,
      issued: isDraft ? null : parties,
      reason: isNote ? reason : "",
      originalId: isIt ? of.id : null,
      original: isNote && original ? { ...original, total: toRupees(original.total) } : null,
    },
    items,
    status,
    irn,
  };
}

/** @throws Refusal "invalid" if the IRN belongs to another document */
function assertIrn({ kind, number, date }: FileDocument, irn: string, gstin: string): void {
  if (kind === "ESTIMATE" || kind === "BILL_OF_SUPPLY") {
    throw invalid("irn", `${KIND_NAMES[kind]} ${number} cannot be registered as an e-invoice`);
  }
  if (!/^[0-9a-f]{64}$/.test(irn))
    throw invalid("irn", "An IRN has 64 characters: digits and the letters a to f");
  if (gstin && irn !== computeIrn(gstin, { kind, number, date })) {
    throw invalid("irn", `The IRN does not belong to ${number} and the agency's GSTIN`);
  }
}

/** Computes a receipt voucher of a file. The money and the deductions include the tax. */
export function computeFileReceipt(one: FileVoucher, client: Resolved, present: Present): Made {
  const { kind, number, date, amount, tdsAmount, supply, status } = one;
  const { supplier, defaults } = present.issuer;
  const parties = { supplier, recipient: client.asWritten };
  const placed = resolveSupply(
    { kind, placeOfSupply: one.placeOfSupplyCode, reverseCharge: false, supply },
    parties,
    defaults.defaultPlaceOfSupply,
  );
  const taxPct = one.taxPct ?? defaultTax(supplier, UNKNOWN_RATE);
  const figures = advanceFigures((amount + tdsAmount) as Paise, taxPct, toCharge(placed));
  const { columns, item } = voucherColumns({
    kind,
    date,
    clientId: client.id,
    placed,
    parties,
    figures,
    taxPct,
    description: one.description || "Advance",
  });
  return {
    columns: { ...columns, number, reason: "" },
    items: [item],
    status,
    advance: { placed, taxPct, parties },
  };
}

const FIGURES = [
  "taxablePaise",
  "cgstPaise",
  "sgstPaise",
  "igstPaise",
  "roundOffPaise",
  "grandTotalPaise",
] as const;

/**
 * Checks that an existing document with the same number is the same document, whatever its status is now.
 * @throws Refusal "invalid" that lists the differences
 */
export function assertSame(
  columns: Pick<Made["columns"], "date" | "grandTotalPaise"> & Partial<Made["columns"]>,
  row: typeof documents.$inferSelect,
  client: Resolved,
  present: Present,
): void {
  const existingClient = present.clients.find(({ id }) => id === row.clientId);
  const { name, gstin } = client.asWritten;
  const names = [
    existingClient?.displayName,
    existingClient?.billingName,
    row.issued?.recipient.name,
  ];
  const isTheirs =
    row.clientId === client.id &&
    (names.some((known) => known !== undefined && nameKey(known) === nameKey(name)) ||
      (gstin !== "" && gstin === existingClient?.gstin));
  const isOther = (column: "supplyCode" | (typeof FIGURES)[number]) =>
    column in columns && row[column] !== columns[column];
  const other =
    (row.date !== columns.date && `dated ${formatDate(row.date)}`) ||
    (!isTheirs && `for ${existingClient?.displayName}`) ||
    (row.grandTotalPaise !== columns.grandTotalPaise && `of ${formatPaise(row.grandTotalPaise)}`) ||
    (isOther("supplyCode") && `supplied to ${row.supplyText || "nowhere"}`) ||
    (FIGURES.some(isOther) && "with different tax");
  if (!other) return;
  const what = `${KIND_NAMES[row.kind]} ${row.number}`;
  throw invalid("number", `${what} already exists, ${other}`);
}
