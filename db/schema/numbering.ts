import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { BankDetails } from "../../domain/documents/invoiceSettings.ts";
import { NUMBERED_KINDS, RESET_POLICIES } from "../../domain/documents/numbering.ts";
import { agencyId } from "./agencies.ts";
import { hundredths } from "./documents.ts";

/** Where each counter of numbers stands. It never goes back, whatever is deleted. */
export const numberSeries = sqliteTable(
  "number_series",
  {
    agencyId: agencyId(),
    kind: text("kind", { enum: NUMBERED_KINDS }).notNull(),
    /** What stands before the sequence: see domain/documents/numbering.ts. */
    stem: text("stem").notNull(),
    year: integer("year").notNull(),
    nextSeq: integer("next_seq").notNull(),
    /** Numbers up to this one came with an import, so gaps among them are not ours. */
    movedIn: integer("moved_in").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.agencyId, table.kind, table.stem, table.year] })],
);

/** How documents are numbered, where an owner or a new financial year has said so. */
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

/** What new invoices begin with, beside their numbering. */
export const invoiceSettings = sqliteTable("invoice_settings", {
  agencyId: agencyId().primaryKey(),
  defaultTaxPct: hundredths("default_tax_pct"),
  defaultPlaceOfSupply: text("default_place_of_supply").notNull(),
  bankDetails: text("bank_details", { mode: "json" }).$type<BankDetails>().notNull(),
  /** The category that what is billed is revenue of; "" for the first of that kind. */
  revenueCategoryId: text("revenue_category_id").notNull().default(""),
});
