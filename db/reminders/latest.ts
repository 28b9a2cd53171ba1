import { and, eq } from "drizzle-orm";
import { formatMoment } from "../../domain/dates.ts";
import type { MailContent } from "../../domain/mail/content.ts";
import { nextOpening, openFrom, toIndiaDay } from "../../domain/reminders/schedule.ts";
import { fillWords, type Words } from "../../domain/reminders/texts.ts";
import type { Books } from "../engine/books.ts";
import { forAgency } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import type { StoredMail } from "../mail/rows.ts";
import { agencies } from "../schema/agencies.ts";
import { reminderDays, reminders } from "../schema/reminders.ts";
import { buildReminderContent } from "./content.ts";
import { renewLinks } from "./links.ts";
import { listReminded, type OpenInvoice, readOpen } from "./open.ts";
import { readRulesInUse } from "./rules.ts";

/** The decision about a reminder that is about to be sent. */
export type Latest =
  | { words: Words & { content: MailContent; to: string; link: string } }
  /** It is no longer needed. */
  | { why: string }
  /** It cannot be sent yet. */
  | { notBefore: number; why: string };

/**
 * Updates a reminder in the write that starts sending it. Invoices paid or switched off since are left out,
 * and the mail is cancelled if none remains. It reserves the client's day, so that no other reminder is sent
 * that day, and uses the current address and new links. Undefined for mails other than reminders.
 */
export async function refreshReminder(
  tx: Write,
  books: Books,
  mail: StoredMail,
  now: number,
): Promise<Latest | undefined> {
  const { agencyId, id: mailId, about } = mail;
  const { clientId, subject, text } = about;
  if (mail.kind !== "reminder" || clientId === undefined || text === undefined) return undefined;
  const early = delayToHours(mail, now);
  if (early) return early;
  if (!(await readRulesInUse(tx, mail)))
    return { why: "Reminders were switched off in the meantime" };
  const day = toIndiaDay(now);
  const [client] = await readOpen(tx, mail, { clientId });
  const open = client ? listReminded(client) : [];
  const of = await tx
    .select({ id: reminders.invoiceId, dueDate: reminders.dueDate })
    .from(reminders)
    .where(forAgency(mail, reminders, eq(reminders.mailId, mailId)));
  const isOfIt = (invoice: OpenInvoice) =>
    of.some(({ id, dueDate }) => id === invoice._id && dueDate === invoice.dueDate);
  if (!client || !open.some(isOfIt)) return { why: WHY_NOT };

  if (!client.email) return { why: "The client no longer has an e-mail address" };
  const taken = { agencyId, clientId, day, mailId };
  await tx.insert(reminderDays).values(taken).onConflictDoNothing();
  const [has] = await tx
    .select({ mailId: reminderDays.mailId })
    .from(reminderDays)
    .where(
      forAgency(
        mail,
        reminderDays,
        and(eq(reminderDays.clientId, clientId), eq(reminderDays.day, day)),
      ),
    );
  if (has?.mailId !== mailId) {
    const opens = nextOpening(now);
    return {
      notBefore: opens,
      why: `Another reminder is sent to this client today. ${waitsUntil(opens)}`,
    };
  }
  const [agency] = await tx
    .select({ name: agencies.name })
    .from(agencies)
    .where(eq(agencies.id, agencyId));
  const listed = open.filter((one) =>
    mail.entity === "invoice" ? one._id === mail.entityId : isOfIt(one) || one.dueDate < day,
  );
  const names = { client: client.billingName, agency: agency?.name ?? "", day };
  const words = fillWords({ subject: subject ?? mail.subject, text }, listed, names);
  const due = listed.filter(isOfIt);
  const link = await renewLinks(tx, mail, { invoices: due, isAlone: listed.length === 1 });
  const tenant = { books, agencyId, userId: mail.createdBy, role: "owner" } as const;
  const content = await buildReminderContent(tx, tenant, listed, day);
  return { words: { ...words, content, to: client.email, link } };
}

/** Returns when sending hours begin, for a reminder out of hours. Checked before its PDF is drawn. */
export function delayToHours(
  { kind, about }: StoredMail,
  now: number,
): { notBefore: number; why: string } | undefined {
  const opens = openFrom(now);
  if (kind !== "reminder" || about.clientId === undefined || opens === now) return undefined;
  return { notBefore: opens, why: waitsUntil(opens) };
}

const WHY_NOT = "The invoices were paid, moved or excluded from reminders in the meantime";

const HOURS = "reminders are sent 10:00 to 18:00, Monday to Saturday";

const waitsUntil = (ms: number): string =>
  `Waits until ${formatMoment(new Date(ms).toISOString())}: ${HOURS}`;
