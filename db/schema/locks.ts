import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { agencyId, auditLog, referenceSameAgency, users } from "./agencies.ts";

// Lock dates. Triggers refuse changes in a locked period: see the migration "locks".

export const locks = sqliteTable("locks", {
  agencyId: agencyId().primaryKey(),
  /** Nothing changes on or before this day; "" if nothing is locked. */
  lockedTo: text("locked_to").notNull(),
  /** Locked permanently: never after lockedTo, and never moved back. */
  finalTo: text("final_to").notNull(),
  /** The latest value lockedTo has had, at most the day it was set. */
  furthestTo: text("furthest_to").notNull(),
  /** Who set each date, and when; "" if it is not set. */
  lockedBy: text("locked_by").notNull().default(""),
  lockedAt: text("locked_at").notNull().default(""),
  finalBy: text("final_by").notNull().default(""),
  finalAt: text("final_at").notNull().default(""),
});

/** Temporary permission for one user to change locked, but not final, periods. */
export const lockExceptions = sqliteTable(
  "lock_exceptions",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    userId: text("user_id").notNull(),
    /** End of the exception, unless it was ended earlier. */
    until: text("until").notNull(),
    reason: text("reason").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: text("created_at").notNull(),
    endedAt: text("ended_at"),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    index("lock_exceptions_by_end").on(table.agencyId, table.until),
    referenceSameAgency(table, table.userId, users),
    referenceSameAgency(table, table.createdBy, users),
  ],
);

/** Exists only during a write that an exception allows. */
export const lockPasses = sqliteTable("lock_passes", {
  agencyId: integer("agency_id").primaryKey(),
  exceptionId: text("exception_id").notNull(),
});

/** Log entries that changed a locked period: under an exception, or after the lock was moved back. */
export const lockedChanges = sqliteTable(
  "locked_changes",
  {
    agencyId: agencyId(),
    auditId: text("audit_id").notNull(),
    exceptionId: text("exception_id"),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.auditId] }),
    referenceSameAgency(table, table.auditId, auditLog),
    referenceSameAgency(table, table.exceptionId, lockExceptions),
  ],
);
