import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { CELLS } from "../../domain/taxbook/entries.ts";
import type { FiledSettlement } from "../../domain/taxbook/settle.ts";
import type { TaxBookOpening } from "../../domain/taxbook/start.ts";
import { agencyId, flag, paise } from "./agencies.ts";

// The tax book: what each document adds to returns and moves between tax ledgers. domain/taxbook derives it,
// and `bahi check` derives it again to compare. No one edits it.

/** The day from which the ledgers follow the tax book. No row means from the first day of the books. */
export const taxBooks = sqliteTable("tax_books", {
  agencyId: integer("agency_id").primaryKey(),
  /** Documents before this day post their tax on their own date. */
  startsOn: text("starts_on").notNull(),
  /** Balances taken over on that day; null until an owner starts the tax book. */
  opening: text("opening", { mode: "json" }).$type<TaxBookOpening>(),
});

/** A document's entries in returns. Entries of a filed return never change. */
export const taxEntries = sqliteTable(
  "tax_entries",
  {
    agencyId: agencyId(),
    /** Id of a document, of a row of GSTR-2B, or of a filing. */
    document: text("document").notNull(),
    period: text("period").notNull(),
    n: integer("n").notNull(),
    number: text("number").notNull(),
    due: text("due").notNull(),
    posted: text("posted").notNull(),
    cell: text("cell", { enum: CELLS }).notNull(),
    /** Table of GSTR-1; "" if there is none. */
    section: text("section").notNull(),
    pos: text("pos").notNull(),
    rate: integer("rate").notNull(),
    isIntra: flag("is_intra"),
    /** The opposite ledgers; "" if the entry moves none. */
    against: text("against").notNull().default(""),
    taxablePaise: paise("taxable_paise"),
    igstPaise: paise("igst_paise"),
    cgstPaise: paise("cgst_paise"),
    sgstPaise: paise("sgst_paise"),
    cessPaise: paise("cess_paise"),
    reason: text("reason").notNull(),
    /** The filing that reported it; null while its return is open. */
    filingId: text("filing_id"),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.document, table.period, table.n] }),
    index("tax_entries_of_period").on(table.agencyId, table.period),
    index("tax_entries_of_filing")
      .on(table.agencyId, table.filingId)
      .where(sql`filing_id IS NOT NULL`),
  ],
);

/** Postings to the tax ledgers for these entries, in addition to the document's own. Debit positive. */
export const taxPostings = sqliteTable(
  "tax_postings",
  {
    agencyId: agencyId(),
    document: text("document").notNull(),
    n: integer("n").notNull(),
    date: text("date").notNull(),
    ledger: text("ledger").notNull(),
    paise: integer("paise").notNull(),
    /** The client or vendor of a receivable or payable; null in other ledgers. */
    party: text("party"),
    reason: text("reason").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.document, table.n] }),
    index("tax_postings_by_date").on(table.agencyId, table.date, table.document),
  ],
);

/** Documents whose rows changed since their tax was derived. Empty between writes. */
export const taxDue = sqliteTable(
  "tax_due",
  { agencyId: integer("agency_id").notNull(), document: text("document").notNull() },
  (table) => [primaryKey({ columns: [table.agencyId, table.document] })],
);

/** The row of GSTR-2B that gives a bill its credit. */
export const taxLinks = sqliteTable(
  "tax_links",
  {
    agencyId: integer("agency_id").notNull(),
    rowId: text("row_id").notNull(),
    billId: text("bill_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.rowId] }),
    uniqueIndex("tax_links_of_bill").on(table.agencyId, table.billId),
  ],
);

/** How a filed GSTR-3B was settled: its own sums and what it took over. The rest is derived from them. */
export const taxSettlements = sqliteTable(
  "tax_settlements",
  {
    agencyId: integer("agency_id").notNull(),
    filingId: text("filing_id").notNull(),
    period: text("period").notNull(),
    filed: text("filed", { mode: "json" }).$type<FiledSettlement>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.filingId] }),
    index("tax_settlements_by_period").on(table.agencyId, table.period),
  ],
);
