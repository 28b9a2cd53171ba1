import { and, desc, eq, sql } from "drizzle-orm";
import { addDays, type CalendarDate, formatDate } from "../../domain/dates.ts";
import { toRupees } from "../../domain/money.ts";
import type {
  ComingReminder,
  InvoiceReminders,
  PreviewQuery,
  Reminder,
  ReminderList,
  ReminderPreview,
  ReminderQuery,
} from "../../domain/reminders/reminders.ts";
import {
  firstDay,
  OUT_OF_DATE_DAYS,
  planOf,
  REMINDER_DAYS,
  type ReminderDay,
  workingDays,
} from "../../domain/reminders/schedule.ts";
import { owned, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { mails } from "../schema/mail.ts";
import { reminderDays, reminders } from "../schema/reminders.ts";
import { type OpenClient, type OpenInvoice, readOpen, remindedOf } from "./open.ts";
import { type RuleInUse, readRulesInUse } from "./rules.ts";
import { getRemindState } from "./switches.ts";

/** What was sent or passed over, newest first. */
export async function listReminders(tenant: Tenant, query: ReminderQuery): Promise<ReminderList> {
  const { clientId, invoiceId, page, limit } = query;
  const { read } = tenant.books;
  const where = owned(
    tenant,
    reminders,
    clientId ? eq(reminders.clientId, clientId) : undefined,
    invoiceId ? eq(reminders.invoiceId, invoiceId) : undefined,
  );
  const [found] = await read.select({ total: sql<number>`count(*)` }).from(reminders).where(where);
  const rows = await withMails(read)
    .where(where)
    .orderBy(desc(reminders.at), desc(reminders.invoiceId), desc(reminders.days))
    .limit(limit)
    .offset((page - 1) * limit);
  const total = found?.total ?? 0;
  return { items: rows.map(toReminder), total, page, totalPages: Math.ceil(total / limit) };
}

const withMails = (from: Pick<Write, "select">) =>
  from
    .select({ reminder: reminders, mail: mails })
    .from(reminders)
    .innerJoin(mails, and(eq(mails.agencyId, reminders.agencyId), eq(mails.id, reminders.mailId)));

interface Row {
  reminder: typeof reminders.$inferSelect;
  mail: typeof mails.$inferSelect;
}

function toReminder({ reminder, mail }: Row): Reminder {
  const { invoiceId, number, clientId, clientName, days, dueDate, isPassedOver, at } = reminder;
  const common = {
    _id: [invoiceId, days, dueDate].join("."),
    ...{ invoice: { _id: invoiceId, number }, client: { _id: clientId, name: clientName } },
    ...{ days, dueDate, at },
  };
  if (isPassedOver) {
    const none = { to: "", mailId: null, answer: "", handedOverAt: null };
    return { ...common, state: "passed_over", ...none };
  }
  const { state, to, id: mailId, answer, handedOverAt } = mail;
  return { ...common, state, to, mailId, answer, handedOverAt };
}

/** What goes on the coming days if nothing is paid before, by the function by which it is sent. */
export async function listComingReminders(
  tenant: Tenant,
  { days, now }: PreviewQuery & { now: number },
): Promise<ReminderPreview> {
  const { read } = tenant.books;
  const from = firstDay(now);
  const until = addDays(from, days - 1);
  const used = await readRulesInUse(read, tenant);
  if (!used) return { isOn: false, until, coming: [] };
  const [first, last] = [Math.min(...REMINDER_DAYS), Math.max(...REMINDER_DAYS)];
  const open = await readOpen(read, tenant, {
    dueFrom: addDays(from, -last - OUT_OF_DATE_DAYS),
    dueTo: addDays(until, -first),
  });
  const served = await read
    .select({ id: reminderDays.clientId })
    .from(reminderDays)
    .where(owned(tenant, reminderDays, eq(reminderDays.day, from)));
  const isServed = new Set(served.map(({ id }) => id));
  const all = workingDays(from, days);
  const coming = open.flatMap((client) =>
    comingOf(client, used.rules, isServed.has(client._id) ? all.filter((day) => day > from) : all),
  );
  coming.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return { isOn: true, until, coming };
}

/** The mails of one client on some days. */
function comingOf(client: OpenClient, rules: RuleInUse[], days: CalendarDate[]): ComingReminder[] {
  const invoices = remindedOf(client).map((one) => ({ ...one, done: [...one.done] }));
  const coming: ComingReminder[] = [];
  for (const date of days) {
    const plan = planOf(invoices, rules, date);
    if (!plan) continue;
    for (const { invoice, days } of plan.due) invoice.done.push(days);
    const ruleOf = (invoice: OpenInvoice) =>
      plan.due.find((one) => one.invoice === invoice)?.days ?? null;
    coming.push({
      date,
      client: { _id: client._id, name: client.name },
      ...{ to: client.email, days: plan.days },
      invoices: plan.told.map((invoice) => ({
        ...{ _id: invoice._id, number: invoice.number, dueDate: invoice.dueDate },
        ...{ balance: toRupees(invoice.owed), days: ruleOf(invoice) },
      })),
      total: toRupees(plan.told.reduce((sum, { owed }) => sum + BigInt(owed), 0n)),
    });
  }
  return coming;
}

/** So far an invoice's page looks: the last rule of one that is due in a year. */
const LOOKED_AT_DAYS = 400;

/** Of an invoice: what was sent, and what comes next. */
export async function getInvoiceReminders(
  tenant: Tenant,
  id: string,
  now: number,
): Promise<InvoiceReminders> {
  const { read } = tenant.books;
  const state = await getRemindState(read, tenant, "invoice", id);
  const rows = await withMails(read)
    .where(owned(tenant, reminders, eq(reminders.invoiceId, id)))
    .orderBy(desc(reminders.at), desc(reminders.days));
  const sent = rows.map(toReminder);
  const told = await nextOf(tenant, id, state, now);
  return typeof told === "string"
    ? { ...state, next: null, why: told, sent }
    : { ...state, next: told, why: "", sent };
}

/** The next one, or why there is none. */
async function nextOf(
  tenant: Tenant,
  id: string,
  { isOn, remind }: { isOn: boolean; remind: boolean },
  now: number,
): Promise<{ date: CalendarDate; days: ReminderDay } | string> {
  const { read } = tenant.books;
  if (!isOn) return "Reminders are off.";
  if (!remind) return "This invoice is left out of reminders.";
  const [row] = await read.all<{ clientId: string; status: string; dueDate: string }>(sql`
    SELECT client_id AS "clientId", status, due_date AS "dueDate" FROM documents
    WHERE agency_id = ${tenant.agencyId} AND id = ${id}`);
  if (!row || row.status === "DRAFT") return "A draft is not reminded of.";
  if (!row.dueDate) return "It has no due date.";
  const [client] = await readOpen(read, tenant, { clientId: row.clientId });
  const invoice = client?.invoices.find((one) => one._id === id);
  if (!client || !invoice) return "Nothing of it is owed.";
  if (!client.remind) return `${client.name} is left out of reminders.`;
  if (!client.email) return `${client.name} has no e-mail address.`;
  const used = await readRulesInUse(read, tenant);
  const days = workingDays(firstDay(now), LOOKED_AT_DAYS);
  // Whatever else the client owes goes with it, and moves no day.
  const coming = comingOf({ ...client, invoices: [invoice] }, used?.rules ?? [], days);
  for (const { date, invoices } of coming) {
    const days = invoices.find((one) => one._id === id)?.days;
    if (days !== undefined && days !== null) return { date, days };
  }
  return `No rule is left for what was due on ${formatDate(row.dueDate)}.`;
}
