import { formatDate, formatMoment, isCalendarDate } from "../dates.ts";
import { CLIENT_KIND_NAMES, type ClientKind, SUPPLY_NAMES, type Supply } from "../gst/supply.ts";
import { formatInr } from "../money.ts";
import { lowerFirst, upperFirst } from "../names.ts";
import { TDS_LAW, type TdsRule } from "../tds/law.ts";
import type { AuditEntry } from "./audit.ts";

// Converts the payload of an audit entry, a record before and after, to fields with rupees, dates and
// names. It works for any record, including future ones.

/** A field before and after a change; "" if it was or is empty. */
export interface FieldChange {
  field: string;
  before: string;
  after: string;
}

/** Returns the changed fields of an update, or all fields of any other action. */
export function listFieldChanges({ action, payload }: AuditEntry): FieldChange[] {
  const { before, after, secret, ...rest } = payload;
  const [was, is] = [flatten(before), flatten(action === "VIEW" ? rest : after)];
  const fields = [...new Set([...was.keys(), ...is.keys()])]
    .map((field) => ({ field, before: was.get(field) ?? "", after: is.get(field) ?? "" }))
    .filter(({ before, after }) => before !== after);
  return secret ? [...fields, { field: "Password", before: "", after: "a new one" }] : fields;
}

/** Lowers a label's first letter for use within a sentence, except in an abbreviation such as GSTIN. */
export const lowerLabel = (label: string): string =>
  /^[A-Z]{2}/.test(label) ? label : lowerFirst(label);

export type Fields = { [key: string]: unknown };

export function toRecord(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null ? (value as Fields) : undefined;
}

/**
 * Returns every field of a record by its label, as text. A nested record with a name becomes its name.
 */
function flatten(value: unknown, label = "", texts = new Map<string, string>()) {
  const all = toRecord(value) ?? {};
  for (const [key, inner] of Object.entries(all)) {
    // Ids are meaningless to people; the name is in another field.
    if (key === "_id" || (key.endsWith("Id") && typeof inner === "string")) continue;
    // Skip the duplicate of a document's number, and the code of a named state.
    if ((key === "invoiceNumber" && "number" in all) || isCodeOfPlace(key, all)) continue;
    const named = joinLabels(label, key);
    const record = toRecord(inner);
    const name = record?._id && (record.name ?? record.displayName);
    if (record && !name) flatten(record, named, texts);
    // A place occurs twice: as entered, and as resolved.
    else texts.set(named, toText(key, name || inner) || (texts.get(named) ?? ""));
  }
  return texts;
}

const isCodeOfPlace = (key: string, all: Fields) => key === "stateCode" && Boolean(all.text);

/** Nested records whose fields are shown as the outer record's own. */
const PLAIN = ["transfer", "tax"];
/** Fields that stand for their record: `supplyPlace.text` → Place of supply. */
const ITSELF = ["text", "fullName"];

/** Joins labels: `Item 1, GST %` for a list, `Reverse charge CGST` for a record. */
function joinLabels(label: string, key: string): string {
  if (PLAIN.includes(key)) return label;
  if (!label) return toLabel(key);
  if (ITSELF.includes(key)) return label;
  // An element of a list: `Items` → Item 1.
  if (/^\d+$/.test(key)) return `${label.replace(/(item|line)s$/i, "$1")} ${Number(key) + 1}`;
  return `${label}${/ \d+$/.test(label) ? "," : ""} ${lowerLabel(toLabel(key))}`;
}

const LABELS: Record<string, string> = {
  isActive: "Status",
  gstNumber: "GST number",
  gstin: "GSTIN",
  gstMode: "GST",
  hsnSac: "HSN/SAC",
  logoUrl: "Logo",
  tds: "TDS",
  tdsAmount: "TDS amount",
  tdsRule: "TDS rule",
  tdsKept: "TDS deducted",
  pan: "PAN",
  tan: "TAN",
  isAssociated: "Associated enterprise",
  isSmallEnterprise: "Small enterprise",
  pin: "PIN",
  lut: "LUT",
  itc: "ITC",
  ifsc: "IFSC",
  upi: "UPI",
  qty: "Quantity",
  discountPct: "Discount %",
  taxPct: "GST %",
  taxable: "Taxable value",
  subTotal: "Subtotal",
  discountTotal: "Discount",
  cgst: "CGST",
  sgst: "SGST",
  igst: "IGST",
  reverseChargeTax: "Reverse charge",
  reverseCharge: "Under reverse charge",
  placeOfSupply: "Place of supply",
  supplyPlace: "Place of supply",
  credit: "Credit",
  arn: "ARN",
  lockedTo: "Lock",
  finalTo: "Final lock",
  irn: "IRN",
  einvoice: "E-invoice",
};

/**
 * Converts keys to labels: `openingBalance` → Opening balance, `accountId` → Account. List indexes start
 * at 1.
 */
export function toLabel(key: string): string {
  if (LABELS[key]) return LABELS[key];
  if (/^\d+$/.test(key)) return String(Number(key) + 1);
  const words = key.replace(/Id$/, "").replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return upperFirst(words);
}

const MONEY = new Set(
  (
    "amount tdsAmount openingBalance income expense transfers balance subTotal discountTotal " +
    "taxableValue taxable cgst sgst igst cess roundOff grandTotal rate received tds tdsKept paid toPay " +
    "creditApplied credit debit advancesUsed writtenOff billed applied refunded held total used " +
    "opening closing debits credits spent profit gst receivables limit minAmount maxAmount"
  ).split(" "),
);

const GST_MODES: Record<string, string> = { INTRA: "CGST + SGST", IGST: "IGST" };
/** Fields with values such as `PARTIALLY_PAID`. */
const CODES = "status kind inputCredit itc treatment supply blockedBy import".split(" ");

export function toText(key: string, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "number" && MONEY.has(key)) return formatInr(value).replace("-", "−");
  if (key === "isActive") return value ? "Active" : "Inactive";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (key === "logoUrl") return value ? `picture ${String(value).slice(-6)}` : "";
  const text = String(value);
  if (key === "tdsRule" || key === "rule") return TDS_LAW[text as TdsRule]?.name ?? text;
  if (key === "gstMode") return GST_MODES[text] ?? text;
  if (CODES.includes(key)) return nameCode(key, text);
  if (isCalendarDate(text)) return formatDate(text);
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? formatMoment(text) : text;
}

function nameCode(key: string, code: string): string {
  const name = key === "supply" ? SUPPLY_NAMES[code as Supply] : undefined;
  const known = name ?? (key === "kind" ? CLIENT_KIND_NAMES[code as ClientKind] : undefined);
  if (known || !/^[A-Z_]{3,}$/.test(code)) return known ?? code;
  const words = code.replaceAll("_", " ").toLowerCase();
  return upperFirst(words);
}
