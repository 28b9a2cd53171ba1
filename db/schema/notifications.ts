import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { NOTIFICATION_KINDS } from "../../domain/agencies/notifications.ts";
import type { Paise } from "../../domain/money.ts";
import { agencyId, referenceSameAgency, users } from "./agencies.ts";

/** News for the members, inserted in the transaction of the event. The newest are kept. */
export const notifications = sqliteTable(
  "notifications",
  {
    agencyId: agencyId(),
    /** Sorts by time. */
    id: text("id").notNull(),
    kind: text("kind", { enum: NOTIFICATION_KINDS }).notNull(),
    at: text("at").notNull(),
    /** The only member who sees it; null for all with the permission of its kind. */
    toUser: text("to_user"),
    /** The member who caused it and does not see it. */
    byUser: text("by_user"),
    name: text("name").notNull(),
    label: text("label").notNull(),
    amountPaise: integer("amount_paise").$type<Paise>(),
    link: text("link").notNull(),
    /** Id of the e-mail or request that it is about, whose state shows whether it is done; or "". */
    aboutId: text("about_id").notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    referenceSameAgency(table, table.toUser, users),
    referenceSameAgency(table, table.byUser, users),
  ],
);

/** The last notification that a member has read. */
export const notificationReads = sqliteTable(
  "notification_reads",
  {
    agencyId: agencyId(),
    userId: text("user_id").notNull(),
    readTo: text("read_to").notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.userId] }),
    referenceSameAgency(table, table.userId, users),
  ],
);

/** Members who get their notifications by e-mail once a day. */
export const notificationMails = sqliteTable(
  "notification_mails",
  {
    agencyId: agencyId(),
    userId: text("user_id").notNull(),
    /** The last day in India that is done. Changing it claims the day. */
    day: text("day").notNull(),
    /** The last notification before the next e-mail. */
    mailedTo: text("mailed_to").notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.userId] }),
    index("notification_mails_due").on(table.day),
    referenceSameAgency(table, table.userId, users),
  ],
);
