import { sql } from "drizzle-orm";
import {
  NOTIFICATION_KINDS,
  NOTIFICATIONS,
  NOTIFICATIONS_SHOWN,
  type Notification,
  type NotificationList,
  type ReadNotifications,
} from "../../domain/agencies/notifications.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { isPermitted } from "../../domain/roles.ts";
import type { Tenant } from "../engine/tenant.ts";
import { writeTransaction } from "../engine/transaction.ts";
import { notificationReads } from "../schema/notifications.ts";

interface Row extends Pick<Notification, "at" | "kind" | "label" | "link" | "name"> {
  id: string;
  paise: Paise | null;
  isNew: number;
  isOpen: number;
}

/** Returns the user's latest notifications, with those that something is left to do for first. */
export async function listNotifications({
  books,
  agencyId,
  userId,
  role,
}: Tenant): Promise<NotificationList> {
  const kinds = NOTIFICATION_KINDS.filter((kind) => isPermitted(role, NOTIFICATIONS[kind].needs));
  const rows = await books.read.all<Row>(sql`
    WITH own AS (SELECT id, kind, at, name, label, amount_paise AS paise, link,
        id > coalesce((SELECT read_to FROM notification_reads
          WHERE agency_id = ${agencyId} AND user_id = ${userId}), '') AS "isNew",
        CASE kind
          WHEN 'mail_failed' THEN EXISTS (SELECT 1 FROM mails m
            WHERE m.agency_id = ${agencyId} AND m.id = about_id AND m.state = 'refused')
          WHEN 'approval' THEN EXISTS (SELECT 1 FROM approvals a
            WHERE a.agency_id = ${agencyId} AND a.id = about_id AND a.state = 'waiting')
          WHEN 'mention' THEN ${role === "owner"} AND EXISTS (SELECT 1 FROM comments c
            WHERE c.agency_id = ${agencyId} AND c.id = about_id AND c.question = 'open'
              AND c.deleted_at IS NULL)
          ELSE 0 END AS "isOpen"
      FROM notifications WHERE agency_id = ${agencyId}
        AND kind IN (SELECT value FROM json_each(${JSON.stringify(kinds)}))
        AND coalesce(to_user, ${userId}) = ${userId} AND coalesce(by_user, '') <> ${userId})
    SELECT * FROM own ORDER BY "isOpen" DESC, id DESC`);
  return {
    items: rows.slice(0, NOTIFICATIONS_SHOWN).map(toNotification),
    count: rows.filter(({ isNew, isOpen }) => isNew || isOpen).length,
  };
}

const toNotification = ({ id, paise, isNew, isOpen, ...row }: Row): Notification => ({
  _id: id,
  ...row,
  amount: paise === null ? null : toRupees(paise),
  isNew: isNew === 1,
  isOpen: isOpen === 1,
});

/** Marks the user's notifications as read. What is left to do stays open. */
export function readNotifications(
  tenant: Tenant,
  { upTo }: ReadNotifications,
): Promise<NotificationList> {
  const { agencyId, userId } = tenant;
  return writeTransaction(tenant, async (tx) => {
    const [newest] = await tx.all<{ id: string }>(sql`SELECT id FROM notifications
      WHERE agency_id = ${agencyId} AND id <= ${upTo ?? "~"} ORDER BY id DESC LIMIT 1`);
    if (newest) {
      const readTo = sql`max(read_to, ${newest.id})`;
      await tx
        .insert(notificationReads)
        .values({ agencyId, userId, readTo: newest.id })
        .onConflictDoUpdate({
          target: [notificationReads.agencyId, notificationReads.userId],
          set: { readTo },
        });
    }
    return listNotifications(tenant);
  });
}
