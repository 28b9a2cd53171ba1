import { sql } from "drizzle-orm";
import { index, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { LINKS } from "../../domain/purchases/bookedRows.ts";
import { PORTAL_TABLES, type PortalCredit } from "../../domain/purchases/gstr2b.ts";
import { agencyId, flag, paise, referenceSameAgency, users } from "./agencies.ts";
import { documents } from "./documents.ts";

// Suppliers' invoices from the portal's GSTR-2B, and the bills they were linked with.

/** The latest file of each period. */
export const gstr2bFiles = sqliteTable(
  "gstr2b_files",
  {
    agencyId: agencyId(),
    period: text("period").notNull(),
    /** Credits that no bill matches: from input service distributors and customs. */
    credits: text("credits", { mode: "json" }).$type<PortalCredit[]>().notNull(),
    loadedBy: text("loaded_by").notNull(),
    loadedAt: text("loaded_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.period] }),
    referenceSameAgency(table, table.loadedBy, users),
  ],
);

const taxes = () => ({
  igstPaise: paise("igst_paise"),
  cgstPaise: paise("cgst_paise"),
  sgstPaise: paise("sgst_paise"),
  cessPaise: paise("cess_paise"),
});

export const gstr2bRows = sqliteTable(
  "gstr2b_rows",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    /** The period of its file, `2026-10`. */
    period: text("period").notNull(),
    table: text("portal_table", { enum: PORTAL_TABLES }).notNull(),
    gstin: text("gstin").notNull(),
    supplier: text("supplier").notNull(),
    number: text("number").notNull(),
    date: text("date").notNull(),
    kind: text("kind", { enum: ["C", "D", "INVOICE"] }).notNull(),
    place: text("place").notNull(),
    isReverseCharge: flag("is_reverse_charge"),
    available: text("available", { enum: ["N", "T", "Y"] }).notNull(),
    reason: text("reason").notNull(),
    amends: text("amends", { mode: "json" }).$type<{ number: string; date: string }>(),
    taxablePaise: paise("taxable_paise"),
    ...taxes(),
    billId: text("bill_id"),
    linkedAs: text("linked_as", { enum: LINKS }),
    /** The period in which the row was linked. */
    linkedIn: text("linked_in"),
    isIgnored: flag("is_ignored").default(false),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    index("gstr2b_rows_of_period").on(table.agencyId, table.period),
    index("gstr2b_rows_open").on(table.agencyId, table.period).where(sql`bill_id IS NULL`),
    index("gstr2b_rows_linked_in")
      .on(table.agencyId, table.linkedIn)
      .where(sql`linked_in IS NOT NULL`),
    index("gstr2b_rows_open_of_supplier")
      .on(table.agencyId, table.gstin)
      .where(sql`bill_id IS NULL`),
    // A bill has at most one row.
    uniqueIndex("gstr2b_rows_of_bill").on(table.agencyId, table.billId),
    referenceSameAgency(table, table.billId, documents),
  ],
);

/**
 * Credit reversed in a return, by row or bill, until it is reclaimed. It is reclaimed once, whatever the
 * books say later. An import of books adds what earlier returns reversed.
 */
export const creditReversals = sqliteTable(
  "credit_reversals",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    /** The period of the return that reversed it. */
    period: text("period").notNull(),
    /** The row's key in its file, because a period's file can be imported again. */
    rowKey: text("row_key"),
    billId: text("bill_id"),
    ...taxes(),
    /** The period of the return that reclaimed it. */
    reclaimedIn: text("reclaimed_in"),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    index("credit_reversals_of_period").on(table.agencyId, table.period),
    index("credit_reversals_open")
      .on(table.agencyId, table.period)
      .where(sql`reclaimed_in IS NULL`),
    uniqueIndex("credit_reversals_of_bill")
      .on(table.agencyId, table.billId, table.period)
      .where(sql`bill_id IS NOT NULL`),
    referenceSameAgency(table, table.billId, documents),
  ],
);

/** Balances of the portal's credit ledger at the start of a period, as typed by a user. */
export const creditOpenings = sqliteTable(
  "credit_openings",
  {
    agencyId: agencyId(),
    period: text("period").notNull(),
    igstPaise: paise("igst_paise"),
    cgstPaise: paise("cgst_paise"),
    sgstPaise: paise("sgst_paise"),
  },
  (table) => [primaryKey({ columns: [table.agencyId, table.period] })],
);
