import * as v from "valibot";
import { MAIL_STATES } from "../../domain/mail/mails.ts";
import type {
  ComingReminder,
  InvoiceReminders,
  Reminder,
  ReminderList,
  ReminderPreview,
  ReminderRules,
  RemindState,
  RuleOnDay,
} from "../../domain/reminders/reminders.ts";
import { REMINDER_DAYS } from "../../domain/reminders/schedule.ts";
import {
  createPageShape,
  createShape,
  day,
  id,
  isTrue,
  moment,
  rupeeSum,
  rupees,
  text,
} from "./shapes.ts";

const named = v.object({ _id: id, name: text });
const days = v.pipe(v.picklist(REMINDER_DAYS), v.description("Days from the due date"));

export const reminderRules = createShape<ReminderRules>()(
  v.object({
    isOn: v.pipe(isTrue, v.description("Nothing is sent until an owner switches it on")),
    since: v.pipe(
      v.nullable(day),
      v.description("Earlier reminders are not sent; null while reminders are off"),
    ),
    savedBy: v.pipe(v.nullable(named), v.description("Member in whose name reminders are sent")),
    rules: v.array(
      v.object({
        days,
        isOn: isTrue,
        subject: text,
        text,
        isUsual: v.pipe(isTrue, v.description("Whether it uses the standard text")),
      }),
    ),
  }),
);

const reminder = createShape<Reminder>()(
  v.object({
    _id: id,
    invoice: v.object({ _id: id, number: text }),
    client: named,
    days,
    dueDate: day,
    state: v.pipe(
      v.picklist([...MAIL_STATES, "passed_over"]),
      v.description("State of its e-mail; `passed_over` if a later rule was sent instead"),
    ),
    to: v.pipe(text, v.description('"" if it was skipped')),
    mailId: v.nullable(id),
    answer: v.pipe(text, v.description("Reply of the mail server, or why the e-mail was not sent")),
    at: moment,
    handedOverAt: v.nullable(moment),
  }),
);
export const reminderList = createShape<ReminderList>()(createPageShape(reminder, {}));

const coming = createShape<ComingReminder>()(
  v.object({
    date: day,
    client: named,
    to: v.pipe(text, v.description('"" if the client has no address; nothing is sent')),
    days,
    invoices: v.array(
      v.object({
        _id: id,
        number: text,
        dueDate: day,
        balance: v.pipe(rupees, v.description("Amount due now, in rupees")),
        days: v.pipe(v.nullable(days), v.description("Null for invoices listed with it")),
      }),
    ),
    total: rupeeSum,
  }),
);
export const reminderPreview = createShape<ReminderPreview>()(
  v.object({ isOn: isTrue, until: day, coming: v.array(coming) }),
);

const ruleOnDay = createShape<RuleOnDay>()(v.object({ date: day, days }));
const state = {
  remind: v.pipe(isTrue, v.description("Switch of this client or invoice")),
  isOn: v.pipe(isTrue, v.description("Whether the agency's reminders are on")),
};
export const remindState = createShape<RemindState>()(v.object(state));
export const invoiceReminders = createShape<InvoiceReminders>()(
  v.object({
    ...state,
    next: v.pipe(v.nullable(ruleOnDay), v.description("Next reminder, unless paid first")),
    coming: v.pipe(
      v.array(ruleOnDay),
      v.description("After it is included again, or after a draft is sent"),
    ),
    why: v.pipe(text, v.description('Why there is no next one; "" if there is one')),
    sent: v.pipe(v.array(reminder), v.description("Newest first")),
  }),
);

export const reminderSchemas = {
  ReminderRules: reminderRules,
  Reminder: reminder,
  ReminderList: reminderList,
  ReminderPreview: reminderPreview,
  RemindState: remindState,
  InvoiceReminders: invoiceReminders,
};
