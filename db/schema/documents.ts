import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { DOCUMENT_KINDS, RESET_POLICIES } from "../../domain/documents/numbering.ts";
import { type AgencySnapshot, RECEIPT_MODES } from "../../domain/documents/receipts.ts";
import { agencyId, ofSameAgency, paise, users } from "./agencies.ts";
import { accounts, transactions } from "./ledger.ts";

// The papers that an agency numbers and hands out.

export const receipts = sqliteTable(
  "receipts",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    number: text("number").notNull(),
    date: text("date").notNull(),
    clientName: text("client_name").notNull(),
    clientEmail: text("client_email").notNull(),
    clientPhone: text("client_phone").notNull(),
    clientAddress: text("client_address").notNull(),
    purpose: text("purpose").notNull(),
    amountPaise: paise("amount_paise"),
    mode: text("mode", { enum: RECEIPT_MODES }).notNull(),
    reference: text("reference").notNull(),
    accountId: text("account_id").notNull(),
    notes: text("notes").notNull(),
    transactionId: text("transaction_id").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: text("created_at").notNull(),
    agency: text("agency", { mode: "json" }).$type<AgencySnapshot>().notNull(),
    /** What a search looks in, in lower case: the database knows the case of ASCII only. */
    searched: text("searched").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    uniqueIndex("receipts_number").on(table.agencyId, table.number),
    uniqueIndex("receipts_transaction").on(table.agencyId, table.transactionId),
    index("receipts_by_date").on(
      table.agencyId,
      table.date,
      table.id,
      table.amountPaise,
      table.mode,
      table.accountId,
    ),
    ofSameAgency(table, table.accountId, accounts),
    ofSameAgency(table, table.transactionId, transactions),
    ofSameAgency(table, table.createdBy, users),
    check("receipts_amount", sql`amount_paise > 0`),
  ],
);

/** Where each counter of numbers stands. It never goes back, whatever is deleted. */
export const numberSeries = sqliteTable(
  "number_series",
  {
    agencyId: agencyId(),
    kind: text("kind", { enum: DOCUMENT_KINDS }).notNull(),
    /** What stands before the sequence: see domain/documents/numbering.ts. */
    stem: text("stem").notNull(),
    year: integer("year").notNull(),
    nextSeq: integer("next_seq").notNull(),
  },
  (table) => [primaryKey({ columns: [table.agencyId, table.kind, table.stem, table.year] })],
);

/** How documents are numbered, where an owner or a new financial year has said so. */
export const documentSettings = sqliteTable(
  "document_settings",
  {
    agencyId: agencyId(),
    kind: text("kind", { enum: DOCUMENT_KINDS }).notNull(),
    prefix: text("prefix").notNull(),
    series: text("series").notNull(),
    resetPolicy: text("reset_policy", { enum: RESET_POLICIES }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.agencyId, table.kind] })],
);
