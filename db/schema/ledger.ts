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
    /** Sure matches of its bank lines are accepted at upload. */
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
    /** Where it stands in the statements; "" for the usual one of its name and type. */
    kind: text("kind", { enum: [...CATEGORY_KINDS, ""] })
      .notNull()
      .default(""),
    /** The ledger that it shares with others, by name; "" for its own. */
    ledger: text("ledger").notNull().default(""),
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
    /** Of a part of a split: what all of its parts have in common. */
    splitId: text("split_id"),
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

/** What ledgers other than accounts hold on the day the books begin, debit positive. */
export const ledgerOpenings = sqliteTable(
  "ledger_openings",
  {
    agencyId: agencyId(),
    /** A category's id, or a system ledger's. */
    id: text("id").notNull(),
    paise: paise("paise"),
  },
  (table) => [primaryKey({ columns: [table.agencyId, table.id] })],
);

/** An entry of the accountant, which moves no money. */
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

export const journalLines = sqliteTable(
  "journal_lines",
  {
    agencyId: agencyId(),
    journalId: text("journal_id").notNull(),
    /** From 0. */
    line: integer("line").notNull(),
    categoryId: text("category_id"),
    /** A system ledger's id, where it is no category. */
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
