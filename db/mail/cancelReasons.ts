import { and, eq, isNull } from "drizzle-orm";
import { MAIL_KIND_NAMES } from "../../domain/mail/mails.ts";
import { forAgency } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { users } from "../schema/agencies.ts";
import { documents } from "../schema/documents.ts";
import { notificationMails } from "../schema/notifications.ts";
import { receipts } from "../schema/receipts.ts";
import type { StoredMail } from "./rows.ts";

/**
 * Returns why a queued mail is obsolete: its record was cancelled, deleted or, for a reminder, settled.
 * Undefined if it is still needed. Checked before its PDF is drawn, and again in the write that starts
 * sending.
 */
export async function findCancelReason(
  from: Pick<Write, "select">,
  mail: StoredMail,
): Promise<string | undefined> {
  const { entity, entityId, kind } = mail;
  if (entity === "client" || entity === "month" || entity === "lock") return undefined;
  if (entity === "notifications") return explainNoNotifications(from, mail);
  const what = MAIL_KIND_NAMES[entity];
  if (entity === "receipt") {
    const [receipt] = await from
      .select({ id: receipts.id })
      .from(receipts)
      .where(forAgency(mail, receipts, eq(receipts.id, entityId)));
    return receipt ? undefined : `${what} ${mail.label} was deleted in the meantime`;
  }
  const [document] = await from
    .select({ status: documents.status })
    .from(documents)
    .where(forAgency(mail, documents, eq(documents.id, entityId)));
  if (!document || document.status === "CANCELLED") {
    return `${what} ${mail.label} was cancelled in the meantime`;
  }
  if (document.status === "DRAFT") return `${what} ${mail.label} is a draft again`;
  const isOwed = document.status === "SENT" || document.status === "PARTIALLY_PAID";
  return kind === "reminder" && !isOwed
    ? `${what} ${mail.label} was paid in the meantime`
    : undefined;
}

/** Returns why a member's daily e-mail is obsolete: they left, or switched it off. */
async function explainNoNotifications(
  from: Pick<Write, "select">,
  mail: StoredMail,
): Promise<string | undefined> {
  const { agencyId, userId } = notificationMails;
  const [row] = await from
    .select({ userId })
    .from(notificationMails)
    .innerJoin(users, and(eq(users.agencyId, agencyId), eq(users.id, userId)))
    .where(forAgency(mail, notificationMails, eq(userId, mail.entityId), isNull(users.removedAt)));
  return row ? undefined : "The member left or switched it off in the meantime";
}
