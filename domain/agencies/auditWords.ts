import { andMore } from "../counts.ts";
import { formatDate, formatMoment, isCalendarDate } from "../dates.ts";
import { type FiledReturn, RETURN_NAMES } from "../gst/returns/filings.ts";
import { formatInr } from "../money.ts";
import { upperFirst } from "../names.ts";
import type { AuditEntry } from "./audit.ts";

// What an entry of the audit log says, for people: its payload holds the record before and after, and here
// that becomes fields with rupees, dates and names. Made for any record, also for those that come later.

/** A field with what it was and what it became; "" where there was, or is, nothing. */
export interface FieldChange {
  field: string;
  before: string;
  after: string;
}

/** Of a change only the fields that changed, of all else every field there is. */
export function fieldsOf({ action, payload }: AuditEntry): FieldChange[] {
  const { before, after, secret, ...rest } = payload;
  const [was, is] = [flatten(before), flatten(action === "VIEW" ? rest : after)];
  const fields = [...new Set([...was.keys(), ...is.keys()])]
    .map((field) => ({ field, before: was.get(field) ?? "", after: is.get(field) ?? "" }))
    .filter(({ before, after }) => before !== after);
  return secret ? [...fields, { field: "Password", before: "", after: "a new one" }] : fields;
}

/** The entry as the rest of a sentence that begins with who did it: `changed amount ₹500.00 to ₹550.00`. */
export function sentenceOfEntry(entry: AuditEntry): string {
  const { action, payload } = entry;
  const subject = subjectOf(entry);
  const shared = sharedInWords(entry, subject);
  if (shared) return shared;
  if (action === "CREATE") return `added ${subject}${bySeries(payload)}`;
  if (action === "DELETE") return `deleted ${subject}`;
  if (action === "VIEW") {
    const { report, pdf, export: format } = payload;
    return report || pdf ? `downloaded ${report ?? `the PDF of ${pdf}`}` : `exported ${format}`;
  }
  const [first, ...more] = fieldsOf(entry);
  if (!first) return `saved ${subject} without changes`;
  return `${inWords(first)}${andMore(more.length)}`;
}

/** Which series made it, and on which of its dates. */
function bySeries({ series }: AuditEntry["payload"]): string {
  const { title, date } = recordOf(series) ?? {};
  return title ? ` by the series “${title}”, of ${formatDate(String(date))}` : "";
}

/** Of links, and of what a client said of an estimate by the link that somebody gave them. */
function sharedInWords({ action, entity, payload }: AuditEntry, subject: string) {
  if (entity === "ShareLink") {
    return action === "CREATE" ? `shared ${subject}` : `ended a link of ${subject}`;
  }
  const { answeredBy, status } = recordOf(payload.after) ?? {};
  if (entity !== "Estimate" || !answeredBy) return undefined;
  const verb = status === "DECLINED" ? "declined" : "accepted";
  return `shared ${subject}, which “${answeredBy}” ${verb} by the link`;
}

function inWords({ field, before, after }: FieldChange): string {
  const name = /^[A-Z]{2}/.test(field) ? field : field.toLowerCase();
  if (before && after) return `changed ${name} ${before} to ${after}`;
  return after ? `set ${name} to ${after}` : `cleared ${name}, which was ${before}`;
}

/** What it is about, by the name that people know it by. */
export function subjectOf({ entity, payload }: AuditEntry): string {
  const record = recordOf(payload.after) ?? recordOf(payload.before) ?? {};
  if (entity === "Payment") {
    return `a payment of ${textOf("amount", record.amount)} for ${record.invoiceNumber ?? record.billNumber}`;
  }
  if (entity === "Filing") {
    const name = RETURN_NAMES[record.return as FiledReturn];
    return `the filing of ${name} for ${record.period}`;
  }
  if (entity === "Exception")
    return `the exception of ${(record.user as Fields | undefined)?.name}`;
  if (entity === "Series") return `the series “${record.title}”`;
  if (entity === "Gstr2b") return `GSTR-2B for ${record.period}`;
  if (entity === "Closing") return `${record.month}`;
  // Its reason is the code of one, and no name.
  if (entity === "Note" && record.number) return String(record.number);
  for (const key of NAMES) {
    const name = record[key];
    if (typeof name === "string" && name) return name;
  }
  return NOUNS[entity] ?? entity.toLowerCase();
}

/** Where the thing can be seen now; undefined where it is gone, or has no screen. */
export function linkOf({ action, entity, payload }: AuditEntry): string | undefined {
  const record = recordOf(payload.after);
  if (!record || action === "DELETE") return undefined;
  if (entity === "Account") return "/settings/masters";
  if (entity === "Category") return "/settings/masters?tab=categories";
  if (entity === "User") return "/settings/team";
  if (entity === "Token") return "/profile";
  if (entity === "Metadata") return "/settings/metadata";
  if (entity === "Receipt") return `/receipts/${record._id}`;
  if (entity === "Journal") return `/journals/${record._id}`;
  if (entity === "Invoice") return `/invoices/${record._id}`;
  if (entity === "Series") return `/series/${record._id}`;
  if (entity === "Note") return `/notes/${record._id}`;
  if (entity === "ShareLink") return `/${record.entity}s/${record.id}`;
  if (entity === "Voucher") return `/vouchers/${record._id}`;
  if (entity === "Vendor") return `/vendors?vendor=${record._id}`;
  if (entity === "Bill") return `/bills/${record._id}`;
  if (entity === "Payment" && record.billId) return `/bills/${record.billId}`;
  if (entity === "Application" && record.billId) return `/bills/${record.billId}`;
  if (entity === "Payment" || entity === "Application") return `/invoices/${record.invoiceId}`;
  if (entity === "Attachment") {
    const [holder, id] = [String(record.entity), String(record.id)];
    if (holder === "client") return `/clients?client=${id}`;
    return ["invoice", "note", "receipt"].includes(holder) ? `/${holder}s/${id}` : undefined;
  }
  if (entity === "Client") return `/clients?client=${record._id}`;
  if (entity === "ReminderRules") return "/settings/reminders";
  if (entity === "ReminderSwitch") {
    return record.of === "client" ? `/clients?client=${record._id}` : `/invoices/${record._id}`;
  }
  if (entity === "Lock" || entity === "Exception") return "/settings/locks";
  if (entity === "Closing") return `/close?month=${record.month}`;
  if (entity === "Filing") return `/gst?period=${record.period}`;
  if (entity === "Statement") return `/banking/${record._id}`;
  if (entity === "Match" || entity === "BankRule") return "/banking";
  if (entity === "BankAccount") return `/reconciliation?account=${record._id}`;
  if (entity === "InvoiceSettings") return "/settings/invoice";
  if (entity === "ReceiptSettings") return "/settings/receipts";
  if (entity === "Transaction") {
    const [date, q] = [String(record.date), String(record.description)];
    return listOf({ dateFrom: date, dateTo: date, q });
  }
  if (entity === "Import" && "documents" in record) return "/invoices";
  if (entity === "Import" && record.dateFrom && record.dateTo) {
    return listOf({ dateFrom: String(record.dateFrom), dateTo: String(record.dateTo) });
  }
  return undefined;
}

const NAMES = [
  "description",
  "reason",
  "name",
  "displayName",
  "invoiceNumber",
  "billNumber",
  "receiptNumber",
  "number",
  "file",
  "agencyName",
];
const NOUNS: Partial<Record<AuditEntry["entity"], string>> = {
  Metadata: "the agency's settings",
  InvoiceSettings: "the invoice settings",
  ReceiptSettings: "the receipt settings",
  ReminderRules: "the reminders",
  Match: "the match of a bank line",
  Lock: "the locks",
};

const listOf = (filter: Record<string, string>) =>
  `/transactions?${new URLSearchParams({ ...filter, preset: "custom" })}`;

type Fields = { [key: string]: unknown };

function recordOf(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null ? (value as Fields) : undefined;
}

/** Every field of a record by its label, as text. A thing that is named by a record is its name. */
function flatten(value: unknown, label = "", texts = new Map<string, string>()) {
  for (const [key, inner] of Object.entries(recordOf(value) ?? {})) {
    // An id says nothing to people; what it names stands beside it.
    if (key === "_id" || (key.endsWith("Id") && typeof inner === "string")) continue;
    const named = label ? `${label} ${labelOf(key).toLowerCase()}` : labelOf(key);
    const record = recordOf(inner);
    const name = record?._id && (record.name ?? record.displayName);
    if (record && !name) flatten(record, key === "transfer" ? "" : named, texts);
    else texts.set(named, textOf(key, name || inner));
  }
  return texts;
}

const LABELS: Record<string, string> = {
  isActive: "Status",
  gstNumber: "GST number",
  gstin: "GSTIN",
  hsnSac: "HSN/SAC",
  logoUrl: "Logo",
  tds: "TDS",
  tdsAmount: "TDS amount",
  ifsc: "IFSC",
  upi: "UPI",
  qty: "Quantity",
  cgst: "CGST",
  sgst: "SGST",
  igst: "IGST",
  arn: "ARN",
  lockedTo: "Lock",
  finalTo: "Final lock",
  irn: "IRN",
  einvoice: "E-invoice",
};

/** `openingBalance` → Opening balance, `accountId` → Account; a list's places count from 1. */
function labelOf(key: string): string {
  if (LABELS[key]) return LABELS[key];
  if (/^\d+$/.test(key)) return String(Number(key) + 1);
  const words = key.replace(/Id$/, "").replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return upperFirst(words);
}

const MONEY = new Set(
  (
    "amount tdsAmount openingBalance income expense transfers balance subTotal discountTotal " +
    "taxableValue cgst sgst igst roundOff grandTotal rate received tds"
  ).split(" "),
);

function textOf(key: string, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "number" && MONEY.has(key)) return formatInr(value).replace("-", "−");
  if (key === "isActive") return value ? "Active" : "Inactive";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (key === "logoUrl") return value ? `picture ${String(value).slice(-6)}` : "";
  const text = String(value);
  if (isCalendarDate(text)) return formatDate(text);
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? formatMoment(text) : text;
}
