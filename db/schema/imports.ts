import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { NumberedKind } from "../../domain/documents/numbering.ts";
import type { BooksCounts } from "../../domain/ledger/imports.ts";
import type { Paise } from "../../domain/money.ts";
import { agencyId, flag, paise, referenceSameAgency, users } from "./agencies.ts";
import { accounts, categories } from "./ledger.ts";

// An import on its way into the books, and what is kept of it there.

export const imports = sqliteTable(
  "imports",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    userId: text("user_id").notNull(),
    at: text("at").notNull(),
    file: text("file").notNull(),
    state: text("state", { enum: ["staging", "dropping", "posting", "done", "undoing"] }).notNull(),
    rows: integer("rows").notNull().default(0),
    added: integer("added").notNull().default(0),
    transfers: integer("transfers").notNull().default(0),
    incomePaise: paise("income_paise").default(0 as Paise),
    expensePaise: paise("expense_paise").default(0 as Paise),
    transferPaise: paise("transfer_paise").default(0 as Paise),
    // Each sum is kept as crores and the paise beside them: see sums.ts.
    incomeCrores: integer("income_crores").notNull().default(0),
    expenseCrores: integer("expense_crores").notNull().default(0),
    transferCrores: integer("transfer_crores").notNull().default(0),
    dateFrom: text("date_from").notNull().default(""),
    dateTo: text("date_to").notNull().default(""),
    /** Accounts and categories it made, by id and name. */
    created: text("created", { mode: "json" }).$type<CreatedNames>().notNull(),
    /** Of an import of books: what it brought. */
    books: text("books", { mode: "json" }).$type<MovedIn>(),
    /** Every row counts, whether or not the books hold an equal one. */
    keepsDuplicates: flag("keeps_duplicates").default(false),
    /** Rows up to this entry were in the books when the file was taken; only they count as there already. */
    knownEntry: integer("known_entry").notNull().default(0),
    /** Its rows lie between knownEntry and this one. */
    lastEntry: integer("last_entry").notNull().default(0),
    /** Second until which a server that shares the database works on it; whoever comes later takes it on. */
    heldUntil: integer("held_until").notNull().default(0),
    /** Under which it is posted, or undone, into a locked period. */
    exceptionId: text("exception_id"),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    referenceSameAgency(table, table.userId, users),
  ],
);

export interface CreatedNames {
  accounts: { id: string; name: string }[];
  categories: { id: string; name: string }[];
}

/** What an import of books brought, and what it takes to undo it. */
export interface MovedIn {
  counts: BooksCounts;
  /** The counters that it moved on: as they were, null for none, and what came next after it. */
  counters: MovedCounter[];
  /** The opening balances that it gave, in paise. */
  openings: { accountId?: string; ledgerId?: string; paise: Paise }[];
}

export interface MovedCounter {
  kind: NumberedKind;
  stem: string;
  year: number;
  before: { nextSeq: number; movedIn: number } | null;
  nextSeq: number;
}

/** A file on its way into the books: each row here is some thousands of its rows, as JSON. */
export const importSlices = sqliteTable(
  "import_slices",
  {
    agencyId: integer("agency_id").notNull(),
    importId: text("import_id").notNull(),
    month: text("month").notNull(),
    slice: integer("slice").notNull(),
    rows: text("rows").notNull(),
  },
  (table) => [primaryKey({ columns: [table.agencyId, table.importId, table.month, table.slice] })],
);

/** What a posting import still needs; a foreign key keeps it from vanishing meanwhile. */
export const importNames = sqliteTable(
  "import_names",
  {
    agencyId: integer("agency_id").notNull(),
    importId: text("import_id").notNull(),
    accountId: text("account_id"),
    categoryId: text("category_id"),
  },
  (table) => [
    index("import_names_by_import").on(table.agencyId, table.importId),
    index("import_names_by_account").on(table.agencyId, table.accountId),
    index("import_names_by_category").on(table.agencyId, table.categoryId),
    referenceSameAgency(table, table.accountId, accounts),
    referenceSameAgency(table, table.categoryId, categories),
  ],
);

/** Digests of an import's transactions as they were posted, some thousands at a time. */
export const importDigests = sqliteTable(
  "import_digests",
  {
    agencyId: integer("agency_id").notNull(),
    importId: text("import_id").notNull(),
    /** The newest of these transactions; they are newer than those of the digest before. */
    lastEntry: integer("last_entry").notNull(),
    /** SHA-256 of their rows, see db/imports/digests.ts. */
    digest: text("digest").notNull(),
  },
  (table) => [primaryKey({ columns: [table.agencyId, table.importId, table.lastEntry] })],
);
