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
import { BASES } from "../../domain/ledger/journals.ts";
import { CATEGORY_KINDS } from "../../domain/ledger/kinds.ts";
import { SOURCE_KINDS, TRANSACTION_TYPES } from "../../domain/ledger/transactions.ts";
import { BLOCKED_BY, ITC_TREATMENTS } from "../../domain/purchases/credit.ts";
import { agencyId, flag, paise, referenceSameAgency, users } from "./agencies.ts";

// Accounts, categories, transactions and journals.

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
    /** Whether exact matches of its bank lines are accepted at upload. */
    postSure: flag("post_sure").default(false),
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
    /** Position in the statements; "" for the default by name and type. */
    kind: text("kind", { enum: [...CATEGORY_KINDS, ""] })
      .notNull()
      .default(""),
    /** Name of a ledger shared with other categories; "" for its own. */
    ledger: text("ledger").notNull().default(""),
    isActive: flag("is_active"),
    /** How the tax on purchases in this category is treated, and why its credit is blocked. */
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
    /**
     * The rowid, named so that VACUUM keeps it: the search index refers to it, and lists use it to break
     * ties.
     */
    entry: integer("entry").primaryKey({ autoIncrement: true }),
    agencyId: integer("agency_id").notNull(),
    id: text("id").notNull(),
    date: text("date").notNull(),
    type: text("type", { enum: TRANSACTION_TYPES }).notNull(),
    /** For a transfer, the account that the money leaves. */
    accountId: text("account_id").notNull(),
    /** The account that the money reaches; null unless it is a transfer. */
    toAccountId: text("to_account_id"),
    /** Null for a transfer. */
    categoryId: text("category_id"),
    amountPaise: paise("amount_paise"),
    description: text("description").notNull(),
    notes: text("notes").notNull(),
    /** A hash of the row: see fingerprint.ts. */
    fingerprint: integer("fingerprint").notNull(),
    importId: text("import_id"),
    /** Imported and changed since, so the import cannot be undone. */
    isEdited: flag("is_edited").default(false),
    createdBy: text("created_by").notNull(),
    /** The document that created the row. Edits go through that document. */
    source: text("source", { enum: SOURCE_KINDS }),
    sourceId: text("source_id"),
    /** Shared by the parts of a split; null otherwise. */
    splitId: text("split_id"),
  },
  (table) => [
    uniqueIndex("transactions_id").on(table.agencyId, table.id),
    // The only index that lists scan: rollups find the days of a page, and this index the rest of a filter.
    // Each further index, by account or category, would slow imports by a tenth.
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
    index("transactions_of_split")
      .on(table.agencyId, table.splitId)
      .where(sql`split_id IS NOT NULL`),
    index("transactions_edited").on(table.agencyId, table.importId).where(sql`is_edited`),
    referenceSameAgency(table, table.accountId, accounts),
    referenceSameAgency(table, table.toAccountId, accounts),
    referenceSameAgency(table, table.categoryId, categories),
    referenceSameAgency(table, table.createdBy, users),
    check("transactions_amount", sql`amount_paise > 0`),
    check(
      "transactions_sides",
      sql`iif(type = 'Transfer',
        to_account_id IS NOT NULL AND to_account_id <> account_id AND category_id IS NULL,
        to_account_id IS NULL AND category_id IS NOT NULL)`,
    ),
  ],
);

/** Opening balances of ledgers other than accounts, debit positive. */
export const ledgerOpenings = sqliteTable(
  "ledger_openings",
  {
    agencyId: agencyId(),
    /** A category's id or a system ledger's. */
    id: text("id").notNull(),
    paise: paise("paise"),
  },
  (table) => [primaryKey({ columns: [table.agencyId, table.id] })],
);

/** Journal entries, which move no money. */
export const journals = sqliteTable(
  "journals",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    date: text("date").notNull(),
    reason: text("reason").notNull(),
    basis: text("basis", { enum: BASES }).notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    index("journals_by_date").on(table.agencyId, table.date, table.id),
    referenceSameAgency(table, table.createdBy, users),
  ],
);

/** The day on which a journal reverses, and its reversal: null until that day. */
export const reversals = sqliteTable(
  "reversals",
  {
    agencyId: agencyId(),
    journalId: text("journal_id").notNull(),
    date: text("date").notNull(),
    reversalId: text("reversal_id"),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.journalId] }),
    index("reversals_due").on(table.date, table.agencyId).where(sql`reversal_id IS NULL`),
    uniqueIndex("reversals_by_reversal").on(table.agencyId, table.reversalId),
    referenceSameAgency(table, table.journalId, journals),
    referenceSameAgency(table, table.reversalId, journals),
  ],
);

export const journalLines = sqliteTable(
  "journal_lines",
  {
    agencyId: agencyId(),
    journalId: text("journal_id").notNull(),
    /** From 0. */
    line: integer("line").notNull(),
    categoryId: text("category_id"),
    /** A system ledger's id; null if the line has a category. */
    ledger: text("ledger"),
    /** Debit positive. */
    paise: paise("paise"),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.journalId, table.line] }),
    index("journal_lines_by_category").on(table.agencyId, table.categoryId),
    referenceSameAgency(table, table.journalId, journals),
    referenceSameAgency(table, table.categoryId, categories),
    check("journal_lines_one", sql`(category_id IS NULL) <> (ledger IS NULL) AND paise <> 0`),
  ],
);
