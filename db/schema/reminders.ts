import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { REMIND_HOLDERS } from "../../domain/reminders/reminders.ts";
import type { ReminderDay } from "../../domain/reminders/schedule.ts";
import { agencyId, flag, referenceSameAgency, users } from "./agencies.ts";

const days = () => integer("days").$type<ReminderDay>().notNull();

/** Whether reminders are on. No row means off. */
export const reminderSettings = sqliteTable(
  "reminder_settings",
  {
    agencyId: agencyId().primaryKey(),
    isOn: flag("is_on"),
    /** The day in India on which reminders were switched on. */
    since: text("since").notNull(),
    /** The user in whose name reminders are sent. */
    savedBy: text("saved_by").notNull(),
  },
  (table) => [
    index("reminder_settings_on").on(table.isOn),
    referenceSameAgency(table, table.savedBy, users),
  ],
);

/** Rules that a user changed. Other rules have their defaults. */
export const reminderRules = sqliteTable(
  "reminder_rules",
  {
    agencyId: agencyId(),
    days: days(),
    isOn: flag("is_on"),
    since: text("since").notNull(),
    /** "" for the default subject and text. */
    subject: text("subject").notNull(),
    text: text("text").notNull(),
  },
  (table) => [primaryKey({ columns: [table.agencyId, table.days] })],
);

/** Clients and invoices that were excluded from reminders; `isOn` marks those included again. */
export const reminderSwitches = sqliteTable(
  "reminder_switches",
  {
    agencyId: agencyId(),
    entity: text("entity", { enum: REMIND_HOLDERS }).notNull(),
    /** No foreign key: a restored record is still excluded, and ids are never reused. */
    entityId: text("entity_id").notNull(),
    isOn: flag("is_on"),
    since: text("since").notNull(),
  },
  (table) => [primaryKey({ columns: [table.agencyId, table.entity, table.entityId] })],
);

/** Reminder rules already applied to an invoice. The primary key prevents sending one twice. */
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
    /** The reminder's mail. For a skipped rule, the mail that was sent instead. */
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

/** At most one reminder mail for each client and day in India, both when it is queued and when it is sent. */
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
