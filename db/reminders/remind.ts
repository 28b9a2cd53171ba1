import { and, asc, desc, eq, isNotNull, isNull } from "drizzle-orm";
import type { MailServer } from "../../domain/mail/settings.ts";
import { type Plan, planReminders, toIndiaDay } from "../../domain/reminders/schedule.ts";
import { fillWords } from "../../domain/reminders/texts.ts";
import { type Books, newest } from "../engine/books.ts";
import { insertRows } from "../engine/insertRows.ts";
import { claimOnce } from "../engine/once.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { enqueueMails, explainNoMail, findMailFrom } from "../mail/enqueue.ts";
import { agencies, users } from "../schema/agencies.ts";
import { mails } from "../schema/mail.ts";
import { reminderDays, reminders } from "../schema/reminders.ts";
import { buildReminderContent } from "./content.ts";
import { createLinkLines } from "./links.ts";
import { listReminded, type OpenClient, type OpenInvoice, readOpen } from "./open.ts";
import { type RuleInUse, readRulesInUse } from "./rules.ts";

/** The time, and the address that mails come from. */
export interface JobClock {
  /** Milliseconds since 1970. */
  now: number;
  mail: MailServer;
}

/** A client of an agency. */
export interface Whom {
  agencyId: number;
  clientId: string;
}

/**
 * Creates today's reminder mail for a client, if one is due, and marks its rules as done, in one transaction.
 * Concurrent calls create one mail: the client's day and each invoice's rule are primary keys.
 */
export async function remindClient(books: Books, whom: Whom, looking: JobClock): Promise<boolean> {
  if (!(await plan(newest(books).read, whom, looking))) return false;
  const { agencyId } = whom;
  return writeTransaction({ books, agencyId }, async (tx) => {
    const planned = await plan(tx, whom, looking);
    if (!planned || (await hasWaiting(tx, whom))) return false;
    const { savedBy } = planned.used;
    const actor = await findActor(tx, whom, savedBy);
    const tenant: Tenant = {
      books,
      agencyId,
      userId: actor ?? savedBy,
      role: "owner",
      at: new Date(looking.now).toISOString(),
    };
    const from = await findMailFrom(tx, tenant, looking.mail);
    const day = { ...whom, day: toIndiaDay(looking.now), mailId: "" };
    if (!actor || !from || (await explainNoMail(tx, tenant, looking.mail))) return false;
    if (!(await claimOnce(tx, reminderDays, day))) return false;
    await make(tx, tenant, from, planned, looking);
    return true;
  });
}

interface Planned {
  client: OpenClient;
  plan: Plan<OpenInvoice>;
  used: { rules: RuleInUse[]; savedBy: string };
}

async function plan(
  from: Pick<Write, "all" | "select">,
  whom: Whom,
  { now }: JobClock,
): Promise<Planned | undefined> {
  const used = await readRulesInUse(from, whom);
  const [client] = used ? await readOpen(from, whom, whom) : [];
  if (!used || !client?.email) return undefined;
  const plan = planReminders(listReminded(client), used.rules, toIndiaDay(now));
  return plan && { client, plan, used };
}

/** Whether an earlier reminder is still queued. It is sent first, on a day of its own. */
async function hasWaiting(tx: Write, { agencyId, clientId }: Whom): Promise<boolean> {
  const rows = await tx
    .select({ id: mails.id })
    .from(reminderDays)
    .innerJoin(
      mails,
      and(eq(mails.agencyId, reminderDays.agencyId), eq(mails.id, reminderDays.mailId)),
    )
    .where(
      forAgency(
        { agencyId },
        reminderDays,
        eq(reminderDays.clientId, clientId),
        isNotNull(mails.nextAt),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Returns the user who saved the rules, or the longest-serving owner if they have left. */
async function findActor(
  tx: Write,
  { agencyId }: Whom,
  savedBy: string,
): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(forAgency({ agencyId }, users, isNull(users.removedAt), eq(users.role, "owner")))
    .orderBy(desc(eq(users.id, savedBy)), asc(users.id))
    .limit(1);
  return row?.id;
}

/** Creates the mail and marks its rules as done. */
async function make(
  tx: Write,
  tenant: Tenant,
  from: string,
  { client, plan, used }: Planned,
  { now, mail: { origin = "" } }: JobClock,
): Promise<void> {
  const { agencyId } = tenant;
  const day = toIndiaDay(now);
  const [agency] = await tx
    .select({ name: agencies.name })
    .from(agencies)
    .where(eq(agencies.id, agencyId));
  const rule = used.rules.find(({ days }) => days === plan.days);
  const [first] = plan.due;
  if (!rule || !agency || !first) throw new Error("A reminder without its rule");
  const isOfOne = plan.mentioned.length === 1;
  const { subject, text } = rule;
  const names = { client: client.billingName, agency: agency.name, day };
  const invoices = plan.due.map(({ invoice }) => invoice);
  const content = await buildReminderContent(tx, tenant, plan.mentioned, day);
  const link = await createLinkLines(tx, tenant, origin, { invoices, isAlone: isOfOne });
  const [mail] = await enqueueMails(
    tx,
    tenant,
    from,
    [
      {
        kind: "reminder",
        ...(isOfOne
          ? ({ entity: "invoice", entityId: first.invoice._id, hasPaper: true } as const)
          : ({ entity: "client", entityId: client._id } as const)),
        label: isOfOne ? first.invoice.number : client.name,
        about: { clientId: client._id, subject, text },
        to: client.email,
        content,
        link,
        ...fillWords({ subject, text }, plan.mentioned, names),
        inReplyTo: await findInvoiceMail(tx, tenant, first.invoice._id, client.email),
      },
    ],
    now,
  );
  const mailId = mail?._id ?? "";
  await tx
    .update(reminderDays)
    .set({ mailId })
    .where(
      forAgency(
        tenant,
        reminderDays,
        and(eq(reminderDays.clientId, client._id), eq(reminderDays.day, day)),
      ),
    );
  const common = { agencyId, clientId: client._id, clientName: client.name, mailId };
  const rows = plan.due.flatMap(({ invoice: { _id: invoiceId, number, dueDate }, ...done }) =>
    [done.days, ...done.passedOver].map((days) => ({
      ...common,
      invoiceId,
      number,
      dueDate,
      days,
      isPassedOver: days !== done.days,
      at: nowFor(tenant),
    })),
  );
  await insertRows(tx, reminders, rows);
}

/** Returns the Message-ID of the mail that sent an invoice to an address; "" if there is none. */
async function findInvoiceMail(
  tx: Write,
  tenant: Tenant,
  invoiceId: string,
  to: string,
): Promise<string> {
  const [row] = await tx
    .select({ messageId: mails.messageId })
    .from(mails)
    .where(
      forAgency(
        tenant,
        mails,
        and(
          ...[
            eq(mails.entity, "invoice"),
            eq(mails.entityId, invoiceId),
            eq(mails.kind, "invoice"),
          ],
          ...[eq(mails.state, "handed_over"), eq(mails.to, to)],
        ),
      ),
    )
    .orderBy(desc(mails.id))
    .limit(1);
  return row?.messageId ?? "";
}
