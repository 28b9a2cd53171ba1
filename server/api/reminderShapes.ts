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
import { day, id, isTrue, moment, pageOf, rupeeSum, rupees, shapeOf, text } from "./shapes.ts";

const named = v.object({ _id: id, name: text });
const days = v.pipe(v.picklist(REMINDER_DAYS), v.description("Days from the due date"));

export const reminderRules = shapeOf<ReminderRules>()(
  v.object({
    isOn: v.pipe(isTrue, v.description("Nothing is sent before an owner switches it on")),
    since: v.pipe(
      v.nullable(day),
      v.description("Days before it are not made up for; null while reminders are off"),
    ),
    savedBy: v.pipe(v.nullable(named), v.description("In whose name reminders go")),
    rules: v.array(
      v.object({
        ...{ days, isOn: isTrue, subject: text, text },
        isUsual: v.pipe(isTrue, v.description("Whether its words are the usual ones")),
      }),
    ),
  }),
);

const reminder = shapeOf<Reminder>()(
  v.object({
    _id: id,
    invoice: v.object({ _id: id, number: text }),
    client: named,
    ...{ days, dueDate: day },
    state: v.pipe(
      v.picklist([...MAIL_STATES, "passed_over"]),
      v.description("Of its mail; `passed_over` where a later rule was sent in its place"),
    ),
    to: v.pipe(text, v.description('"" where it was passed over')),
    mailId: v.nullable(id),
    answer: v.pipe(text, v.description("What the mail server said, or why its mail did not go")),
    at: moment,
    handedOverAt: v.nullable(moment),
  }),
);
export const reminderList = shapeOf<ReminderList>()(pageOf(reminder, {}));

const coming = shapeOf<ComingReminder>()(
  v.object({
    ...{ date: day, client: named },
    to: v.pipe(text, v.description('"" where the client has no address: then it does not go')),
    days,
    invoices: v.array(
      v.object({
        ...{ _id: id, number: text, dueDate: day },
        balance: v.pipe(rupees, v.description("What is owed of it now")),
        days: v.pipe(v.nullable(days), v.description("null for what is told beside it")),
      }),
    ),
    total: rupeeSum,
  }),
);
export const reminderPreview = shapeOf<ReminderPreview>()(
  v.object({ isOn: isTrue, until: day, coming: v.array(coming) }),
);

const ruleOnDay = shapeOf<RuleOnDay>()(v.object({ date: day, days }));
const state = {
  remind: v.pipe(isTrue, v.description("Its own switch")),
  isOn: v.pipe(isTrue, v.description("Whether the agency's reminders are on")),
};
export const remindState = shapeOf<RemindState>()(v.object(state));
export const invoiceReminders = shapeOf<InvoiceReminders>()(
  v.object({
    ...state,
    next: v.pipe(v.nullable(ruleOnDay), v.description("If nothing is paid before")),
    coming: v.pipe(
      v.array(ruleOnDay),
      v.description("Once it is in again, where it is left out; once it is sent, of a draft"),
    ),
    why: v.pipe(text, v.description('Why there is no next one; "" where there is')),
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
