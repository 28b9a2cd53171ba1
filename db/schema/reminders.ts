import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { REMIND_HOLDERS } from "../../domain/reminders/reminders.ts";
import type { ReminderDay } from "../../domain/reminders/schedule.ts";
import { agencyId, flag, referenceSameAgency, users } from "./agencies.ts";

const days = () => integer("days").$type<ReminderDay>().notNull();

/** Whether an agency's reminders go. No row: nobody has switched them on. */
export const reminderSettings = sqliteTable(
  "reminder_settings",
  {
    agencyId: agencyId().primaryKey(),
    isOn: flag("is_on"),
    /** The day in India on which it was switched on. */
    since: text("since").notNull(),
    /** In whose name reminders go. */
    savedBy: text("saved_by").notNull(),
  },
  (table) => [
    index("reminder_settings_on").on(table.isOn),
    referenceSameAgency(table, table.savedBy, users),
  ],
);

/** A rule that somebody has changed; others are as they come. */
export const reminderRules = sqliteTable(
  "reminder_rules",
  {
    agencyId: agencyId(),
    days: days(),
    isOn: flag("is_on"),
    since: text("since").notNull(),
    /** "" for the usual words. */
    subject: text("subject").notNull(),
    text: text("text").notNull(),
  },
  (table) => [primaryKey({ columns: [table.agencyId, table.days] })],
);

/** A client or an invoice that was left out once, and from when on it is in again. */
export const reminderSwitches = sqliteTable(
  "reminder_switches",
  {
    agencyId: agencyId(),
    entity: text("entity", { enum: REMIND_HOLDERS }).notNull(),
    /** Ids are not used twice, and what is restored is left out as before: no reference. */
    entityId: text("entity_id").notNull(),
    isOn: flag("is_on"),
    since: text("since").notNull(),
  },
  (table) => [primaryKey({ columns: [table.agencyId, table.entity, table.entityId] })],
);

/** A rule that an invoice is done with: its key is what keeps it from being sent twice. */
export const reminders = sqliteTable(
  "reminders",
  {
    agencyId: agencyId(),
    invoiceId: text("invoice_id").notNull(),
    days: days(),
    dueDate: text("due_date").notNull(),
    clientId: text("client_id").notNull(),
    number: text("number").notNull(),
    clientName: text("client_name").notNull(),
    /** The mail that told of it; where it was passed over, the mail that went in its place. */
    mailId: text("mail_id").notNull(),
    isPassedOver: flag("is_passed_over"),
    at: text("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.invoiceId, table.days, table.dueDate] }),
    index("reminders_by_time").on(table.agencyId, table.at),
    index("reminders_by_client").on(table.agencyId, table.clientId, table.at),
    index("reminders_by_mail").on(table.agencyId, table.mailId),
  ],
);

/** The one mail of a client and a day in India: taken when it is made, and on the day when it goes. */
export const reminderDays = sqliteTable(
  "reminder_days",
  {
    agencyId: agencyId(),
    clientId: text("client_id").notNull(),
    day: text("day").notNull(),
    mailId: text("mail_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.agencyId, table.clientId, table.day] })],
);
