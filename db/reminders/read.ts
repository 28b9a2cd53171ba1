import { and, desc, eq, sql } from "drizzle-orm";
import { addDays, type CalendarDate, formatDate, pickLater } from "../../domain/dates.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import type {
  ComingReminder,
  InvoiceReminders,
  PreviewQuery,
  Reminder,
  ReminderList,
  ReminderPreview,
  ReminderQuery,
  RuleOnDay,
} from "../../domain/reminders/reminders.ts";
import {
  firstDay,
  OUT_OF_DATE_DAYS,
  planReminders,
  REMINDER_DAYS,
  toIndiaDay,
  workingDays,
} from "../../domain/reminders/schedule.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { mails } from "../schema/mail.ts";
import { reminderDays, reminders } from "../schema/reminders.ts";
import { listReminded, type OpenClient, type OpenInvoice, readOpen } from "./open.ts";
import { type RuleInUse, readRulesInUse } from "./rules.ts";
import { getRemindState } from "./switches.ts";

/** Lists sent and skipped reminders, newest first. */
export async function listReminders(tenant: Tenant, query: ReminderQuery): Promise<ReminderList> {
  const { clientId, invoiceId, page, limit } = query;
  const { read } = tenant.books;
  const where = forAgency(
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
    invoice: { _id: invoiceId, number },
    client: { _id: clientId, name: clientName },
    days,
    dueDate,
    at,
  };
  if (isPassedOver) {
    const none = { to: "", mailId: null, answer: "", handedOverAt: null };
    return { ...common, state: "passed_over", ...none };
  }
  const { state, to, id: mailId, answer, handedOverAt } = mail;
  return { ...common, state, to, mailId, answer, handedOverAt };
}

/** Lists reminders of the coming days if nothing is paid, computed as for sending. */
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
    .where(forAgency(tenant, reminderDays, eq(reminderDays.day, from)));
  const isServed = new Set(served.map(({ id }) => id));
  const all = workingDays(from, days);
  const coming = open.flatMap((client) =>
    listComing(
      client,
      used.rules,
      isServed.has(client._id) ? all.filter((day) => day > from) : all,
    ),
  );
  coming.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return { isOn: true, until, coming };
}

/** Lists a client's mails on some days. */
function listComing(
  client: OpenClient,
  rules: RuleInUse[],
  days: CalendarDate[],
): ComingReminder[] {
  const invoices = listReminded(client).map((one) => ({ ...one, done: [...one.done] }));
  const coming: ComingReminder[] = [];
  for (const date of days) {
    const plan = planReminders(invoices, rules, date);
    if (!plan) continue;
    for (const { invoice, days } of plan.due) invoice.done.push(days);
    const findRuleDays = (invoice: OpenInvoice) =>
      plan.due.find((one) => one.invoice === invoice)?.days ?? null;
    coming.push({
      date,
      client: { _id: client._id, name: client.name },
      to: client.email,
      days: plan.days,
      invoices: plan.mentioned.map((invoice) => ({
        _id: invoice._id,
        number: invoice.number,
        dueDate: invoice.dueDate,
        balance: toRupees(invoice.owedPaise),
        days: findRuleDays(invoice),
      })),
      total: toRupees(plan.mentioned.reduce((sum, { owedPaise }) => sum + BigInt(owedPaise), 0n)),
    });
  }
  return coming;
}

/** Days from an invoice's first rule, or from now if it has passed, until after the last. */
const LOOKED_AT_DAYS = 40;

/** Returns an invoice's sent reminders and the coming ones. */
export async function getInvoiceReminders(
  tenant: Tenant,
  id: string,
  now: number,
): Promise<InvoiceReminders> {
  const { read } = tenant.books;
  const state = await getRemindState(read, tenant, "invoice", id);
  const rows = await withMails(read)
    .where(forAgency(tenant, reminders, eq(reminders.invoiceId, id)))
    .orderBy(desc(reminders.at), desc(reminders.days));
  const sent = rows.map(toReminder);
  const reminderDays = state.isOn ? await comingOfInvoice(tenant, id, now) : "Reminders are off.";
  const coming = typeof reminderDays === "string" ? [] : reminderDays.coming;
  const why =
    state.isOn && !state.remind
      ? "This invoice is excluded from reminders."
      : explain(reminderDays);
  return { ...state, next: why ? null : (coming[0] ?? null), coming, why, sent };
}

/** The days of an invoice's reminders, or why there are none. */
type ReminderDays = { coming: RuleOnDay[]; isDraft: boolean } | string;

function explain(reminderDays: ReminderDays): string {
  if (typeof reminderDays === "string") return reminderDays;
  return reminderDays.isDraft ? "Drafts get no reminders." : "";
}

interface Dated {
  number: string;
  status: string;
  dueDate: CalendarDate | "";
  totalPaise: Paise;
  clientId: string;
  name: string;
  email: string;
}

async function comingOfInvoice(tenant: Tenant, id: string, now: number): Promise<ReminderDays> {
  const { agencyId } = tenant;
  const { read } = tenant.books;
  const [row] = await read.all<Dated>(sql`
    SELECT d.number, d.status, d.due_date AS "dueDate", d.grand_total_paise AS "totalPaise",
      c.id AS "clientId", c.display_name AS name, c.email
    FROM documents d JOIN clients c ON c.agency_id = d.agency_id AND c.id = d.client_id
    WHERE d.agency_id = ${agencyId} AND d.id = ${id}`);
  if (!row?.dueDate) return "It has no due date.";
  const { clientId, name, email, dueDate } = row;
  const isDraft = row.status === "DRAFT";
  const invoice = isDraft ? asSent(id, row, now) : await findOpen(read, tenant, clientId, id);
  if (!invoice) return "It has no balance.";
  const client = await getRemindState(read, tenant, "client", clientId);
  if (!client.remind) return `${name} is left out of reminders.`;
  if (!email) return `${name} has no e-mail address.`;
  const used = await readRulesInUse(read, tenant);
  const since = invoice.remind ? invoice.since : toIndiaDay(now);
  // The client's other invoices are in the same mail, and do not change its date.
  const alone = {
    _id: clientId,
    name,
    billingName: name,
    email,
    remind: true,
    invoices: [{ ...invoice, remind: true, since }],
  };
  const from = pickLater(firstDay(now), addDays(dueDate, REMINDER_DAYS[0]));
  const days = workingDays(from, LOOKED_AT_DAYS);
  const coming = listComing(alone, used?.rules ?? [], days).flatMap(({ date, invoices }) =>
    invoices.flatMap(({ days }) => (days === null ? [] : [{ date, days }])),
  );
  if (coming.length > 0) return { coming, isDraft };
  return `No rule is left for the due date ${formatDate(dueDate)}.`;
}

/** Treats a draft as if it were sent now, to compute its dates. */
const asSent = (id: string, { number, dueDate, totalPaise }: Dated, now: number): OpenInvoice => ({
  _id: id,
  number,
  dueDate,
  owedPaise: totalPaise,
  upi: "",
  remind: true,
  sentOn: toIndiaDay(now),
  since: "",
  done: [],
});

async function findOpen(
  from: Pick<Write, "all">,
  tenant: Tenant,
  clientId: string,
  id: string,
): Promise<OpenInvoice | undefined> {
  const [client] = await readOpen(from, tenant, { clientId });
  return client?.invoices.find((one) => one._id === id);
}
