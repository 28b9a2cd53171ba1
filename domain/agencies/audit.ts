import * as v from "valibot";
import { date, datesInOrder, limitSchema, page, strictObject } from "../fields.ts";

export const ACTIONS = ["CREATE", "UPDATE", "DELETE", "VIEW"] as const;
export type Action = (typeof ACTIONS)[number];

/** Entities of the audit log: the specification's four, then the contract's. */
export const ENTITIES = [
  "Transaction",
  "Account",
  "Category",
  "Metadata",
  "Client",
  "Invoice",
  "Payment",
  "Receipt",
  "User",
  "InvoiceSettings",
  "ReceiptSettings",
  "Import",
  "Token",
  "Note",
  "Application",
  "Voucher",
  "Estimate",
  "Statement",
  "Match",
  "BankRule",
  "BankAccount",
  "Filing",
  "TaxBook",
  "Journal",
  "Ledger",
  "Vendor",
  "Item",
  "ImportMapping",
  "View",
  "Comment",
  "Bill",
  "Deposit",
  "TdsStatement",
  "PartnerPayment",
  "VendorAdvance",
  "Gstr2b",
  "Attachment",
  "Lock",
  "Exception",
  "Closing",
  "CloseItem",
  "CloseMark",
  "Responsible",
  "Invitation",
  "Series",
  "Approval",
  "ApprovalLimit",
  "ShareLink",
  "Mail",
  "MailSettings",
  "ReminderRules",
  "ReminderSwitch",
] as const;
export type Entity = (typeof ENTITIES)[number];

const filters = {
  entity: v.optional(v.picklist(ENTITIES, "Unknown entity")),
  action: v.optional(v.picklist(ACTIONS, "Action must be CREATE, UPDATE, DELETE or VIEW")),
  dateFrom: v.optional(date),
  dateTo: v.optional(date),
};

/** Dates are days in India; both end dates are included. */
export const AuditFilter = v.pipe(strictObject(filters), datesInOrder());
export type AuditFilter = v.InferOutput<typeof AuditFilter>;

export const AuditQuery = v.pipe(
  strictObject({ ...filters, page, limit: limitSchema(50) }),
  datesInOrder(),
);
export type AuditQuery = v.InferOutput<typeof AuditQuery>;

export interface AuditEntry {
  _id: string;
  at: string;
  userId: { _id: string; name: string; email: string };
  action: Action;
  entity: Entity;
  payload: Record<string, unknown>;
}

export interface AuditStats {
  total: number;
  byAction: { action: Action; count: number }[];
  byEntity: { entity: Entity; count: number }[];
  /** Days in India with entries, oldest first. */
  byDay: { date: string; count: number }[];
}
