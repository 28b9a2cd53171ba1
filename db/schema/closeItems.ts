import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { OWN_KINDS } from "../../domain/closing/ownItems.ts";
import type { Paise } from "../../domain/money.ts";
import { agencyId, referenceSameAgency, users } from "./agencies.ts";
import { accounts } from "./ledger.ts";

/** The agency's own items of the month's close. */
export const closeItems = sqliteTable(
  "close_items",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    name: text("name").notNull(),
    kind: text("kind", { enum: OWN_KINDS }).notNull(),
    /** The responsible member. */
    userId: text("user_id").notNull(),
    /** The account to count; null for a tick. */
    accountId: text("account_id"),
    /** Days in its first and last month; the last is "" for every month. */
    fromDay: text("from_day").notNull(),
    untilDay: text("until_day").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    index("close_items_by_account").on(table.agencyId, table.accountId),
    referenceSameAgency(table, table.userId, users),
    referenceSameAgency(table, table.accountId, accounts),
    check("close_items_count", sql`(kind = 'count') = (account_id IS NOT NULL)`),
  ],
);

/** Items that were ticked or counted, with the last day of their month. A count is compared when read. */
export const closeMarks = sqliteTable(
  "close_marks",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    itemId: text("item_id").notNull(),
    date: text("date").notNull(),
    countedPaise: integer("counted_paise").$type<Paise>(),
    markedBy: text("marked_by").notNull(),
    markedAt: text("marked_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    uniqueIndex("close_marks_of_month").on(table.agencyId, table.itemId, table.date),
    referenceSameAgency(table, table.itemId, closeItems),
    referenceSameAgency(table, table.markedBy, users),
  ],
);
