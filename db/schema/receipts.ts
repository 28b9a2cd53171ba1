import { sql } from "drizzle-orm";
import { check, index, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { type AgencySnapshot, RECEIPT_MODES } from "../../domain/documents/receipts.ts";
import { agencyId, flag, paise, referenceSameAgency, users } from "./agencies.ts";
import { accounts, transactions } from "./ledger.ts";

/** Receipts for money outside GST. They are not documents of supply. */
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
    /** A user confirmed that it pays no invoice, although it looks as if it did. */
    isApart: flag("is_apart").default(false),
    createdBy: text("created_by").notNull(),
    createdAt: text("created_at").notNull(),
    agency: text("agency", { mode: "json" }).$type<AgencySnapshot>().notNull(),
    /** The searchable text in lower case, because SQLite folds ASCII only. */
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
    referenceSameAgency(table, table.accountId, accounts),
    referenceSameAgency(table, table.transactionId, transactions),
    referenceSameAgency(table, table.createdBy, users),
    check("receipts_amount", sql`amount_paise > 0`),
  ],
);
