import { type Commented, quoteText, threadLink } from "../comments/threads.ts";
import { formatMore } from "../counts.ts";
import { formatDate } from "../dates.ts";
import { type FiledReturn, RETURN_NAMES } from "../gst/returns/filings.ts";
import { monthName } from "../months.ts";
import type { AuditEntry, Entity } from "./audit.ts";
import {
  type FieldChange,
  type Fields,
  listFieldChanges,
  lowerLabel,
  toRecord,
  toText,
} from "./auditFields.ts";

// Sentences, names and links for the entries of the audit log.

/** Returns the end of a sentence that begins with the user: `changed amount ₹500.00 to ₹550.00`. */
export function describeEntry(entry: AuditEntry): string {
  const { action, payload } = entry;
  const subject = describeSubject(entry);
  const special = sharedInWords(entry, subject) ?? closedInWords(entry);
  if (special) return special;
  if (action === "CREATE") return `added ${subject}${bySeries(payload)}`;
  if (action === "DELETE") return `deleted ${subject}`;
  if (action === "VIEW") {
    const { report, pdf, export: format } = payload;
    return report || pdf ? `downloaded ${report ?? `the PDF of ${pdf}`}` : `exported ${format}`;
  }
  const [first, ...more] = listFieldChanges(entry);
  if (!first) return `saved ${subject} without changes`;
  return `${describeFieldChange(first)}${formatMore(more.length)}`;
}

/** Names the series that created a record, and the date in the series. */
function bySeries({ series }: AuditEntry["payload"]): string {
  const { title, date } = toRecord(series) ?? {};
  return title ? ` by the series “${title}”, for ${formatDate(String(date))}` : "";
}

/** Describes share links, the documents of a month, and a client's response to an estimate through a link. */
function sharedInWords({ action, entity, payload }: AuditEntry, subject: string) {
  if (entity === "ShareLink") {
    return action === "CREATE" ? `shared ${subject}` : `turned off a link to ${subject}`;
  }
  if (entity === "Closing" && action === "VIEW")
    return `opened the documents of ${formatMonth(payload.month)}`;
  if (entity === "Closing" && action === "UPDATE") {
    return `marked the documents of ${subject} as shared`;
  }
  const { answeredBy, status } = toRecord(payload.after) ?? {};
  if (entity !== "Estimate" || !answeredBy) return undefined;
  const verb = status === "DECLINED" ? "declined" : "accepted";
  return `shared ${subject}, which “${answeredBy}” ${verb} through the link`;
}

/** Describes that an agency was closed or restored. */
function closedInWords({ entity, payload }: AuditEntry): string | undefined {
  const until = toRecord(payload.after)?.closedUntil;
  if (entity !== "Metadata" || until === undefined) return undefined;
  return until
    ? `closed the agency; an owner can restore it until ${formatDate(String(until))}`
    : "restored the agency";
}

function describeFieldChange({ field, before, after }: FieldChange): string {
  const name = lowerLabel(field);
  if (before && after) return `changed ${name} from ${before} to ${after}`;
  return after ? `set ${name} to ${after}` : `cleared ${name}, which was ${before}`;
}

/** Returns the name of the entry's record. */
export function describeSubject({ entity, payload }: AuditEntry): string {
  const record = toRecord(payload.after) ?? toRecord(payload.before) ?? {};
  if (entity === "Payment") {
    return `a payment of ${toText("amount", record.amount)} for ${record.invoiceNumber ?? record.billNumber}`;
  }
  if (entity === "Filing") {
    const name = RETURN_NAMES[record.return as FiledReturn];
    return `the filing of ${name}, ${formatMonth(record.period)}`;
  }
  if (entity === "Exception")
    return `the exception for ${(record.user as Fields | undefined)?.name}`;
  if (entity === "Series") return `the series “${record.title}”`;
  if (entity === "Gstr2b") return `GSTR-2B, ${formatMonth(record.period)}`;
  if (entity === "Closing") return formatMonth(record.month);
  if (entity === "Comment") return `the comment ${quoteText(String(record.text))}`;
  if (entity === "CloseMark") {
    return `“${toRecord(record.item)?.name}” for ${formatMonth(record.month)}`;
  }
  if (entity === "Responsible") return "the person responsible";
  // A note's reason is a code, so it is not used as a name.
  if (entity === "Note" && record.number) return String(record.number);
  for (const key of NAMES) {
    const name = record[key];
    if (typeof name === "string" && name) return name;
  }
  return NOUNS[entity] ?? lowerLabel(entityName(entity));
}

/** Returns the page of the record, or undefined if it is deleted or has no page. */
export function toAuditLink({ action, entity, payload }: AuditEntry): string | undefined {
  const record = toRecord(payload.after);
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
  if (entity === "Comment") {
    const { entity, id } = record as { entity: Commented; id: string };
    // The addresses of these need more than the log has.
    if (entity === "line" || entity === "transaction") return undefined;
    return threadLink({ entity, id, date: "", label: "", statementId: "" });
  }
  if (entity === "Client") return `/clients?client=${record._id}`;
  if (entity === "ReminderRules") return "/settings/reminders";
  if (entity === "ReminderSwitch") {
    return record.of === "client" ? `/clients?client=${record._id}` : `/invoices/${record._id}`;
  }
  if (entity === "Lock" || entity === "Exception") return "/settings/locks";
  if (entity === "CloseItem") return "/close";
  if (entity === "Closing" || entity === "CloseMark") return `/close?month=${record.month}`;
  if (entity === "Responsible") return "/overview";
  if (entity === "Filing") return `/gst?period=${record.period}`;
  if (entity === "TaxBook") return "/gst";
  if (entity === "Statement") return `/banking/${record._id}`;
  if (entity === "Match" || entity === "BankRule") return "/banking";
  if (entity === "BankAccount") return `/reconciliation?account=${record._id}`;
  if (entity === "Item") return "/settings/items";
  if (entity === "View") return `${record.path}?${record.query}`;
  if (entity === "ImportMapping") return "/transactions#import";
  if (entity === "InvoiceSettings") return "/settings/invoice";
  if (entity === "ReceiptSettings") return "/settings/receipts";
  if (entity === "Transaction") {
    const [date, q] = [String(record.date), String(record.description)];
    return transactionsLink({ dateFrom: date, dateTo: date, q });
  }
  if (entity === "Import" && "documents" in record) return "/invoices";
  if (entity === "Import" && record.dateFrom && record.dateTo) {
    return transactionsLink({ dateFrom: String(record.dateFrom), dateTo: String(record.dateTo) });
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
  TaxBook: "the tax book",
};

const transactionsLink = (filter: Record<string, string>) =>
  `/transactions?${new URLSearchParams({ ...filter, preset: "custom" })}`;

const formatMonth = (month: unknown) => monthName(String(month));

/** Names that cannot be derived from the entity's key. */
const ENTITY_NAMES: Partial<Record<Entity, string>> = {
  Application: "Credit applied",
  Gstr2b: "GSTR-2B",
  Match: "Bank match",
  Metadata: "Agency settings",
  ReminderSwitch: "Reminders on or off",
  MailSettings: "E-mail settings",
  Mail: "E-mail",
  ShareLink: "Shared link",
};

/** `InvoiceSettings` → Invoice settings */
export const entityName = (entity: Entity): string =>
  ENTITY_NAMES[entity] ??
  entity.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
