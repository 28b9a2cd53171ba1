import { sql } from "drizzle-orm";
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { CloseFigures } from "../../domain/closing/closing.ts";
import { agencyId, referenceSameAgency, users } from "./agencies.ts";

/** Closed months, and how their documents were shared; see the trigger in the migration "closings". */
export const closings = sqliteTable(
  "closings",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    /** `2026-10` */
    month: text("month").notNull(),
    /** Number and hash of the log entry of the lock. */
    seq: integer("seq").notNull(),
    head: text("head").notNull(),
    figures: text("figures", { mode: "json" }).$type<CloseFigures>().notNull(),
    /** Names of the files in the accountant's folder, and of the accountants it was made for. */
    papers: text("papers", { mode: "json" }).$type<string[]>().notNull(),
    recipients: text("recipients", { mode: "json" }).$type<string[]>().notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: text("created_at").notNull(),
    /** When the lock was moved back before the month's end; "" while it is closed. */
    reopenedAt: text("reopened_at").notNull().default(""),
    /** When a member last marked the documents as shared, and who; "" if nobody did. */
    markedAt: text("marked_at").notNull().default(""),
    markedBy: text("marked_by").notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    uniqueIndex("closings_of_month").on(table.agencyId, table.month).where(sql`reopened_at = ''`),
    referenceSameAgency(table, table.createdBy, users),
  ],
);
