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
import { createReminderRun } from "../reminders.ts";
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
    "Unpaid sent invoices are reminded by e-mail 3 days before the due date, on it, and 7, 15 and " +
    "30 days after it, by each of these rules that is on. Reminders are off until an owner " +
    "switches them on. A client gets at most one e-mail a day about everything overdue, Monday to " +
    "Saturday, 10:00 to 18:00 in India. Balances are read when the e-mail is sent: paid invoices " +
    "are left out, and an e-mail without invoices is `cancelled`. Each rule of an invoice is sent " +
    "once per due date; after an outage, only the latest one. If the server's `PUBLIC_URL` is " +
    "set, an e-mail links to the client's page of each invoice that is due.",
  schemas: { ...reminderSchemas, ReminderRulesChange, RemindSwitch },
  calls: [
    call({
      name: "getReminderRules",
      method: "GET",
      path: "/api/reminder-rules",
      summary: "Get the reminder rules",
      who: "members",
      answer: { status: 200, schema: reminderRules },
      run: ({ tenant }) => getReminderRules(tenant),
    }),
    call({
      name: "changeReminderRules",
      method: "PUT",
      path: "/api/reminder-rules",
      summary: "Update the reminder rules, or switch reminders on or off",
      about:
        "Omitted fields stay as they are; an empty `subject` or `text` is the standard text. " +
        "Placeholders are `{client}`, `{agency}`, `{number}`, `{invoices}`, `{total}` and " +
        "`{upi}`. Switching on takes effect from today. Returns 409 naming `SMTP_URL` if you " +
        "switch reminders on without a mail server.",
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
      summary: "List upcoming reminders, assuming nothing is paid first",
      about: "Computed by the function that sends them. `days` is 1 to 60.",
      who: "members",
      query: { schemas: [PreviewQuery], example: "days=14" },
      answer: { status: 200, schema: reminderPreview },
      run: ({ context, caller, query }) =>
        readInWorker(context, caller, "listComingReminders", { ...query, now: Date.now() }),
    }),
    call({
      name: "listReminders",
      method: "GET",
      path: "/api/reminders",
      summary: "List sent reminders, newest first",
      about: "One per invoice and rule. Filter by client or invoice id.",
      who: "members",
      query: { schemas: [ReminderQuery], example: "limit=5" },
      answer: { status: 200, schema: reminderList },
      run: ({ tenant, query }) => listReminders(tenant, query),
    }),
    call({
      name: "runReminders",
      method: "POST",
      path: "/api/reminders/run",
      summary: "Create the reminders due now",
      about:
        "The server does this every minute: nothing is created twice, and nothing outside the " +
        "hours. `made` is the number of e-mails added to the outbox.",
      who: "set up reminders",
      answer: { status: 200, schema: v.object({ made: count }) },
      run: async ({ context, tenant }) => {
        const { books, settings, sender } = context;
        const { agencyId } = tenant;
        return runReminders(
          books,
          { now: Date.now(), mail: settings.mail },
          { ...createReminderRun(context), only: { agencyId }, onMade: sender.wake },
        );
      },
    }),
    call({
      name: "getInvoiceReminders",
      method: "GET",
      path: "/api/reminders/invoices/:id",
      summary: "Get the reminders of an invoice",
      who: "members",
      id: ID.invoice,
      answer: { status: 200, schema: invoiceReminders },
      run: ({ tenant, id }) => getInvoiceReminders(tenant, id, Date.now()),
    }),
    call({
      name: "changeInvoiceRemind",
      method: "PUT",
      path: "/api/reminders/invoices/:id",
      summary: "Exclude an invoice from reminders, or include it again",
      about: "Takes effect today: rules whose day passed while it was excluded are not sent later.",
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
      summary: "Get whether a client gets reminders",
      who: "members",
      id: ID.client,
      answer: { status: 200, schema: remindState },
      run: ({ tenant, id }) => getRemindState(tenant.books.read, tenant, "client", id),
    }),
    call({
      name: "changeClientRemind",
      method: "PUT",
      path: "/api/reminders/clients/:id",
      summary: "Exclude a client from reminders, or include them again",
      who: "members",
      id: ID.client,
      body: { schema: RemindSwitch, example: { remind: true } },
      answer: { status: 200, schema: remindState },
      run: ({ tenant, id, input }) => changeRemind(tenant, "client", id, input.remind),
    }),
  ],
};
