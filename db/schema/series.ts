import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { UNITS } from "../../domain/series/schedule.ts";
import {
  type InvoiceTemplate,
  MODES,
  OCCURRENCE_STATES,
  SERIES_KINDS,
  SERIES_STATES,
  type TransactionTemplate,
} from "../../domain/series/series.ts";
import { agencyId, flag, paise, referenceSameAgency, users } from "./agencies.ts";
import { clients } from "./documents.ts";
import { accounts, categories } from "./ledger.ts";

// Recurring invoices and entries, and the dates that were created or skipped.

export const series = sqliteTable(
  "series",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    kind: text("kind", { enum: SERIES_KINDS }).notNull(),
    state: text("state", { enum: SERIES_STATES }).notNull(),
    mode: text("mode", { enum: MODES }).notNull(),
    /** The record to create, in paise and hundredths. */
    template: text("template", { mode: "json" })
      .$type<InvoiceTemplate | TransactionTemplate>()
      .notNull(),
    /** Records that the template refers to. */
    clientId: text("client_id"),
    accountId: text("account_id"),
    categoryId: text("category_id"),
    /** The title, and the searchable text in lower case. */
    title: text("title").notNull(),
    searched: text("searched").notNull(),
    anchor: text("anchor").notNull(),
    unit: text("unit", { enum: UNITS }).notNull(),
    every: integer("every").notNull(),
    lastDay: flag("last_day"),
    endDate: text("end_date").notNull(),
    endAfter: integer("end_after").notNull(),
    /** The next date to create; null if there is none. */
    nextDate: text("next_date"),
    /** The series creates nothing before this date, except on `nextDate`. */
    notBefore: text("not_before").notNull(),
    /** Missed dates up to this day are created as drafts. */
    lateTo: text("late_to").notNull().default(""),
    /** Amount of one occurrence, as last created or saved. */
    amountPaise: paise("amount_paise"),
    made: integer("made").notNull().default(0),
    /** How often the next date failed in a row, and why; or the problem with the last one. */
    failures: integer("failures").notNull().default(0),
    reason: text("reason").notNull().default(""),
    pausedAt: text("paused_at"),
    pausedBy: text("paused_by"),
    /** The user who saved it last. It creates records in their name and with their permissions. */
    savedBy: text("saved_by").notNull(),
    savedAt: text("saved_at").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    // Finds due series: first the agencies, then an agency's own.
    index("series_due").on(table.nextDate, table.agencyId).where(sql`state = 'active'`),
    index("series_next").on(table.agencyId, table.state, table.nextDate, table.id),
    index("series_by_client").on(table.agencyId, table.clientId),
    index("series_by_account").on(table.agencyId, table.accountId),
    index("series_by_category").on(table.agencyId, table.categoryId),
    referenceSameAgency(table, table.clientId, clients),
    referenceSameAgency(table, table.accountId, accounts),
    referenceSameAgency(table, table.categoryId, categories),
    referenceSameAgency(table, table.savedBy, users),
    referenceSameAgency(table, table.createdBy, users),
    check(
      "series_of",
      sql`iif(kind = 'invoice', client_id IS NOT NULL AND account_id IS NULL AND category_id IS NULL,
        client_id IS NULL AND account_id IS NOT NULL AND category_id IS NOT NULL)`,
    ),
  ],
);

/** Dates that were created or skipped. The primary key prevents creating one twice. */
export const occurrences = sqliteTable(
  "occurrences",
  {
    agencyId: agencyId(),
    seriesId: text("series_id").notNull(),
    date: text("date").notNull(),
    state: text("state", { enum: OCCURRENCE_STATES }).notNull(),
    /** The invoice or transaction; "" if there is none. It may have been deleted since. */
    madeId: text("made_id").notNull(),
    note: text("note").notNull(),
    at: text("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.seriesId, table.date] }),
    index("occurrences_waiting").on(table.agencyId, table.date).where(sql`state = 'waiting'`),
    referenceSameAgency(table, table.seriesId, series),
  ],
);

/** One row: the day on which any server last looked for due series. */
export const seriesLook = sqliteTable(
  "series_look",
  { id: integer("id").primaryKey(), day: text("day").notNull() },
  (table) => [check("series_look_is_one", sql`${table.id} = 1`)],
);
