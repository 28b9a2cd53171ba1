import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { CsvMapping } from "../../domain/csv/mapping.ts";
import type { NumberedKind } from "../../domain/documents/numbering.ts";
import type { BooksCounts } from "../../domain/ledger/imports.ts";
import type { Paise } from "../../domain/money.ts";
import { agencyId, flag, paise, referenceSameAgency, users } from "./agencies.ts";
import { accounts, categories } from "./ledger.ts";

// Running and finished imports.

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
    // Each sum is stored as crores and the remaining paise: see sums.ts.
    incomeCrores: integer("income_crores").notNull().default(0),
    expenseCrores: integer("expense_crores").notNull().default(0),
    transferCrores: integer("transfer_crores").notNull().default(0),
    dateFrom: text("date_from").notNull().default(""),
    dateTo: text("date_to").notNull().default(""),
    /** Accounts and categories that it created, by id and name. */
    created: text("created", { mode: "json" }).$type<CreatedNames>().notNull(),
    /** Records created by an import of books; null for other files. */
    books: text("books", { mode: "json" }).$type<MovedIn>(),
    /** Whether rows are imported even if an equal one already exists. */
    keepsDuplicates: flag("keeps_duplicates").default(false),
    /** The newest entry when the file was uploaded. Only entries up to it count as duplicates. */
    knownEntry: integer("known_entry").notNull().default(0),
    /** Its rows are after knownEntry, up to this one. */
    lastEntry: integer("last_entry").notNull().default(0),
    /** Second until which one server of a shared database works on it. After that another may continue. */
    heldUntil: integer("held_until").notNull().default(0),
    /** The exception under which it is posted to, or undone in, a locked period. */
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

/** The result of an import of books, with the data to undo it. */
export interface MovedIn {
  counts: BooksCounts;
  /** The number series that it advanced: the earlier value, null if there was none, and the next one. */
  counters: MovedCounter[];
  /** The opening balances that it set, in paise. */
  openings: { accountId?: string; ledgerId?: string; paise: Paise }[];
}

export interface MovedCounter {
  kind: NumberedKind;
  stem: string;
  year: number;
  before: { nextSeq: number; movedIn: number } | null;
  nextSeq: number;
}

/** How files with the same headings were imported, kept for the next one. */
export const importMappings = sqliteTable(
  "import_mappings",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    headings: text("headings", { mode: "json" }).$type<string[]>().notNull(),
    mapping: text("mapping", { mode: "json" }).$type<CsvMapping>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    uniqueIndex("import_mappings_name").on(table.agencyId, table.nameKey),
  ],
);

/** Parts of an import that is still running. Each row holds thousands of the file's rows as JSON. */
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

/** Records that a running import needs. A foreign key prevents their deletion. */
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

/** Hashes of an import's posted transactions, some thousands at a time. */
export const importDigests = sqliteTable(
  "import_digests",
  {
    agencyId: integer("agency_id").notNull(),
    importId: text("import_id").notNull(),
    /** The newest transaction of this hash. All are newer than those of the hash before. */
    lastEntry: integer("last_entry").notNull(),
    /** SHA-256 of the rows: see db/imports/digests.ts. */
    digest: text("digest").notNull(),
  },
  (table) => [primaryKey({ columns: [table.agencyId, table.importId, table.lastEntry] })],
);
