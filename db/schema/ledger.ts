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
import { ACCOUNT_TYPES } from "../../domain/ledger/accounts.ts";
import { CATEGORY_TYPES } from "../../domain/ledger/categories.ts";
import { SOURCE_KINDS, TRANSACTION_TYPES } from "../../domain/ledger/transactions.ts";
import { BLOCKED_BY, ITC_TREATMENTS } from "../../domain/purchases/credit.ts";
import { agencyId, flag, ofSameAgency, paise, users } from "./agencies.ts";

// Where money is, what it comes from or goes to, and what moved.

export const accounts = sqliteTable(
  "accounts",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    type: text("type", { enum: ACCOUNT_TYPES }).notNull(),
    openingPaise: paise("opening_paise"),
    isActive: flag("is_active"),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    uniqueIndex("accounts_name").on(table.agencyId, table.nameKey),
  ],
);

export const categories = sqliteTable(
  "categories",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    type: text("type", { enum: CATEGORY_TYPES }).notNull(),
    isActive: flag("is_active"),
    /** What becomes of the tax of what is bought for it, and why that is blocked. */
    itc: text("itc", { enum: ITC_TREATMENTS }).notNull().default("ELIGIBLE"),
    blockedBy: text("blocked_by", { enum: [...BLOCKED_BY, ""] })
      .notNull()
      .default(""),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    uniqueIndex("categories_name").on(table.agencyId, table.nameKey),
  ],
);

export const transactions = sqliteTable(
  "transactions",
  {
    /** The rowid, named so that it stays put: the search index points at it, and lists break ties by it. */
    entry: integer("entry").primaryKey({ autoIncrement: true }),
    agencyId: integer("agency_id").notNull(),
    id: text("id").notNull(),
    date: text("date").notNull(),
    type: text("type", { enum: TRANSACTION_TYPES }).notNull(),
    /** Of a transfer, the account the money leaves. */
    accountId: text("account_id").notNull(),
    /** Of a transfer only: the account the money reaches. */
    toAccountId: text("to_account_id"),
    /** Of everything but a transfer. */
    categoryId: text("category_id"),
    amountPaise: paise("amount_paise"),
    description: text("description").notNull(),
    notes: text("notes").notNull(),
    /** A hash of what the row says now; see fingerprint.ts. */
    fingerprint: integer("fingerprint").notNull(),
    importId: text("import_id"),
    /** Of an imported row: changed since, so that its import cannot be undone. */
    isEdited: flag("is_edited").default(false),
    createdBy: text("created_by").notNull(),
    /** Of a row that a document made: which one, and so what is to be changed in its place. */
    source: text("source", { enum: SOURCE_KINDS }),
    sourceId: text("source_id"),
  },
  (table) => [
    uniqueIndex("transactions_id").on(table.agencyId, table.id),
    // The one index that lists walk: the rollups say which days hold a page, and the rest of a filter is
    // read here. An index by account or category would cost an import a tenth of its time each.
    index("transactions_by_date").on(
      table.agencyId,
      table.date,
      table.entry,
      table.type,
      table.amountPaise,
      table.fingerprint,
      table.accountId,
      table.toAccountId,
      table.categoryId,
    ),
    index("transactions_edited").on(table.agencyId, table.importId).where(sql`is_edited`),
    ofSameAgency(table, table.accountId, accounts),
    ofSameAgency(table, table.toAccountId, accounts),
    ofSameAgency(table, table.categoryId, categories),
    ofSameAgency(table, table.createdBy, users),
    check("transactions_amount", sql`amount_paise > 0`),
    check(
      "transactions_sides",
      sql`iif(type = 'Transfer',
        to_account_id IS NOT NULL AND to_account_id <> account_id AND category_id IS NULL,
        to_account_id IS NULL AND category_id IS NOT NULL)`,
    ),
  ],
);
