import * as v from "valibot";
import { getInvoiceReminders, listReminders } from "../../db/reminders/read.ts";
import { changeReminderRules, getReminderRules } from "../../db/reminders/rules.ts";
import { runReminders } from "../../db/reminders/run.ts";
import { changeRemind, getRemindState } from "../../db/reminders/switches.ts";
import {
  PreviewQuery,
  ReminderQuery,
  ReminderRulesChange,
  RemindSwitch,
} from "../../domain/reminders/reminders.ts";
import { readInWorker } from "../http/workerReads.ts";
import { remindedBy } from "../reminders.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import {
  invoiceReminders,
  reminderList,
  reminderPreview,
  reminderRules,
  reminderSchemas,
  remindState,
} from "./reminderShapes.ts";
import { count } from "./shapes.ts";

export const reminders: Group = {
  title: "Reminders",
  about:
    "An invoice that was sent and is still owed is reminded of by e-mail 3 days before it is due, on that " +
    "day, and 7, 15 and 30 days later, by those of these rules that are on; all of it is off until an " +
    "owner switches it on. A client gets one mail a day, which tells of all that is late, between 10:00 " +
    "and 18:00 in India, Monday to Saturday. What is owed is looked up when the mail goes; what was paid " +
    "meanwhile is left out, and a mail of which nothing is left is `cancelled`. Each rule of an invoice " +
    "is sent once for a due date, and after an outage only the latest one. Where the server's `PUBLIC_URL` " +
    "is known, a mail brings a link to the client's page of each invoice that a rule is due for.",
  schemas: { ...reminderSchemas, ReminderRulesChange, RemindSwitch },
  calls: [
    call({
      name: "getReminderRules",
      method: "GET",
      path: "/api/reminder-rules",
      summary: "Read the rules by which clients are reminded",
      who: "members",
      answer: { status: 200, schema: reminderRules },
      run: ({ tenant }) => getReminderRules(tenant),
    }),
    call({
      name: "changeReminderRules",
      method: "PUT",
      path: "/api/reminder-rules",
      summary: "Switch reminders on or off, and change their rules",
      about:
        'What is left out stays; `subject` and `text` of "" are the usual words. In braces may stand ' +
        "`{client}`, `{agency}`, `{number}`, `{invoices}`, `{total}` and `{upi}`. What is switched on " +
        "counts from today. 409 names `SMTP_URL` where it is switched on without a mail server.",
      who: "set up reminders",
      body: {
        schema: ReminderRulesChange,
        example: { isOn: true, rules: [{ days: 30, isOn: true, subject: "{number} is open" }] },
      },
      answer: { status: 200, schema: reminderRules },
      also: [409],
      run: ({ context, tenant, input }) =>
        changeReminderRules(tenant, input, context.settings.mail),
    }),
    call({
      name: "previewReminders",
      method: "GET",
      path: "/api/reminders/preview",
      summary: "See what goes on the coming days if nothing is paid before",
      about: "By the function by which it is sent. `days` is 1 to 60.",
      who: "members",
      query: { schemas: [PreviewQuery], example: "days=14" },
      answer: { status: 200, schema: reminderPreview },
      run: ({ context, asker, query }) =>
        readInWorker(context, asker, "listComingReminders", { ...query, now: Date.now() }),
    }),
    call({
      name: "listReminders",
      method: "GET",
      path: "/api/reminders",
      summary: "List what was reminded of, newest first",
      about: "One for each invoice and rule; those of a client or an invoice by their ids.",
      who: "members",
      query: { schemas: [ReminderQuery], example: "limit=5" },
      answer: { status: 200, schema: reminderList },
      run: ({ tenant, query }) => listReminders(tenant, query),
    }),
    call({
      name: "runReminders",
      method: "POST",
      path: "/api/reminders/run",
      summary: "Make what is to be sent now",
      about:
        "As the server does each minute: what was made is not made again, and out of hours nothing is. " +
        "`made` is how many mails were put into the outbox.",
      who: "set up reminders",
      answer: { status: 200, schema: v.object({ made: count }) },
      run: async ({ context, tenant }) => {
        const { books, settings, sender } = context;
        const { agencyId } = tenant;
        return runReminders(
          books,
          { now: Date.now(), mail: settings.mail },
          { ...remindedBy(context), only: { agencyId }, onMade: sender.wake },
        );
      },
    }),
    call({
      name: "getInvoiceReminders",
      method: "GET",
      path: "/api/reminders/invoices/:id",
      summary: "Read what an invoice was reminded of, and what comes next",
      who: "members",
      id: ID.invoice,
      answer: { status: 200, schema: invoiceReminders },
      run: ({ tenant, id }) => getInvoiceReminders(tenant, id, Date.now()),
    }),
    call({
      name: "changeInvoiceRemind",
      method: "PUT",
      path: "/api/reminders/invoices/:id",
      summary: "Leave an invoice out of reminders, or take it in again",
      about: "It counts from today: rules whose day passed while it was out are not made up for.",
      who: "members",
      id: ID.invoice,
      body: { schema: RemindSwitch, example: { remind: false } },
      answer: { status: 200, schema: remindState },
      run: ({ tenant, id, input }) => changeRemind(tenant, "invoice", id, input.remind),
    }),
    call({
      name: "getClientRemind",
      method: "GET",
      path: "/api/reminders/clients/:id",
      summary: "Read whether a client is reminded",
      who: "members",
      id: ID.client,
      answer: { status: 200, schema: remindState },
      run: ({ tenant, id }) => getRemindState(tenant.books.read, tenant, "client", id),
    }),
    call({
      name: "changeClientRemind",
      method: "PUT",
      path: "/api/reminders/clients/:id",
      summary: "Leave a client out of reminders, or take them in again",
      who: "members",
      id: ID.client,
      body: { schema: RemindSwitch, example: { remind: true } },
      answer: { status: 200, schema: remindState },
      run: ({ tenant, id, input }) => changeRemind(tenant, "client", id, input.remind),
    }),
  ],
};
