import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { BankDetails } from "../../domain/documents/invoiceSettings.ts";
import { NUMBERED_KINDS, RESET_POLICIES } from "../../domain/documents/numbering.ts";
import { agencyId } from "./agencies.ts";
import { hundredths } from "./documents.ts";

/** Number counters. They never go back, even if documents are deleted. */
export const numberSeries = sqliteTable(
  "number_series",
  {
    agencyId: agencyId(),
    kind: text("kind", { enum: NUMBERED_KINDS }).notNull(),
    /** The part before the sequence: see domain/documents/numbering.ts. */
    stem: text("stem").notNull(),
    year: integer("year").notNull(),
    nextSeq: integer("next_seq").notNull(),
    /** Numbers up to this one were imported, so gaps among them are not reported. */
    movedIn: integer("moved_in").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.agencyId, table.kind, table.stem, table.year] })],
);

/** Numbering of each document kind, if an owner or a new financial year has set it. */
export const documentSettings = sqliteTable(
  "document_settings",
  {
    agencyId: agencyId(),
    kind: text("kind", { enum: NUMBERED_KINDS }).notNull(),
    prefix: text("prefix").notNull(),
    series: text("series").notNull(),
    resetPolicy: text("reset_policy", { enum: RESET_POLICIES }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.agencyId, table.kind] })],
);

/** Defaults for new invoices, other than numbering. */
export const invoiceSettings = sqliteTable("invoice_settings", {
  agencyId: agencyId().primaryKey(),
  defaultTaxPct: hundredths("default_tax_pct"),
  defaultPlaceOfSupply: text("default_place_of_supply").notNull(),
  bankDetails: text("bank_details", { mode: "json" }).$type<BankDetails>().notNull(),
  defaultDueDays: integer("default_due_days"),
  defaultNotes: text("default_notes").notNull().default(""),
  defaultTerms: text("default_terms").notNull().default(""),
  /** The revenue category of invoices; "" for the first one of that kind. */
  revenueCategoryId: text("revenue_category_id").notNull().default(""),
});
