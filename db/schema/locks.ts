import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { agencyId, auditLog, referenceSameAgency, users } from "./agencies.ts";

// How far an agency's books are closed. Triggers see to it that nothing changes there: see the migration
// "locks".

export const locks = sqliteTable("locks", {
  agencyId: agencyId().primaryKey(),
  /** Nothing of this day or before changes; "" for none. */
  lockedTo: text("locked_to").notNull(),
  /** The same for good: never after lockedTo, and never back. */
  finalTo: text("final_to").notNull(),
  /** The furthest that lockedTo has been, at most to the day of its setting. */
  furthestTo: text("furthest_to").notNull(),
  /** Who has set each, and when; "" for nobody. */
  lockedBy: text("locked_by").notNull().default(""),
  lockedAt: text("locked_at").notNull().default(""),
  finalBy: text("final_by").notNull().default(""),
  finalAt: text("final_at").notNull().default(""),
});

/** One person may change what is locked, but not final, for some hours. */
export const lockExceptions = sqliteTable(
  "lock_exceptions",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    userId: text("user_id").notNull(),
    /** A moment; past it, and once it was ended, it counts no more. */
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

/** Is there within a write that its writer's exception allows, and at no other time. */
export const lockPasses = sqliteTable("lock_passes", {
  agencyId: integer("agency_id").primaryKey(),
  exceptionId: text("exception_id").notNull(),
});

/** Entries of the log that changed a locked period: under an exception, or while the lock was moved back. */
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
