import { sql } from "drizzle-orm";
import {
  blob,
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { ACCOUNT_TYPES } from "../domain/accounts.ts";
import { ACTIONS, ENTITIES } from "../domain/audit.ts";
import { CATEGORY_TYPES } from "../domain/categories.ts";
import type { Paise } from "../domain/money.ts";
import { ROLES } from "../domain/roles.ts";
import { SOURCE_KINDS, TRANSACTION_TYPES } from "../domain/transactions.ts";

// Everything an agency owns has the key (agency_id, id) and is pointed at by both columns, so the
// database itself refuses a row that reaches into another agency's books. What drizzle cannot say (the
// rollups, the search index and the triggers that keep them) is in the migration "rollup_and_search".

export const paise = (column: string) => integer(column).$type<Paise>().notNull();
export const flag = (column: string) => integer(column, { mode: "boolean" }).notNull();
export const agencyId = () =>
  integer("agency_id")
    .notNull()
    .references(() => agencies.id);

export const agencies = sqliteTable("agencies", {
  id: integer("id").primaryKey(),
  name: text("name").notNull(),
  slug: text("slug").notNull().unique(),
  location: text("location").notNull().default(""),
  contactNumber: text("contact_number").notNull().default(""),
  gstNumber: text("gst_number").notNull().default(""),
  createdAt: text("created_at").notNull(),
});

export const users = sqliteTable(
  "users",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    role: text("role", { enum: ROLES }).notNull(),
    passwordHash: text("password_hash").notNull(),
    /** Raised to end every session of this user. */
    sessionEpoch: integer("session_epoch").notNull().default(0),
    createdAt: text("created_at").notNull(),
    /** Whoever left stays, for the books and the audit log name them; their email is free again. */
    removedAt: text("removed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    uniqueIndex("users_email").on(table.email).where(sql`removed_at IS NULL`),
  ],
);

/** The newest is the agency's; the ones before stay for the papers that were printed with them. */
export const logos = sqliteTable(
  "logos",
  {
    entry: integer("entry").primaryKey({ autoIncrement: true }),
    agencyId: agencyId(),
    /** Its address says it, so it cannot be guessed; another picture has another one. */
    id: text("id").notNull().unique(),
    type: text("type", { enum: ["image/png", "image/jpeg"] }).notNull(),
    bytes: blob("bytes", { mode: "buffer" }).notNull(),
  },
  (table) => [index("logos_by_agency").on(table.agencyId, table.entry)],
);

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
    foreignKey({
      columns: [table.agencyId, table.accountId],
      foreignColumns: [accounts.agencyId, accounts.id],
    }),
    foreignKey({
      columns: [table.agencyId, table.toAccountId],
      foreignColumns: [accounts.agencyId, accounts.id],
    }),
    foreignKey({
      columns: [table.agencyId, table.categoryId],
      foreignColumns: [categories.agencyId, categories.id],
    }),
    foreignKey({
      columns: [table.agencyId, table.createdBy],
      foreignColumns: [users.agencyId, users.id],
    }),
    check("transactions_amount", sql`amount_paise > 0`),
    check(
      "transactions_sides",
      sql`iif(type = 'Transfer',
        to_account_id IS NOT NULL AND to_account_id <> account_id AND category_id IS NULL,
        to_account_id IS NULL AND category_id IS NOT NULL)`,
    ),
  ],
);

/** The first answer to a create, given again when the same key comes again. */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    agencyId: integer("agency_id").notNull(),
    userId: text("user_id").notNull(),
    key: text("key").notNull(),
    /** Of the call and its input. */
    digest: text("digest").notNull(),
    answer: text("answer", { mode: "json" }).notNull(),
    at: integer("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.userId, table.key] }),
    index("idempotency_keys_by_age").on(table.at),
    foreignKey({
      columns: [table.agencyId, table.userId],
      foreignColumns: [users.agencyId, users.id],
    }),
  ],
);

/** Inserted, never changed: the database refuses UPDATE and DELETE. */
export const auditLog = sqliteTable(
  "audit_log",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    at: text("at").notNull(),
    userId: text("user_id").notNull(),
    action: text("action", { enum: ACTIONS }).notNull(),
    entity: text("entity", { enum: ENTITIES }).notNull(),
    payload: text("payload", { mode: "json" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    // audit_days says on which days a page lies; its entries are found here, without their payloads.
    index("audit_log_by_moment").on(table.agencyId, table.at, table.id, table.action, table.entity),
    foreignKey({
      columns: [table.agencyId, table.userId],
      foreignColumns: [users.agencyId, users.id],
    }),
  ],
);

/**
 * Passwords that were tried, by whom: shared by all servers of one database. Forgotten some minutes after.
 */
export const passwordAttempts = sqliteTable(
  "password_attempts",
  {
    /** A digest of email and address, or of the address alone: neither is kept. */
    key: text("key").primaryKey(),
    count: integer("count").notNull(),
    /** In milliseconds since 1970: from then on it counts no more. */
    until: integer("until").notNull(),
  },
  (table) => [index("password_attempts_by_end").on(table.until)],
);

/** One row: how far the books of a shared database have come. Every write there moves it on. */
export const clock = sqliteTable(
  "clock",
  {
    id: integer("id").primaryKey(),
    tick: integer("tick").notNull(),
  },
  (table) => [check("clock_is_one", sql`${table.id} = 1`)],
);
