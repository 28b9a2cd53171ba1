import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { NotificationMail } from "../../domain/agencies/notifications.ts";
import type { CalendarDate } from "../../domain/dates.ts";
import { notificationTexts, toNotificationContent } from "../../domain/mail/notifications.ts";
import type { MailServer } from "../../domain/mail/settings.ts";
import { Refusal } from "../../domain/refusal.ts";
import { toIndiaDay } from "../../domain/reminders/schedule.ts";
import { isOpenAgency } from "../agencies/closedAgencies.ts";
import { type Books, newest } from "../engine/books.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { listNotifications } from "../notifications/notifications.ts";
import type { JobClock } from "../reminders/remind.ts";
import { users } from "../schema/agencies.ts";
import { notificationMails, notifications } from "../schema/notifications.ts";
import { enqueueMails, explainNoMail, findMailFrom } from "./enqueue.ts";
import { findLetterhead, findWriter } from "./send.ts";

const HOUR_MS = 3_600_000;
const AT = 9 * HOUR_MS;

/** Returns the last day whose 9:00 in India has passed. */
const lastDay = (now: number): CalendarDate => toIndiaDay(now - AT);

/** Returns whether the user gets notifications by e-mail, and whether the agency can send any. */
export async function getNotificationMail(
  tenant: Tenant,
  server: MailServer,
): Promise<NotificationMail> {
  const { read } = tenant.books;
  const [row] = await read
    .select({ email: users.email, day: notificationMails.day })
    .from(users)
    .leftJoin(notificationMails, isMember)
    .where(forAgency(tenant, users, eq(users.id, tenant.userId)));
  const isReady = (await findMailFrom(read, tenant, server)) !== "";
  return { isOn: row?.day != null, email: row?.email ?? "", isReady };
}

/**
 * Switches the user's daily e-mail on or off. It starts with what happens from now.
 * @throws Refusal "conflict" if it is switched on and the agency cannot send e-mails
 */
export function changeNotificationMail(
  tenant: Tenant,
  isOn: boolean,
  server: MailServer,
  now = Date.now(),
): Promise<NotificationMail> {
  const { agencyId, userId } = tenant;
  return writeTransaction(tenant, async (tx) => {
    if (!isOn) {
      await tx
        .delete(notificationMails)
        .where(forAgency(tenant, notificationMails, eq(notificationMails.userId, userId)));
    } else {
      if (!(await findMailFrom(tx, tenant, server)))
        throw new Refusal("conflict", "E-mail is not set up");
      const row = { agencyId, userId, day: lastDay(now), mailedTo: await findNewest(tx, tenant) };
      await tx.insert(notificationMails).values(row).onConflictDoNothing();
    }
    return getNotificationMail(tenant, server);
  });
}

/**
 * Adds due e-mails to the outbox, after 9:00 in India. It can be called any number of times, and by several
 * servers at once: the transaction that adds an e-mail claims the member's day.
 * @returns the number of mails created
 */
export async function mailNotifications(
  books: Books,
  looking: JobClock,
  isStopping?: () => boolean,
): Promise<{ made: number }> {
  const due = await newest(books)
    .read.select({
      agencyId: notificationMails.agencyId,
      userId: notificationMails.userId,
      role: users.role,
    })
    .from(notificationMails)
    .innerJoin(users, isMember)
    .where(
      and(
        lt(notificationMails.day, lastDay(looking.now)),
        isNull(users.removedAt),
        isOpenAgency(sql`${notificationMails.agencyId}`),
      ),
    );
  let made = 0;
  for (const who of due) {
    if (isStopping?.()) break;
    if (await mailMember({ ...who, books }, looking)) made++;
  }
  return { made };
}

const isMember = and(
  eq(notificationMails.agencyId, users.agencyId),
  eq(notificationMails.userId, users.id),
);

function mailMember(
  who: Pick<Tenant, "agencyId" | "books" | "role" | "userId">,
  { now, mail: server }: JobClock,
): Promise<boolean> {
  const tenant: Tenant = { ...who, at: new Date(now).toISOString() };
  const { agencyId, userId } = tenant;
  const own = forAgency(tenant, notificationMails, eq(notificationMails.userId, userId));
  return writeTransaction({ books: who.books, agencyId }, async (tx) => {
    const day = lastDay(now);
    const [claimed] = await tx
      .update(notificationMails)
      .set({ day })
      .where(and(own, lt(notificationMails.day, day)))
      .returning({ mailedTo: notificationMails.mailedTo });
    if (!claimed) return false;
    const { items } = await listNotifications(tenant);
    const fresh = items.filter(({ _id, isNew }) => isNew && _id > claimed.mailedTo);
    const from = await findMailFrom(tx, tenant, server);
    if (fresh.length === 0 || !from || (await explainNoMail(tx, tenant, server))) return false;
    const { origin = "" } = server;
    const { name, agencyName, email } = await findWriter(tx, tenant);
    const content = toNotificationContent(await findLetterhead(tenant), fresh, origin);
    const texts = notificationTexts(fresh, { name, agencyName, origin });
    const what = { kind: "notifications", entity: "notifications", entityId: userId } as const;
    const link = origin && `${origin}/dashboard`;
    const mail = { ...what, ...texts, label: "Notifications", to: email, content, link };
    await enqueueMails(tx, tenant, from, [mail], now);
    await tx
      .update(notificationMails)
      .set({ mailedTo: await findNewest(tx, tenant) })
      .where(own);
    return true;
  });
}

async function findNewest(tx: Write, tenant: Pick<Tenant, "agencyId">): Promise<string> {
  const [row] = await tx
    .select({ id: sql<string>`max(${notifications.id})` })
    .from(notifications)
    .where(forAgency(tenant, notifications));
  return row?.id ?? "";
}
